internal import KKFiles
internal import KKPCM
internal import KKSession

/// One job on its way from its words to its outcome.
struct BatchTrial {
    private let job: BatchJob
    private let mix: BatchMix
    private let run: BatchRun
    private let threadCount: Int
    private let temporaryFiles: TemporaryFiles
    private let state: BatchState
    private let cache: BatchCache?
    private let deadline: RenderDeadline?

    private var options: BatchRun.Options { run.options }

    init(_ item: BatchMixes.Item, _ run: BatchRun, threadCount: Int, temporaryFiles: TemporaryFiles) {
        job = item.job
        mix = item.mix
        self.run = run
        self.threadCount = threadCount
        self.temporaryFiles = temporaryFiles
        state = BatchState(folder: run.options.state)
        cache = run.options.cache.map(BatchCache.init)
        // The time begins here: its inputs are read for its key before they are rendered. What names a job says its
        // place as well.
        deadline = run.options.seconds.map {
            RenderDeadline(
                seconds: $0, "the job '\(item.job.id)'", nextStep: "give it more time with --timeout TIME",
                clock: run.options.clock)
        }
    }

    func outcome() -> JobOutcome {
        let started = options.clock()
        var outcome = JobOutcome(job, status: .done)
        do {
            try fill(&outcome)
        } catch {
            outcome.status = .failed
            outcome.facts = nil
            outcome.failure = JobFailure(error, status: options.exitStatus)
        }
        outcome.seconds = options.clock() - started
        return outcome
    }

    private func fill(_ outcome: inout JobOutcome) throws {
        for path in mix.inputPaths { try MachineFile.check(path, "an input of a job") }
        let key = try key()
        outcome.key = key
        try options.planned[FilePath(job.id)]?.check(mix, key: key, hashes: run.hashes)
        var replaces = options.replacesExisting || options.keepsUnchanged
        if options.resumes, let record = try state.record(of: job), BatchState.vouches(record, for: mix.output.path) {
            if record.key == key {
                (outcome.status, outcome.facts) = (.resumed, record.facts)
                // It was complete when the process died.
                if run.attempts.deaths(of: job) > 0 { run.attempts.end(job, temporaryFiles) }
                return
            }
            // An earlier run made it of something else.
            replaces = true
        }
        try run.attempts.begin(job, temporaryFiles)
        defer { run.attempts.end(job, temporaryFiles) }
        do {
            if !replaces, mix.output.path.stamp != nil { throw refusal }
            if options.isDry {
                let planned = try renderJob(replaces: replaces, seal: nil)
                (outcome.status, outcome.facts) = (.planned, JobFacts(planned.planned, of: planned.plan))
                return
            }
            if try !fetch(key, replaces: replaces, &outcome) { try render(key, replaces: replaces, &outcome) }
        } catch {
            // Another run of the list may have made it since this one looked.
            guard options.resumes, !replaces, (error as? any Failure)?.kind == .cannotCreate,
                let record = try state.record(of: job),
                record.key == key, BatchState.vouches(record, for: mix.output.path)
            else { throw error }
            (outcome.status, outcome.facts) = (.resumed, record.facts)
        }
    }

    /// Nobody vouches for the output that is there.
    private var refusal: SessionError {
        if options.resumes, let record = try? state.damagedRecord(of: job) {
            return SessionError(
                .cannotCreate, "the output exists already, but its record is damaged (\(record))",
                place: mix.output.path,
                nextStep:
                    "remove the output, so that --resume makes it again, or use -f to replace the outputs of this run")
        }
        return SessionError(
            .cannotCreate,
            options.resumes
                ? "the output exists already, but not as an earlier run made it" : "the output exists already",
            place: mix.output.path,
            nextStep: options.resumes
                ? "use --state to name the folder of another run's records, or -f to replace the output"
                : "use --resume to skip what an earlier run did (--state names the folder of its records), or -f to replace the output"
        )
    }

    private func key() throws -> JobKey {
        do {
            return try JobKey(job, mix, hashes: run.hashes, engine: options.engine, deadline: deadline)
        } catch {
            try deadline?.check()
            // What a mix would say of the input is the better reason.
            _ = try renderJob(replaces: true, seal: nil)
            throw error
        }
    }

    /// Takes the output from the cache.
    ///
    /// - Returns: whether it was there.
    private func fetch(_ key: JobKey, replaces: Bool, _ outcome: inout JobOutcome) throws -> Bool {
        guard let cache else { return false }
        switch cache.entry(key) {
        case .missing: return false
        case .damaged(let reason):
            outcome.remarks.append(Self.remark(reason))
            return false
        case .found(let facts):
            let path = mix.output.path
            try AudioFileWriter.check(path: path, force: replaces, inputs: mix.inputPaths, makesFolder: true)
            let sound = cache.soundPath(facts.sha256 ?? "")
            do {
                let isUnchanged = try SmallFile.copy(sound, to: path, options: writerOptions(replaces: replaces)) {
                    copy in
                    guard try FileHashes.hash(copy) == facts.sha256 else { throw Damaged() }
                    try state.keep(JobRecord(id: job.id, key: key, facts: facts), of: job, temporaryFiles)
                }
                // One that this run put there is no find.
                outcome.status = isUnchanged ? .unchanged : run.storedKeys.contains(key) ? .done : .cached
                outcome.facts = facts
                return true
            } catch is Damaged {
                outcome.remarks.append(Self.remark("\(sound) has changed since it was put there"))
                return false
            }
        }
    }

    private struct Damaged: Error {}

    private static func remark(_ reason: String) -> String { "the cache is damaged: \(reason); the job was rendered" }

    private func writerOptions(replaces: Bool) -> WriterOptions {
        var options = WriterOptions(force: replaces, temporaryFiles: temporaryFiles)
        options.keepsUnchanged = self.options.keepsUnchanged
        return options
    }

    private func render(_ key: JobKey, replaces: Bool, _ outcome: inout JobOutcome) throws {
        var facts: JobFacts?
        let report = try renderJob(replaces: replaces) { renderJob, report, unfinished in
            if let path = mix.inputPaths.first(where: { !run.hashes.isUnchanged($0) }) {
                throw SessionError(
                    .temporary, "the input was changed while the run was under way", place: path,
                    nextStep: "run again when no other program writes to it")
            }
            var made = JobFacts(report, of: renderJob.plan)
            made.byteCount = unfinished.stamp?.byteCount ?? 0
            made.sha256 = try FileHashes.hash(unfinished)
            try state.keep(JobRecord(id: job.id, key: key, facts: made), of: job, temporaryFiles)
            facts = made
        }.run()
        outcome.facts = facts
        if report.isUnchanged { outcome.status = .unchanged }
        guard let cache, let facts else { return }
        do {
            run.storedKeys.insert(key)
            try cache.store(facts, key: key, from: mix.output.path, replaces: !outcome.remarks.isEmpty, temporaryFiles)
        } catch {
            outcome.remarks.append("the output is not in the cache: \(error)")
        }
    }

    /// The job with its inputs opened.
    private func renderJob(replaces: Bool, seal: ((RenderJob, MixReport, FilePath) throws -> Void)?) throws -> RenderJob
    {
        if mix.output.path.exists, !mix.output.path.isFolder,
            mix.output.path.identity(standard: 1) == nil
        {
            throw SessionError(
                .cannotCreate, "a job writes files, but this is not a file", place: mix.output.path,
                nextStep: "name a file")
        }
        var environment = RenderJob.Environment(temporaryFiles: temporaryFiles)
        environment.threadCount = threadCount
        environment.seal = seal
        environment.deadline = deadline
        environment.room = MixRoom(of: "a job")
        var output = mix.output
        output.replacesExisting = replaces
        output.keepsUnchanged = options.keepsUnchanged
        return try RenderJob(mix.session, output: output, environment: environment)
    }
}
