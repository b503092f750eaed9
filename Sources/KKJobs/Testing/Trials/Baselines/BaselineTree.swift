public import KKFiles
internal import KKPCM
internal import KKSession

/// Another revision of a project, in a separate folder.
public struct BaselineTree: Sendable {
    /// The name given by the user.
    public let revision: String
    /// The folder of the project, from the root, without links.
    let project: FilePath
    /// The other one, likewise.
    let place: FilePath
    /// Renamed files: the old name by the current name, relative to the project's folder.
    public var renames: [String: String] = [:]

    public init(revision: String, project: FilePath, place: FilePath) {
        (self.revision, self.project, self.place) = (revision, project, place)
    }

    /// The folder of the project that a manifest belongs to: the nearest above it that has a `.git`; `nil` without.
    public static func project(of manifest: CaseManifest) -> FilePath? {
        guard let folder = manifest.folder.orHere.realPath else { return nil }
        let root = ManifestSearch.root(above: folder)
        return (root / ".git").exists ? root : nil
    }

    /// The path in the other revision. Paths outside the project, and paths already in the other revision (which may be
    /// inside the project), are unchanged. Renamed files and folders get their old name.
    public func moved(_ path: FilePath) -> FilePath {
        if path.kind == .stimulus, !path.exists { return path }
        let absolute = path.absolute
        let real = absolute.realPath ?? absolute.folder.realPath.map { $0 / absolute.name } ?? absolute
        guard real.isIn(project), !real.isIn(place) else { return path }
        if real == project { return place }
        let name = real.text.dropFirst(project.text.count + 1)
        let there = place / String(name)
        return there.exists ? there : place / (oldName(name) ?? String(name))
    }

    private func oldName(_ name: Substring) -> String? {
        if let old = renames[String(name)] { return old }
        var folder = name
        while !(place / String(folder)).exists {
            // One file in it says what it was called.
            let olds = renames.compactMap { new, old -> Substring? in
                guard new.hasPrefix("\(folder)/") else { return nil }
                let rest = new.dropFirst(folder.count)
                return old.hasSuffix(rest) ? old.dropLast(rest.count) : nil
            }
            if let old = olds.min() { return String(old) + name.dropFirst(folder.count) }
            guard let end = folder.lastIndex(of: "/") else { return nil }
            folder = folder[..<end]
        }
        return nil
    }

    func moved(_ item: GoldenCase) -> GoldenCase {
        var item = item
        item.folder = moved(item.folder.orHere)
        return item
    }

    func moved(_ making: CaseMaking) -> CaseMaking {
        switch making {
        case .mix(var mix):
            mix.session.replacePaths(moved)
            return .mix(mix)
        case .program(let program): return .program(moved(program))
        case .file(let file): return .file(CaseFile(path: moved(file.path), raw: file.raw))
        }
    }

    private func moved(_ program: CaseProgram) -> CaseProgram {
        var program = program
        program.folder = moved(program.folder.orHere)
        program.input = program.input.map(moved)
        program.variables = program.variables.map { ProgramVariable($0.name, moved(text: $0.value)) }
        switch program.line {
        case .words(let words): program.line = .words(words.map { moved(text: $0) })
        case .shell(let line): program.line = .shell(moved(text: line, isLine: true))
        }
        return program
    }
}
