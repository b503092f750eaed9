public import KKFiles
internal import KKPCM
public import KKSession

/// The cases of a folder or a file, and where their goldens are.
public struct CaseManifest: Sendable {
    /// The file, or the folder whose `*.case.yaml` are the cases.
    public let path: FilePath
    /// The folder to which its paths are relative; empty for the working folder.
    public let folder: FilePath
    public internal(set) var cases: [GoldenCase] = []
    /// What is wrong with the case files that were passed over.
    public private(set) var problems: [any Error] = []
    /// The folder of goldens that cases do not name themselves, relative to the working folder; `nil` if goldens are
    /// next to their cases.
    public internal(set) var goldens: FilePath?
    /// A shell command, run in the manifest's folder, that builds the programs of the cases; used to test another revision.
    public internal(set) var build: String?
    /// The store of golden sounds; `nil` if they are kept with the manifest.
    public internal(set) var store: GoldenStore?
    /// Whose goldens are the cases'.
    let platform: String

    /// The manifest of a folder.
    public static let fileNames = ["kkmix-test.yaml", "kkmix-test.yml", "kkmix-test.jsonl"]
    public static let caseEnding = ".case.yaml"
    /// The default name of the golden folder.
    public static let goldensName = "goldens"

    /// Reads a manifest, or that of a folder, or the folder's cases.
    ///
    /// - Parameters:
    ///   - platform: the platform whose goldens are used, if cases have several.
    ///   - passesOverCases: whether a case file that cannot be read is one of ``problems``, unless none can be read.
    /// - Throws: `noInput` if there is none, `badSession` for errors in it and for a manifest without cases.
    public init(
        path: FilePath, platform: String = GoldenPlatform.current, passesOverCases: Bool = false
    ) throws {
        self.platform = platform
        let isFolder = path.isFolder
        let found = Self.fileNames.map { path / $0 }.first(where: \.exists)
        let file = isFolder ? found : path
        self.path = file ?? path
        folder = file?.folder ?? (path == "." ? "" : path)
        if let file { try readFile(file) } else { try readFolder(passesOverCases) }
        guard !cases.isEmpty else { throw problems.first ?? empty }
        try checkNames()
    }

    /// Reads a file.
    init(file: FilePath) throws {
        platform = GoldenPlatform.current
        path = file
        folder = file.folder
        try readFile(file)
    }

    /// Whatever its folder: a name that begins with a dot is nobody's manifest, as searches pass it over.
    static func mayBeManifest(_ name: String) -> Bool {
        !name.hasPrefix(".") && endings.contains { name.lowercased().hasSuffix($0) }
    }

    static func isOfLines(_ path: FilePath) -> Bool {
        [".jsonl", ".ndjson"].contains { path.text.lowercased().hasSuffix($0) }
    }

    private static let endings = [".yaml", ".yml", ".json", ".jsonl", ".ndjson"]

    private mutating func readFolder(_ passesOverCases: Bool) throws {
        let names = try path.names().filter { $0.hasSuffix(Self.caseEnding) && $0 != Self.caseEnding }
        guard !names.isEmpty else {
            throw SessionError(
                .noInput, "there is no \(Self.fileNames[0]) and no *\(Self.caseEnding) here", place: path,
                nextStep: folderStep)
        }
        for name in names {
            do {
                try cases.append(readCaseFile(name))
            } catch  where passesOverCases {
                problems.append(error)
            }
        }
    }

    /// People stand where their project begins, and the manifest is in one of its folders.
    private var folderStep: String {
        let folders = ((try? path.names()) ?? []).map { folder / $0 }.filter { below in
            below.isPlainFolder && Self.fileNames.contains { (below / $0).isFile }
        }
        guard let first = folders.first else { return "kkmix test --help shows what they hold" }
        let more = folders.count > 1 ? ", or another of \(folders.count)" : ""
        return "name the folder that has one: \(ShellWord.path(first))\(more)"
    }

    private mutating func readFile(_ file: FilePath) throws {
        // Nobody may ever write to a FIFO. The shell's `<(…)` is written to, and of a device the reader has more to say.
        if !file.isStandard, !file.isDevice, !file.text.hasPrefix("/dev/fd/") {
            try MachineFile.check(file, "a manifest")
        }
        guard Self.mayBeManifest(file.name) || !file.isFile else {
            // Another manifest's run would not find this one, and prune what its cases need.
            throw SessionError(
                .usage, "its name is not that of a manifest", place: file,
                nextStep:
                    "name it .yaml, .json or .jsonl, without a dot in front: that is how other manifests' runs know what it needs"
            )
        }
        if file.text.hasSuffix(Self.caseEnding) {
            cases = [try readCaseFile(file.name)]
            return
        }
        let bytes = try SmallFile.read(file, limit: ManifestReader.longest)
        if Self.isOfLines(file) {
            try readLines(bytes)
        } else {
            guard let value = try ManifestReader.value(of: bytes, name: file.text) else { throw empty }
            try read(value)
        }
    }

    private var empty: SessionError {
        SessionError(
            .badSession, "it has no cases, and a test that tests nothing does not pass", place: path,
            nextStep: "write one under 'cases:'; see kkmix test --help")
    }

    private func checkNames() throws(SessionError) { try Self.checkNames(cases) }

    /// Names of cases must be unique, ignoring case, because their files are named after them.
    public static func checkNames(_ cases: [GoldenCase]) throws(SessionError) {
        var places: [String: String] = [:]
        for item in cases {
            if let place = places.updateValue(item.place, forKey: item.name.lowercased()) {
                throw SessionError(
                    .badSession, "the case '\(item.name)' is given twice, first at \(place)", place: item.place,
                    nextStep: "change one of the names")
            }
        }
    }
}
