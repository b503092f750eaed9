public import KKFiles
internal import KKPCM
internal import KKSession

/// A folder of goldens: `ab/ab12…`, each named by the SHA-256 of its bytes, in 256 folders by its first two digits; and
/// a file that marks the folder as a store, because objects are removed from it.
public struct StoreFolder: Hashable, Sendable {
    public let path: FilePath

    static let markName = "kkmix-store"
    private static let mark = "Goldens by SHA-256, kept by kkmix goldens.\n"

    var isMarked: Bool { (path / Self.markName).isPlainFile }

    func path(of hash: String) -> FilePath { path / String(hash.prefix(2)) / hash }

    /// Puts the bytes of a golden into a file. Nothing longer than it is read.
    ///
    /// - Throws: as ``check(_:)`` does.
    func fetch(_ line: GoldenLock.Line, to target: FilePath, _ files: TemporaryFiles) throws {
        try check(line)
        try SmallFile.copy(path(of: line.sha256), to: target, temporaryFiles: files)
    }

    /// Looks whether the store has a golden, whole.
    ///
    /// - Throws: `noInput` if it does not have it, `badData` where it has something else.
    func check(_ line: GoldenLock.Line) throws {
        let object = path(of: line.sha256)
        guard path.isFolder else {
            throw SessionError(
                .noInput, "the store does not exist", place: path,
                nextStep: "check 'store' in the manifest, and that it is mounted")
        }
        guard object.exists else {
            throw SessionError(
                .noInput, "the store does not have it", place: object,
                nextStep: "run kkmix goldens push where the golden is")
        }
        if let problem = try line.problem(with: object) {
            throw SessionError(
                .badData, "the file in the store is not the golden: \(problem)", place: object,
                nextStep: "run kkmix goldens push where the golden is complete: it replaces this file")
        }
    }

    /// Whether the store has a golden, whole.
    func has(_ line: GoldenLock.Line) throws -> Bool {
        let object = path(of: line.sha256)
        return try object.isPlainFile && line.problem(with: object) == nil
    }

    /// Puts a golden into the store; the object is there whole or not at all.
    func push(_ line: GoldenLock.Line, from golden: FilePath, _ files: TemporaryFiles) throws {
        let object = path(of: line.sha256)
        try SmallFile.copy(golden, to: object, options: .init(force: true, temporaryFiles: files)) { unfinished in
            guard let problem = try line.problem(with: unfinished) else { return }
            throw SessionError(
                .temporary, "the golden changed while it was copied: \(problem)", place: golden, nextStep: "try again")
        }
    }

    /// Makes the store, where it is not there. Nothing that lies in it is followed as a link.
    ///
    /// - Parameter isDry: whether it is only looked at.
    /// - Throws: `cannotCreate` for a folder of other things, and where it cannot be made.
    func prepare(_ files: TemporaryFiles, isDry: Bool) throws {
        files.own(path)
        if isMarked { return }
        guard !path.exists || path.isFolder else {
            throw SessionError(
                .cannotCreate, "the store has to be a folder, but this is not a folder", place: path,
                nextStep: "name a folder that is empty or does not exist yet")
        }
        // Another run may make it at this moment: the mark is the first that is in it.
        guard !path.exists || path.isEmptyFolder || isMarked else {
            throw SessionError(
                .cannotCreate, "this is not a store: it has other files and no \(Self.markName)", place: path,
                nextStep: "name a folder that is empty or does not exist yet")
        }
        if isDry { return }
        try FinishedFile(path: path / Self.markName, force: true, makesFolder: true).write(
            Self.mark, temporaryFiles: files)
    }

    /// Every object by its hash, in order. What is there besides is nobody's.
    func objects() throws -> [FilePath] {
        try folders().flatMap { folder in
            try folder.names().filter { FileHashes.isHash($0) && $0.hasPrefix(folder.name) }.map { folder / $0 }
                .filter(\.isPlainFile)
        }
    }

    /// What runs left that were killed, and what runs are at.
    func unfinished() throws -> [FilePath] {
        try folders().flatMap(TemporaryFiles.unfinished)
    }

    private func folders() throws -> [FilePath] {
        try path.names().filter { $0.utf8.count == 2 }.map { path / $0 }.filter(\.isPlainFolder)
    }
}
