public import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// What the goldens that are kept outside git must be: the text of a `kkmix.lock`, one line for each, sorted by path so
/// that it diffs and merges well.
public struct GoldenLock: Hashable, Sendable {
    /// A golden: `SHA-256 BYTES FORMAT PATH`.
    public struct Line: Hashable, Sendable {
        /// From the lock's folder.
        public let path: FilePath
        /// 64 hexadecimal digits of the file's bytes.
        public let sha256: String
        public let byteCount: Int64
        public let format: GoldenFile.Kind

        var text: String { "\(sha256) \(byteCount) \(format.rawValue) \(path)" }
    }

    /// It lies beside the manifest.
    static let fileName = "kkmix.lock"
    /// In bytes; of a lock that is read.
    static let longest = 16 << 20
    /// In bytes: a WAV holds no more.
    static let longestGolden: Int64 = 1 << 32
    private static let head = "# Goldens that are kept outside git: SHA-256, bytes, format, path. kkmix writes this."

    private var lines: [FilePath: Line] = [:]

    init() {}

    /// Reads a lock.
    ///
    /// - Parameter place: the file, for errors.
    /// - Throws: `badSession` with the line, for one that is not of that form, a path that leaves the folder, and a
    ///   golden that is given twice.
    init(parsing text: String, place: FilePath) throws(SessionError) {
        // Of bytes: a line end with an accent after it is one character.
        let rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, row) in rows.enumerated() {
            let bytes = row.last == UInt8(ascii: "\r") ? row.dropLast() : row
            if bytes.isEmpty || bytes.first == UInt8(ascii: "#") { continue }
            func error(_ problem: String, _ nextStep: String) -> SessionError {
                SessionError(.badSession, problem, place: "\(place):\(index + 1)", nextStep: nextStep)
            }
            let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
            guard words.count == 4 else {
                let isConflict = ["<<<<<<<", "=======", ">>>>>>>"].contains { bytes.starts(with: $0.utf8) }
                throw error(
                    isConflict ? "a merge left a conflict here" : "this line is not valid in a lock",
                    isConflict
                        ? "keep one line for each golden, and remove the conflict marks"
                        : "a line is 'SHA-256 BYTES FORMAT PATH'; restore the file from git")
            }
            guard FileHashes.isHash(words[0]) else {
                throw error("this is not a SHA-256", "it has 64 lower-case digits; restore the file from git")
            }
            guard let count = Int64(digits: words[1]), 0...Self.longestGolden ~= count else {
                throw error(
                    "this is not a byte count", "a golden has at most 4 GB; restore the file from git")
            }
            let path = FilePath(words[3])
            if let problem = Self.problem(with: path) {
                throw error("\(problem): \(path)", "a golden has to be in the lock's folder; remove the line")
            }
            guard let kind = Self.kind(of: path), kind.rawValue == words[2] else {
                throw error("the format is not that of \(path)", "it has to match the extension, wav or flac")
            }
            let line = Line(path: path, sha256: words[0], byteCount: count, format: kind)
            guard lines.updateValue(line, forKey: path) == nil else {
                throw error("\(path) is given twice", "keep the line of the right golden")
            }
        }
    }

    /// The line of a golden.
    subscript(path: FilePath) -> Line? {
        get { lines[path] }
        set { lines[path] = newValue }
    }

    var isEmpty: Bool { lines.isEmpty }

    /// By their paths in order.
    public var sortedLines: [Line] {
        lines.values.map { (bytes: $0.path.bytes, line: $0) }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .map(\.line)
    }

    /// As the file has it.
    var text: String { ([Self.head] + sortedLines.map(\.text)).joined(separator: "\n") + "\n" }

    /// Why a path can stand in no lock; `nil` if it can.
    static func problem(with path: FilePath) -> String? {
        let parts = path.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if path.isAbsolute { return "an absolute path" }
        if parts.contains(Array("..".utf8)[...]) { return "a path that leaves the folder" }
        if parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) }) { return "a path with an empty part" }
        let hasControl = path.text.unicodeScalars.contains { $0.value < 32 || (127...159).contains($0.value) }
        return hasControl || path.bytes.count > 4_096 ? "no name of a golden" : nil
    }

    /// That of a sound; `nil` of everything else: fingerprints and traces are texts, and stay in git.
    private static func kind(of path: FilePath) -> GoldenFile.Kind? {
        path.pathExtension.flatMap { GoldenFile.Kind(rawValue: $0.lowercased()) }.flatMap { $0.isSound ? $0 : nil }
    }
}

extension GoldenFile.Kind {
    /// Whether it is kept in a store, where there is one.
    var isSound: Bool { self != .fingerprint }
}

extension GoldenFile {
    /// As a lock has it.
    var lockedPath: FilePath { FilePath(name).plain }
}

extension GoldenLock.Line {
    /// The line of a file that is there.
    ///
    /// - Throws: `noInput` and `io` for one that cannot be read, `badData` for one that is too long.
    init(_ golden: GoldenFile) throws {
        let stamp = golden.path.stamp
        guard let count = stamp?.byteCount, count <= GoldenLock.longestGolden else {
            throw SessionError(
                .badData, stamp == nil ? "this is not a file" : "it is longer than 4 GB", place: golden.path,
                nextStep: "a golden is a short sound")
        }
        let hash = try FileHashes.hash(golden.path)
        guard golden.path.stamp == stamp else {
            throw SessionError(
                .temporary, "it changed while it was read", place: golden.path, nextStep: "try again")
        }
        self.init(path: golden.lockedPath, sha256: hash, byteCount: count, format: golden.kind)
    }

    /// What is wrong with a file that should be this golden, in a clause; `nil` if it is. What is not a file, or of
    /// another length, is not read.
    ///
    /// - Throws: `noInput` and `io` for one that cannot be read.
    func problem(with file: FilePath) throws -> String? {
        guard let stamp = file.stamp else { return "it is not a file" }
        guard stamp.byteCount == byteCount else {
            return "it has \(groupedText(stamp.byteCount)) bytes, not \(groupedText(byteCount))"
        }
        let hash = try FileHashes.hash(file)
        return hash == sha256 ? nil : "its SHA-256 is \(hash.prefix(8))…, not \(sha256.prefix(8))…"
    }
}
