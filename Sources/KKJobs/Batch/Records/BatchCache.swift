internal import KKFiles
internal import KKPCM
internal import KKSession

/// Outputs by the keys of their jobs, shared by runs, lists and machines: `keys/KEY.json` says which sound a key has,
/// and `sounds/SHA256` are its bytes.
///
/// Everything is written under a temporary name and renamed, and a sound's name follows from its bytes. So runs that
/// write one entry at the same time write the same, and whoever reads one checks it.
struct BatchCache {
    enum Entry {
        case missing
        case found(JobFacts)
        /// It is there and cannot be used: why.
        case damaged(String)
    }

    let folder: FilePath

    private static let longest = 1 << 20

    func entry(_ key: JobKey) -> Entry {
        let path = keyPath(key)
        guard path.exists else { return .missing }
        guard path.isFile, let bytes = try? SmallFile.read(path, limit: Self.longest),
            let record = JobRecord(parsing: bytes),
            record.key == key, let sha256 = record.facts.sha256, let byteCount = record.facts.byteCount
        else { return .damaged("\(path) cannot be read") }
        // Of an older version, which sealed nothing.
        guard let seal = record.seal else { return .missing }
        guard FileHashes.isHash(sha256) else { return .damaged("\(path) names no output") }
        guard seal == (try? record.rightSeal) else {
            return .damaged("\(path) names an output that does not belong to its key")
        }
        guard let stamp = soundPath(sha256).stamp else {
            return .damaged("\(soundPath(sha256)) is missing")
        }
        guard stamp.byteCount == byteCount else {
            return .damaged("\(soundPath(sha256)) has \(stamp.byteCount) bytes instead of \(byteCount)")
        }
        return .found(record.facts)
    }

    /// Takes an output that is complete.
    ///
    /// - Parameter replaces: whether what is there is damaged.
    func store(
        _ facts: JobFacts, key: JobKey, from path: FilePath, replaces: Bool, _ temporaryFiles: TemporaryFiles
    ) throws {
        guard let sha256 = facts.sha256 else { return }
        for path in [soundPath(sha256), keyPath(key)] { try MachineFile.checkWritten(path) }
        if replaces || soundPath(sha256).stamp?.byteCount != facts.byteCount {
            try SmallFile.copy(
                path, to: soundPath(sha256), options: WriterOptions(force: true, temporaryFiles: temporaryFiles)
            ) { copy in
                guard try FileHashes.hash(copy) == sha256 else {
                    throw SessionError(.temporary, "the output was changed while it was copied", place: path)
                }
            }
        }
        let record = try JobRecord(id: "", key: key, facts: facts).sealed()
        try FinishedFile(path: keyPath(key), force: true, makesFolder: true).write(
            record.text, temporaryFiles: temporaryFiles)
    }

    func soundPath(_ sha256: String) -> FilePath { folder / "sounds/\(sha256)" }

    private func keyPath(_ key: JobKey) -> FilePath { folder / "keys/\(key).json" }

    /// Whether a folder is a cache in which something is: one that has folders of those two names for another reason
    /// has no keys.
    static func isThere(_ folder: FilePath) -> Bool {
        let cache = Self(folder: folder)
        guard cache.folders.allSatisfy(\.isFolder), let names = try? cache.folders[0].names()
        else { return false }
        return names.contains { name in
            name.hasSuffix(".json") && FileHashes.isHash(String(name.dropLast(5)))
        }
    }

    /// Where runs write.
    var folders: [FilePath] { ["keys", "sounds"].map { folder / $0 } }
}
