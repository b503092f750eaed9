internal import KKMixing

/// The manifests that a command line names, and where their runs keep what failed: of `test` and `review`.
struct ManifestCases {
    private let given: Arguments

    init(_ given: Arguments) {
        self.given = given
    }

    /// Whether somebody else's machine runs this, where nobody would see what was written.
    static var isCI: Bool {
        !["", "false", "0"].contains((Terminal.variable("CI") ?? "").lowercased())
    }

    /// Whose goldens are compared with.
    static var platform: String {
        Terminal.variable("KKMIX_PLATFORM").flatMap { $0.isEmpty ? nil : $0 } ?? GoldenPlatform.current
    }

    /// Where sounds that fail are kept.
    var results: FilePath {
        let undeclared: FilePath? = Terminal.variable("TEST_UNDECLARED_OUTPUTS_DIR").flatMap {
            $0.isEmpty ? nil : "\($0)/\(CaseRun.resultsName)"
        }
        return given.path("--results").map { $0.isEmpty ? "." : $0 } ?? undeclared ?? CaseRun.resultsName
    }

    /// Whether it may be a link: the folder of the usual name may have come with the cases.
    var areResultsNamed: Bool { given["--results"] != nil || results != CaseRun.resultsName }

    /// Those that are named, or this folder's.
    func manifests() throws -> [CaseManifest] {
        try SessionError.refuseEmpty(given.files)
        let manifests = try named.map { try manifest($0) }
        try CaseManifest.checkNames(manifests.flatMap(\.cases))
        return manifests
    }

    private var named: [FilePath] { given.inputs.isEmpty ? ["."] : given.files }

    /// Those of them that can be read, as far as their case files can, and what is wrong with the others.
    ///
    /// - Throws: what is wrong with the first one if none can be read.
    func readableManifests() throws -> (manifests: [CaseManifest], problems: [any Error]) {
        try SessionError.refuseEmpty(given.files)
        var manifests: [CaseManifest] = [], problems: [any Error] = []
        for path in named {
            do {
                let manifest = try manifest(path, passesOverCases: true)
                manifests.append(manifest)
                problems += manifest.problems
            } catch {
                problems.append(error)
            }
        }
        if let first = problems.first, manifests.isEmpty { throw first }
        try CaseManifest.checkNames(manifests.flatMap(\.cases))
        return (manifests, problems)
    }

    private func manifest(_ path: FilePath, passesOverCases: Bool = false) throws -> CaseManifest {
        try refuseCase(path)
        return try CaseManifest(path: path, platform: Self.platform, passesOverCases: passesOverCases)
    }

    /// - Throws: `usage` for the name of a case, where manifests stand.
    private func refuseCase(_ path: FilePath) throws(SessionError) {
        guard !path.exists, let here = try? CaseManifest(path: ".", platform: Self.platform),
            here.cases.contains(where: { $0.name == path.text })
        else { return }
        throw SessionError(
            .usage, "'\(path)' is a case, but manifests or folders are expected here",
            nextStep: "choose a case with an option: kkmix test --filter, kkmix review --accept")
    }

    /// The cases of other manifests that may read what is written. A golden that is new replaces nothing.
    static func neighbours(of manifests: [CaseManifest], _ recording: CaseRun.Recording?) throws -> [GoldenCase] {
        guard let recording else { return [] }
        let search = ManifestSearch(around: manifests)
        if let problem = search.problem, recording != .missing { throw problem }
        return search.found.flatMap(\.cases)
    }

    /// - Throws: `usage` for a name that no case has.
    static func named(_ names: [String], among cases: [GoldenCase]) throws(SessionError) -> [GoldenCase] {
        for name in names where !cases.contains(where: { $0.name == name }) {
            let near = NearMiss.of(name, among: cases.map(\.name)).map { "did you mean '\($0)'?" }
            throw SessionError(
                .usage, "there is no case '\(name)'", nextStep: near ?? "kkmix test --list prints their names")
        }
        return cases.filter { names.contains($0.name) }
    }
}
