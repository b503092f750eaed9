public import KKFiles
internal import KKMath
internal import KKPCM
public import KKSession

/// The other manifests of the same project, which may read a file or need it as a golden without having been named.
///
/// The project is the nearest parent folder with a `.git`, or else the manifest's own folder, with everything in it.
/// The folders of goldens and their parent folders are included wherever they are. Links to folders are not followed,
/// and names beginning with a dot are ignored. Files elsewhere and other programs may also need a golden; this cannot
/// be known.
public struct ManifestSearch: Sendable {
    public private(set) var found: [CaseManifest] = []
    /// The first manifest that cannot be read.
    public private(set) var problem: SessionError?
    /// A folder with too many files to search, which may contain more manifests.
    public private(set) var unknownFolder: FilePath?

    private var known: [FileIdentity]
    private var seen: Set<FilePath> = []
    private var namesLeft = Self.mostNames
    /// Names that are looked at; the upper folders come first.
    static let mostNames = 100_000

    /// - Parameter manifests: the named manifests.
    public init(around manifests: [CaseManifest]) {
        known = manifests.compactMap { $0.path.identity(standard: 0) }
        let own = manifests.flatMap { manifest in
            let goldens =
                manifest.cases.flatMap(\.goldens).map { $0.path.folder }
                + [manifest.goldens].compactMap { $0 }
            return [manifest.folder] + goldens.flatMap { [$0.folder, $0] }
        }
        // Hundreds of goldens lie in one folder.
        var looked: Set<FilePath> = []
        for folder in own where looked.insert(folder).inserted { _ = look(at: Self.real(folder), isOwn: true) }
        var folders = manifests.map { Self.root(above: Self.real($0.folder)) }[...]
        var walked: Set<FilePath> = []
        while let folder = folders.popFirst(), namesLeft > 0 {
            guard walked.insert(folder).inserted else { continue }
            folders += look(at: folder, isOwn: false)
        }
        if namesLeft <= 0 { unknownFolder = manifests.first.map { Self.root(above: Self.real($0.folder)) } }
    }

    /// - Throws: `badSession` if not every manifest is known.
    func checkThatAllIsKnown() throws(SessionError) {
        if let problem { throw problem }
        guard let unknownFolder else { return }
        throw SessionError(
            .badSession,
            "it cannot be known which goldens are needed: there are more than \(Self.mostNames) files in this project",
            place: unknownFolder,
            nextStep: "remove them by hand")
    }

    private static func real(_ folder: FilePath) -> FilePath {
        folder.orHere.realPath ?? folder
    }

    /// The folder of the project: the nearest that has a `.git`, or else this one.
    ///
    /// - Parameter folder: from the root, without links.
    static func root(above folder: FilePath) -> FilePath {
        var place = folder
        while true {
            if (place / ".git").exists { return place }
            let above = place.folder
            if above.isEmpty || above == place { return folder }
            place = above
        }
    }

    /// Reads the manifests of a folder.
    ///
    /// - Parameter isOwn: whether whatever may be a manifest by its name must be readable.
    /// - Returns: the folders in it.
    private mutating func look(at folder: FilePath, isOwn: Bool) -> [FilePath] {
        // What this process may not look into is somebody else's.
        guard let names = try? folder.names() else { return [] }
        namesLeft -= names.count
        var folders: [FilePath] = []
        for name in names {
            let path = folder / name
            if !isOwn, path.isPlainFolder {
                folders.append(path)
            } else if CaseManifest.mayBeManifest(name), seen.insert(path).inserted {
                // Most files of JSON are somebody else's, wherever they lie.
                let isSure = isOwn && !name.lowercased().hasSuffix(".json")
                read(
                    path,
                    isSure: isSure || CaseManifest.fileNames.contains(name) || name.hasSuffix(CaseManifest.caseEnding))
            }
        }
        return folders
    }

    private mutating func read(_ path: FilePath, isSure: Bool) {
        guard path.isFile, let identity = path.identity(standard: 0),
            !known.contains(identity)
        else { return }
        known.append(identity)
        do {
            if let manifest = try CaseManifest(sibling: path, isSure: isSure) { found.append(manifest) }
        } catch {
            // Longer than any manifest is, or a device.
            if !isSure, let error = error as? AudioFileError, error.kind == .badData { return }
            let failure = error as? any Failure
            problem =
                problem
                ?? SessionError(
                    .badSession,
                    "it is not known which goldens and sounds this manifest needs, because it cannot be read: \(failure?.problem ?? "\(error)")",
                    place: failure?.place ?? path.text,
                    nextStep: "fix it, or move it elsewhere, before goldens are replaced or removed")
        }
    }
}

extension CaseManifest {
    /// Reads a file that may be a manifest; `nil` for one that is something else: no cases, and no line or map that has
    /// what makes one's sound.
    ///
    /// - Parameter isSure: whether one that cannot be read is an error even when nothing in it looks like such a key.
    init?(sibling path: FilePath, isSure: Bool) throws {
        if !path.text.hasSuffix(Self.caseEnding) {
            let bytes = try SmallFile.read(path, limit: ManifestReader.longest)
            if !isSure, !Self.originKeys.contains(where: { Self.has(key: $0, bytes) }) { return nil }
            let lines = Self.isOfLines(path) ? bytes.split(separator: UInt8(ascii: "\n")).map(Array.init) : [bytes]
            let values = try lines.compactMap { try ManifestReader.value(of: $0, name: path.text) }
            guard values.contains(where: Self.isManifest) else { return nil }
        }
        try self.init(file: path)
    }

    /// Whether a value is a manifest or a case. Many a list of files has a key `file`: of such a map every key must be
    /// one of a case's.
    private static func isManifest(_ value: ManifestValue) -> Bool {
        if value.hasKey("cases") || value.hasKey("mix") { return true }
        guard originKeys.contains(where: value.hasKey), case .map(let entries) = value.content else { return false }
        return entries.allSatisfy { caseKeys.contains($0.key) || $0.key == "schema" }
    }

    /// Whether `mix:`, with quotes and spaces or without, is anywhere in a text.
    private static func has(key: String, _ bytes: [UInt8]) -> Bool {
        let (key, colon) = (Array(key.utf8), UInt8(ascii: ":"))
        let between = Array("\"' \t".utf8)
        // What may come before a key, or nothing: `remix:` is another one.
        let before = between + Array("\r\n{,-[".utf8)
        guard bytes.count > key.count else { return false }
        return (0..<bytes.count - key.count).contains { at in
            guard bytes[at] == key[0], bytes[at..<at + key.count].elementsEqual(key) else { return false }
            guard at == 0 || before.contains(bytes[at - 1]) else { return false }
            return bytes[(at + key.count)...].first { !between.contains($0) } == colon
        }
    }
}

extension GoldenCase {
    /// The files that its words may name, for whoever cannot read them as a mix.
    var namedPaths: [FilePath] {
        let words =
            switch origin {
            case .mix(let words): words
            case .program(let program): program.namedWords + (program.input.map { [$0.text] } ?? [])
            case .file(let file): [file.path.text]
            }
        return words.flatMap { word in
            [word] + word.parts(at: ":", maxSplits: 1).prefix(1).filter { !$0.isEmpty }
        }.map { folder / $0 }
    }
}
