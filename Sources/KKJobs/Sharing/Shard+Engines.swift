internal import KKMath

internal import KKPCM
public import KKSession

extension Shard {
    /// A system that starts one process on each of several machines and numbers them in the environment.
    public enum Engine: String, CaseIterable, Hashable, Sendable {
        case gitLab = "GitLab CI", circleCI = "CircleCI", buildkite = "Buildkite", bazel = "Bazel", slurm = "Slurm",
            kubernetes = "Kubernetes"
        case awsBatch = "AWS Batch"

        /// The variables with the index and the number of processes.
        public var variables: (index: String, count: String) {
            switch self {
            case .gitLab: ("CI_NODE_INDEX", "CI_NODE_TOTAL")
            case .circleCI: ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL")
            case .buildkite: ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT")
            case .bazel: ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS")
            case .slurm: ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT")
            case .kubernetes: ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS")
            case .awsBatch: ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE")
            }
        }

        /// The first index; `nil` for Slurm, whose arrays can begin at any number.
        public var first: Int64? {
            switch self {
            case .gitLab: 1
            case .slurm: nil
            case .circleCI, .buildkite, .bazel, .kubernetes, .awsBatch: 0
            }
        }

        /// The shard from this system's variables; `nil` if they are not set.
        ///
        /// - Throws: `usage` for an index without a number of processes, or out of range.
        public func shard(variable: (String) -> String?) throws(SessionError) -> Shard? {
            if self == .slurm { return try slurmShard(variable: variable) }
            let (index, count) = variables
            let texts = (index: variable(index) ?? "", count: variable(count) ?? "")
            // A job that is not split has a number of places with some engines nevertheless, which is 1.
            if texts.index.isEmpty, texts.count.isEmpty || texts.count == "1" {
                return texts.count.isEmpty ? nil : .whole
            }
            guard !texts.index.isEmpty else { throw missing(index, beside: "\(count)=\(texts.count)") }
            guard !texts.count.isEmpty else { throw missing(count, beside: "\(index)=\(texts.index)") }
            guard let place = Self.number(texts.index), let places = Self.number(texts.count),
                let shard = Shard(place - (first ?? 0) + 1, of: places)
            else {
                throw nonsense("\(index)=\(texts.index) and \(count)=\(texts.count)")
            }
            return shard
        }

        /// An array's tasks are those from MIN to MAX, STEP apart. The places of one that is a list (`--array=1,3,7`)
        /// are nowhere to be read.
        private func slurmShard(variable: (String) -> String?) throws(SessionError) -> Shard? {
            let names = ["ID", "MIN", "MAX", "STEP", "COUNT"].map { "SLURM_ARRAY_TASK_\($0)" }
            let texts = names.map { variable($0) ?? "" }
            guard !texts[0].isEmpty else { return nil }
            for at in 1...2 where texts[at].isEmpty { throw missing(names[at], beside: "\(names[0])=\(texts[0])") }
            let said = zip(names, texts).filter { !$0.1.isEmpty }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
            guard let task = Self.number(texts[0]), let least = Self.number(texts[1]), let most = Self.number(texts[2]),
                let step = texts[3].isEmpty ? 1 : Self.number(texts[3]), step > 0, least <= task, task <= most
            else {
                throw nonsense(said)
            }
            let count = (most - least) / step + 1
            let isEven =
                (most - least) % step == 0 && (task - least) % step == 0
                && (texts[4].isEmpty || Self.number(texts[4]) == count)
            guard isEven, let shard = Shard((task - least) / step + 1, of: count) else {
                throw SessionError(
                    .usage,
                    "the tasks of this array are not evenly spaced (\(said)), so the number of shards cannot be known",
                    nextStep: "submit it as FIRST-LAST, or write --shard i/n")
            }
            return shard
        }

        /// Digits of a number that can be reckoned with.
        private static func number(_ text: String) -> Int64? {
            Int64(digits: text).flatMap { $0 <= 1 << 40 ? $0 : nil }
        }

        private func missing(_ name: String, beside said: String) -> SessionError {
            let problem = "\(said) is set (\(rawValue)), and \(name) is not"
            guard self == .kubernetes else { return SessionError(.usage, problem, nextStep: "write --shard i/n") }
            guard name == variables.count else {
                return SessionError(
                    .usage, problem,
                    nextStep: "run the job with .spec.completionMode: Indexed, which sets it, or write --shard i/n")
            }
            return SessionError(
                .usage, "\(problem), which Kubernetes leaves to the job's author",
                nextStep: "set \(name) to the job's .spec.completions in the container's env, or write --shard i/n")
        }

        private func nonsense(_ said: String) -> SessionError {
            SessionError(.usage, "\(said) name no shard (\(rawValue))", nextStep: "write --shard i/n")
        }
    }

    /// The shard from the variables of the system that started this process.
    ///
    /// If no system has set variables or split the job, it is the whole run. One system may run inside another if only
    /// one of them has split the job.
    ///
    /// - Parameter variable: returns the value of an environment variable; `nil` if it is not set.
    /// - Returns: the shard, and the system that set it; `nil` for none.
    /// - Throws: `usage` for contradictory variables.
    public static func automatic(variable: (String) -> String?) throws(SessionError) -> (shard: Shard, engine: Engine?)
    {
        var found: (shard: Shard, engine: Engine)?
        for engine in Engine.allCases {
            guard let shard = try engine.shard(variable: variable) else { continue }
            if let other = found, other.shard.count > 1, shard.count > 1, other.shard != shard {
                throw SessionError(
                    .usage,
                    "\(other.engine.rawValue) says that this is shard \(other.shard), and \(engine.rawValue) says \(shard)",
                    nextStep: "write --shard i/n")
            }
            if found.map({ $0.shard.count == 1 }) ?? true { found = (shard, engine) }
        }
        return (found?.shard ?? .whole, found?.engine)
    }

    /// The file by which Bazel recognises that a test supports sharding; `nil` without Bazel's shards.
    public static func statusFile(variable: (String) -> String?) -> String? {
        guard let path = variable("TEST_SHARD_STATUS_FILE"), !path.isEmpty,
            !(variable("TEST_TOTAL_SHARDS") ?? "").isEmpty
        else { return nil }
        return path
    }
}
