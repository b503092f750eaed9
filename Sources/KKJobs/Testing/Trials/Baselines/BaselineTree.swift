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
        // As it is written, for a link may have led elsewhere then; but not back, by the project's own path.
        if let there = written(absolute), let end = there.realPath, !end.isIn(project) || end.isIn(place) {
            return there
        }
        let name = real.text.dropFirst(project.text.count + 1)
        let there = place / String(name)
        return there.exists ? there : place / (oldName(name) ?? String(name))
    }

    /// The names of a path below the project's folder, however it comes there, in the other revision; `nil` for one that
    /// leaves a folder again.
    private func written(_ path: FilePath) -> FilePath? {
        let names = path.text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard !names.contains("..") else { return nil }
        var start: FilePath = ""
        for (index, name) in names.enumerated() {
            start = "\(start)/\(name)"
            guard let real = start.realPath else { return nil }
            guard real.isIn(project) else { continue }
            let parts = [String(real.text.dropFirst(project.text.count + 1))] + names[(index + 1)...]
            return place / parts.filter { !$0.isEmpty }.joined(separator: "/")
        }
        return nil
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

    /// - Parameter place: where the manifest says how the sound is made.
    func moved(_ making: CaseMaking, place: String) throws(SessionError) -> CaseMaking {
        switch making {
        case .mix(var mix):
            mix.session.replacePaths(moved)
            return .mix(mix)
        case .program(let program):
            guard leadsBack(program) else { return .program(moved(program)) }
            throw SessionError(
                .badSession, "its program works outside of the project, where relative paths into it mean your files",
                place: place, nextStep: "remove 'cwd', or name a folder in the project; {dir} is the manifest's")
        case .file(let file): return .file(CaseFile(path: moved(file.path), raw: file.raw))
        }
    }

    /// Whether it works in a folder above the project, or beside it and has a word that leads into it from there.
    private func leadsBack(_ program: CaseProgram) -> Bool {
        guard let folder = program.folder.orHere.realPath, !folder.isIn(project) else { return false }
        guard !project.isIn(folder), case .words(let words) = program.line else { return project.isIn(folder) }
        return words.contains { word in
            let path = FilePath(word)
            return !path.isEmpty && !path.isAbsolute && (folder / path).realPath?.isIn(project) == true
        }
    }

    private func moved(_ program: CaseProgram) -> CaseProgram {
        var program = program
        program.folder = moved(program.folder.orHere)
        program.input = program.input.map(moved)
        program.variables = program.variables.map { ProgramVariable($0.name, moved(text: $0.value)) }
        switch program.line {
        case .words(let words): program.line = .words(words.map { moved(text: $0) })
        case .shell(let line): program.line = .shell(moved(text: line))
        }
        return program
    }
}
