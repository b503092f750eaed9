internal import KKAnalysis
internal import KKFiles
internal import KKPCM
internal import KKSession

/// The folder in which a batch keeps a ``JobRecord`` for each job that is done. It may be taken away at any time: then
/// nothing can be resumed.
struct BatchState {
    let folder: FilePath

    /// The longest record that is read, in bytes.
    private static let longest = 1 << 20

    /// What is known of a job; `nil` if nothing is, or nothing that can be read.
    func record(of job: BatchJob) throws -> JobRecord? {
        let path = try path(of: job)
        guard path.isFile, let bytes = try? SmallFile.read(path, limit: Self.longest) else { return nil }
        return JobRecord(parsing: bytes).flatMap { $0.id == job.id ? $0 : nil }
    }

    /// The path of a job's record that is there and says nothing: a power failure may leave it empty. One of a former
    /// version is none of this one's.
    func damagedRecord(of job: BatchJob) throws -> FilePath? {
        let path = try path(of: job)
        guard path.exists, try record(of: job) == nil else { return nil }
        return path
    }

    func keep(_ record: JobRecord, of job: BatchJob, _ temporaryFiles: TemporaryFiles) throws {
        let path = try path(of: job)
        try MachineFile.checkWritten(path)
        try FinishedFile(path: path, force: true, makesFolder: true).write(record.text, temporaryFiles: temporaryFiles)
    }

    /// Whether the file at a path is the one that a record is about.
    static func vouches(_ record: JobRecord, for path: FilePath) -> Bool {
        guard let stamp = path.stamp, stamp.byteCount == record.facts.byteCount else { return false }
        return (try? FileHashes.hash(path)) == record.facts.sha256
    }

    private func path(of job: BatchJob) throws -> FilePath { try folder / "\(name(of: job)).json" }

    /// What says that a job is under way (``JobAttempts``).
    func markPath(of job: BatchJob) throws -> FilePath { try folder / markName(of: job) }

    func markName(of job: BatchJob) throws -> String { try name(of: job) + Self.markEnding }

    static let markEnding = ".begun"

    /// An id may have any characters, and a file's name not.
    private func name(of job: BatchJob) throws -> String {
        let hash = try ByteHash()
        hash.add(Array(job.id.utf8))
        return String(hash.digest().prefix(32))
    }
}
