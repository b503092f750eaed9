internal import KKFiles
public import KKPCM
internal import Synchronization

/// Makes a plan of a list: opens what every job reads, and settles what it will make. Nothing is rendered, and no output is looked at.
public struct BatchPlanning: Sendable {
    let list: BatchJobList
    let mixes: [Result<BatchMix, JobFailure>]
    let engine: String
    let status: @Sendable (FailureKind) -> Int32

    /// - Parameters:
    ///   - engine: the version of the program.
    ///   - status: the exit status that the program gives to a kind of failure.
    ///   - parse: makes a mix of a job's words.
    public init(
        _ list: BatchJobList, engine: String, status: @escaping @Sendable (FailureKind) -> Int32, parse: (BatchJob) throws -> BatchMix
    ) {
        self.list = list
        self.engine = engine
        self.status = status
        mixes = list.jobs.map { job in
            do { return .success(try parse(job)) } catch { return .failure(JobFailure(error, status: status)) }
        }
    }

    /// - Parameters:
    ///   - folder: the way from the plan's folder to the list's.
    ///   - threadCount: jobs that are looked at side by side; changes nothing in the plan.
    /// - Throws: `unavailable` without libcrypto.
    public func plan(folder: String, threadCount: Int) throws -> BatchPlan {
        let hashes = FileHashes()
        let planned = Mutex<[BatchPlan.Job]>([])
        let work = OrderedWork(count: list.jobs.count) { index in
            job(index, hashes)
        } tell: { _, job in
            planned.withLock { $0.append(job) }
        }
        work.run(threadCount: threadCount)
        return try BatchPlan(planned.withLock { $0 }, folder: folder, engine: engine)
    }

    private func job(_ index: Int, _ hashes: FileHashes) -> BatchPlan.Job {
        let job = list.jobs[index]
        do {
            let mix = try mixes[index].get()
            // Bytes first: what a file is, is said by its reader; that it cannot be read, by both.
            let render = try RenderJob(
                mix.session, output: mix.output, environment: RenderJob.Environment(temporaryFiles: TemporaryFiles()), checksOutput: false)
            let key = try JobKey(job, mix, hashes: hashes, engine: engine)
            let sums = try mix.session.tracks.map { Stimulus.isMeant(by: $0.path) ? nil : try hashes.hash(of: $0.path) }
            return BatchPlan.Job(
                job, key: key, hashes: sums, frameCount: render.plan.frameCount, sampleRate: render.plan.sampleRate,
                channelCount: render.plan.layout.channelCount)
        } catch let failure as JobFailure {
            return BatchPlan.Job(job, failure: failure)
        } catch {
            return BatchPlan.Job(job, failure: JobFailure(error, status: status))
        }
    }
}

extension JobFailure: Error {}
