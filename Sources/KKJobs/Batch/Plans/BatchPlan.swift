internal import KKMath

public import KKFiles
public import KKPCM
public import KKSession

/// A job list with everything that can be determined before rendering: the exact bytes that each job reads, and the
/// length of its output.
///
/// Several machines share a plan. It contains no machine name or time; the same list with the same files gives the same
/// bytes.
public struct BatchPlan: Hashable, Sendable {
    public static let schema = 1

    /// One job with its planned properties.
    public struct Job: Hashable, Sendable, KeyedReport {
        public var job: BatchJob
        /// `nil` for a job that will fail.
        public var key: JobKey?
        /// The SHA-256 of each input file; `nil` for a stimulus or an unreadable file.
        public var hashes: [String?]
        /// The length of the output; 0 for a job that will fail.
        public var frameCount: Int64
        /// In hertz; 0 for a job that will fail.
        public var sampleRate: Double
        public var channelCount: Int
        /// Why it will fail.
        public var failure: JobFailure?

        public init(
            _ job: BatchJob, key: JobKey? = nil, hashes: [String?] = [], frameCount: Int64 = 0, sampleRate: Double = 0,
            channelCount: Int = 0,
            failure: JobFailure? = nil
        ) {
            self.job = job
            self.key = key
            self.hashes = hashes
            self.frameCount = frameCount
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            self.failure = failure
        }

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("id", \.job.id)
            key("place", \.job.place)
            key("output", \.job.output)
            key("key", \.key)
            key("frames", \.frameCount)
            key("sample_rate", \.sampleRate)
            key("channels", \.channelCount)
            key("error", \.failure)
        }
    }

    /// The version of the program that made it; the same version must run it.
    public let engine: String
    /// The folder to which the jobs' paths are relative, from the plan's folder.
    public let folder: FilePath
    /// The name of the list in that folder; `nil` if the jobs come from elsewhere.
    public let list: FilePath?
    public let jobs: [Job]
    /// SHA-256 over the engine and the jobs, 64 hexadecimal digits: reports name their plan by it.
    public let key: String

    /// - Parameter folder: from the plan's folder; empty and `.` are that one.
    /// - Throws: `unavailable` without libcrypto.
    public init(_ jobs: [Job], folder: FilePath, list: FilePath? = nil, engine: String) throws {
        self.jobs = jobs
        self.list = list
        self.folder = folder.orHere
        self.engine = engine
        key = try Self.key(of: jobs, engine: engine)
    }

    /// The jobs that are expected to fail.
    public var failures: [Job] { jobs.filter { $0.failure != nil } }

    /// The total duration of the outputs in seconds.
    public var seconds: Double {
        jobs.reduce(0) { $0 + ($1.sampleRate > 0 ? Double($1.frameCount) / $1.sampleRate : 0) }
    }
}

extension BatchPlan {
    /// The list from which it was made; `nil` if the jobs come from elsewhere.
    ///
    /// - Parameter path: the plan's file.
    public func list(path: FilePath) -> FilePath? {
        list.map { (path.folder / folder / $0).plain }
    }

    /// The default state folder of runs. It is that of the list's runs, so that neither repeats the work of the other.
    ///
    /// - Parameter path: the plan's file.
    public func state(path: FilePath) -> FilePath { BatchJobList.state(path: list(path: path) ?? path) }

    /// - Parameter path: the plan's file, for messages.
    /// - Throws: `badSession` if another version of the program made it, because that may render differently.
    public func check(engine version: String, path: FilePath) throws(SessionError) {
        guard engine == version else {
            throw SessionError(
                .badSession, "the plan was made by kkmix \(engine), but this is \(version)", place: path,
                nextStep: "run it with that version, or make it again: kkmix batch plan JOBS -o PLAN")
        }
    }
}

extension BatchPlan.Job {
    /// Looks whether the job's inputs are those of the plan.
    ///
    /// - Throws: `badData` with the input that is another one, and what hashing throws. A job that was planned to fail
    ///   is left alone.
    func check(_ mix: BatchMix, key: JobKey, hashes known: FileHashes) throws {
        guard let planned = self.key, planned != key else { return }
        for (track, hash) in zip(mix.session.tracks, hashes) {
            let found = track.path.isStimulus ? nil : try known.hash(of: track.path)
            guard found == hash else {
                throw SessionError(
                    .badData, "the file has changed since the plan was made", place: track.path,
                    nextStep: "restore the old file, or make the plan again")
            }
        }
        throw SessionError(
            .badData, "the job has changed since the plan was made", place: job.place, nextStep: "make the plan again")
    }
}
