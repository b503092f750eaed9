public import KKFiles
internal import KKPCM
public import KKSession

/// A script that runs a plan on many machines and then merges the reports. kkmix itself uses no network: a job
/// scheduler runs the script.
public struct BatchScript: Hashable, Sendable {
    public enum Engine: String, CaseIterable, Sendable {
        case slurm, parallel

        /// Slurm counts an array's tasks to below `MaxArraySize`, which is 1001 where nobody has set it.
        var mostShards: Int { self == .slurm ? 1000 : 100_000 }
    }

    public let engine: Engine
    /// The plan, relative to the folder in which the script is started.
    public let plan: FilePath
    /// The first digits of the plan's key.
    let key: String
    let jobCount: Int
    public let shardCount: Int
    /// The folder of reports and logs, relative to that folder.
    public let reports: FilePath
    /// The path of kkmix on those machines.
    public var program: FilePath = "kkmix"
    /// Processors per shard; `nil` for the scheduler's default.
    public var processors: Int?
    /// The time limit of a shard, in the scheduler's format; `nil` for the scheduler's default.
    public var time: String?
    /// The number of parallel shards; `nil` for the scheduler's default.
    public var atOnce: Int?
    /// Options for each run of a shard.
    public var runOptions: [String] = []
    /// Options for the merge.
    public var mergeOptions: [String] = []

    /// - Parameters:
    ///   - path: the plan's file.
    ///   - shards: `nil` for a useful number.
    ///   - reports: the folder of reports; `nil` for one next to the plan.
    /// - Throws: `usage` for more shards than the scheduler accepts.
    public init(
        _ engine: Engine, _ plan: BatchPlan, path: FilePath, shards: Int? = nil, reports: FilePath? = nil
    ) throws(SessionError) {
        let most = engine.mostShards
        guard shards ?? 1 <= most else {
            throw SessionError(
                .usage, "\(shards ?? 1) shards are more than the \(most) that \(engine.rawValue) takes",
                nextStep: "a shard can hold many jobs: write --shards \(most)")
        }
        self.engine = engine
        self.plan = path
        self.reports = reports ?? "\(path).reports"
        key = String(plan.key.prefix(8))
        jobCount = plan.jobs.count
        shardCount = shards ?? plan.usefulShardCount(most: most)
    }

    /// The script, for `sh`.
    public var text: String {
        switch engine {
        case .slurm: slurmText
        case .parallel: parallelText
        }
    }

    /// The folder of this plan's reports only.
    public var folder: FilePath { reports / key }

    /// What a cluster shows as the name of a job: letters, digits, and what is harmless.
    var name: String {
        let name = plan.name.map {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_"
        }
        return name.isEmpty || name.first == "-" || name.first == "." ? "kkmix" : String(name)
    }

    /// `24 jobs in 3 shards`
    var amount: String {
        "\(jobCount) \(jobCount == 1 ? "job" : "jobs") in \(shardCount) \(shardCount == 1 ? "shard" : "shards")"
    }

    var mergeLine: String {
        let words =
            [ShellWord.literal(program), "batch", "merge"] + mergeOptions.map(ShellWord.literal) + [
                ShellWord.literal(plan), ShellWord.literal(folder),
            ]
        return words.joined(separator: " ")
    }
}
