public import KKFiles
public import KKPCM
internal import KKSession
internal import Synchronization

/// Makes a plan of a list's jobs: opens their inputs and determines their outputs. Nothing is rendered, and outputs are
/// not read.
public struct BatchPlanning: Sendable {
    private let list: BatchJobList
    private let items: [BatchMixes.Item]
    private let engine: String
    private let status: @Sendable (FailureKind) -> Int32

    /// - Parameters:
    ///   - engine: the version of the program.
    ///   - status: the program's exit status for a kind of failure.
    public init(
        _ list: BatchJobList, _ mixes: BatchMixes, engine: String, status: @escaping @Sendable (FailureKind) -> Int32
    ) {
        self.list = list
        items = mixes.items
        self.engine = engine
        self.status = status
    }

    /// - Parameters:
    ///   - path: the plan's location, from which the list's folder is found.
    ///   - threadCount: the number of jobs examined in parallel; it does not change the plan.
    /// - Throws: `cannotCreate` if its folder does not exist, `unavailable` without libcrypto. A job that cannot be
    ///   planned has its failure in the plan.
    public func plan(at path: FilePath, threadCount: Int) throws -> BatchPlan {
        guard let folder = BatchPlan.way(from: path.folder, to: list.folder) else {
            throw SessionError(.cannotCreate, "the plan's folder does not exist", place: path, nextStep: "create it")
        }
        let hashes = FileHashes()
        let planned = Mutex<[BatchPlan.Job]>([])
        let work = OrderedWork(count: items.count) { index in
            job(items[index], hashes)
        } tell: { _, job in
            planned.withLock { $0.append(job) }
        }
        work.run(
            threadCount: min(
                threadCount, OpenFiles.parallelCount(inputCount: items.map { $0.mix.session.tracks.count }.max() ?? 0)))
        return try BatchPlan(
            planned.withLock { $0 }, folder: folder, list: FilePath(list.path.name), engine: engine)
    }

    private func job(_ item: BatchMixes.Item, _ hashes: FileHashes) -> BatchPlan.Job {
        do {
            for path in item.mix.inputPaths { try MachineFile.check(path, "an input of a job") }
            var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
            environment.room = MixRoom(of: "a job")
            let plan = try RenderJob(
                item.mix.session, output: item.mix.output, environment: environment, checksOutput: false
            ).plan
            let sums = try item.mix.session.tracks.map {
                $0.path.isStimulus ? nil : try hashes.hash(of: $0.path)
            }
            return BatchPlan.Job(
                item.job, key: try JobKey(item.job, item.mix, hashes: hashes, engine: engine), hashes: sums,
                frameCount: plan.frameCount,
                sampleRate: plan.sampleRate, channelCount: plan.layout.channelCount)
        } catch {
            // A plan says the same wherever it is made, so paths begin at the list here, too.
            var failure = JobFailure(error, status: status)
            failure.message = fromList(failure.message)
            failure.problem = fromList(failure.problem)
            failure.place = failure.place.map(fromList)
            failure.path = failure.path.map(fromList)
            return BatchPlan.Job(item.job, failure: failure)
        }
    }

    private func fromList(_ text: String) -> String {
        // Of bytes: a slash and an accent after it are one character.
        guard !list.folder.isEmpty else { return text }
        let folder = Array((list.folder / "").text.utf8)
        return String(decoding: Array(text.utf8).replacing(folder, with: []), as: UTF8.self)
    }
}
