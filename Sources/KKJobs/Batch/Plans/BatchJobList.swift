public import KKFiles
internal import KKPCM
public import KKSession

/// The jobs of a file: JSON Lines, a table (CSV) or YAML.
///
/// A row has `inputs`, `output`, and optionally `id` and `options`; paths are relative to the file. Words in one text
/// are split by ``CommandWords``; JSON and YAML may have a list instead.
public struct BatchJobList: Sendable {
    public let path: FilePath
    /// The folder to which its paths are relative; empty for the working folder.
    public let folder: FilePath
    public internal(set) var jobs: [BatchJob] = []

    /// What a row has: keys of JSON and YAML, columns of a table.
    static let keys = ["id", "inputs", "output", "options"]

    /// The longest list that is read, in bytes: millions of rows.
    static let longest = 1 << 30

    /// Reads a list.
    ///
    /// - Throws: `noInput` if it does not exist, `badSession` with `FILE:LINE:COLUMN` for errors in it, for a list
    ///   without jobs, and for a duplicate id; `usage` for a duplicate output.
    public init(path: FilePath) throws {
        self.init(path: path, folder: path.folder)
        try MachineFile.checkList(path, "a list of jobs")
        switch path.pathExtension?.lowercased() {
        case "jsonl", "ndjson": try readLines(SmallFile.read(path, limit: Self.longest))
        case "csv": try readTable(SmallFile.read(path, limit: Self.longest))
        case "yaml", "yml", "json": try readDocument(SmallFile.read(path, limit: Self.longest))
        default:
            // Whether it is there comes first.
            _ = try SmallFile.head(of: path, count: 1)
            throw SessionError(
                .badSession, "its name does not say what kind of list this is", place: path,
                nextStep: "name it .jsonl (JSON Lines), .csv or .yaml")
        }
        guard !jobs.isEmpty else {
            throw SessionError(
                .badSession, "it has no jobs", place: path,
                nextStep: "write a row with 'inputs' and 'output'; see kkmix batch --help")
        }
        try checkNames()
    }

    /// A list of jobs from elsewhere, for example from a plan.
    ///
    /// - Throws: `badSession` for a duplicate id, `usage` for a duplicate output.
    public init(_ jobs: [BatchJob], path: FilePath) throws(SessionError) {
        self.init(path: path, folder: path.folder)
        self.jobs = jobs
        try checkNames()
    }

    private init(path: FilePath, folder: FilePath) {
        self.path = path
        self.folder = folder
    }

    /// The default state folder of runs.
    public static func state(path: FilePath) -> FilePath { "\(path).state" }

    private func checkNames() throws(SessionError) {
        var known: [FilePath: BatchJob] = [:]
        for job in jobs {
            guard !([job.id, job.output.text] + job.inputs + job.options).contains(where: { $0.utf8.contains(0) })
            else {
                // The system takes it for the end of a name.
                throw SessionError(
                    .badSession, "there is a zero byte in a value", place: job.place,
                    nextStep: "remove it: names cannot contain it")
            }
            guard let other = known.updateValue(job, forKey: FilePath(job.id)) else { continue }
            // Jobs without ids have those of their outputs.
            if other.output == job.output { throw Self.oneOutput(job, other) }
            throw SessionError(
                .badSession, "the id '\(job.id)' is given twice, first at \(other.place)", place: job.place,
                nextStep: "change the id of one job")
        }
    }

    static func oneOutput(_ job: BatchJob, _ other: BatchJob) -> SessionError {
        let name = job.output == other.output ? "" : ", as \(other.output)"
        return SessionError(
            .usage, "the output \(job.output) is also the output of another job, at \(other.place)\(name)",
            place: job.place,
            nextStep: "change the output of one of them")
    }
}
