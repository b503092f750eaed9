public import KKFiles
internal import KKPCM
public import KKSession

/// What makes the sounds that stand in place of goldens.
public enum CaseBaseline: Sendable {
    /// Another program: with the words of a mix and `-o FILE` behind it, or in place of a case's own program.
    case command([String], seconds: Int)
    /// The same cases in another revision of the project.
    case tree(BaselineTree)

    /// - Throws: `usage` for no word at all, or a quote that does not end.
    public init(command text: String, seconds: Int) throws(SessionError) {
        let words: [String]
        do {
            words = try CommandWords(text).words
        } catch {
            throw SessionError(.usage, "--baseline-command: \(error.problem)", nextStep: error.nextStep)
        }
        guard !words.isEmpty else {
            throw SessionError(
                .usage, "--baseline-command names no program",
                nextStep: "write its path, with options where it needs some")
        }
        self = .command(words, seconds: seconds)
    }
}

/// Another revision of a project, in a folder of its own.
public struct BaselineTree: Sendable {
    /// As the user named it.
    public let revision: String
    /// The folder of the project, from the root, without links.
    let project: FilePath
    /// The other one, likewise.
    let place: FilePath

    public init(revision: String, project: FilePath, place: FilePath) {
        (self.revision, self.project, self.place) = (revision, project, place)
    }

    /// The folder of the project that a manifest belongs to: the nearest above it that has a `.git`; `nil` without.
    public static func project(of manifest: CaseManifest) -> FilePath? {
        guard let folder = manifest.folder.orHere.realPath else { return nil }
        let root = ManifestSearch.root(above: folder)
        return (root / ".git").exists ? root : nil
    }

    /// Where a path of the project is in the other one. What lies outside stays, and what is in the other one already,
    /// which may lie in the project itself.
    public func moved(_ path: FilePath) -> FilePath {
        if path.kind == .stimulus, !path.exists { return path }
        let absolute = path.absolute
        let real = absolute.realPath ?? absolute.folder.realPath.map { $0 / absolute.name } ?? absolute
        guard real.isIn(project), !real.isIn(place) else { return path }
        return FilePath(place.text + real.text.dropFirst(project.text.count))
    }

    func moved(_ item: GoldenCase) -> GoldenCase {
        var item = item
        item.folder = moved(item.folder.orHere)
        return item
    }

    func moved(_ mix: CaseMix) -> CaseMix {
        var mix = mix
        for index in mix.session.tracks.indices {
            mix.session.tracks[index].path = moved(mix.session.tracks[index].path)
        }
        return mix
    }

    func moved(_ program: CaseProgram) -> CaseProgram {
        var program = program
        program.folder = moved(program.folder.orHere)
        program.input = program.input.map(moved)
        return program
    }
}
