internal import KKFiles
internal import KKMath
internal import KKPCM
internal import KKSession

/// Which jobs were under way when the process died, by a mark for each in the state's folder: it is written before a
/// job is rendered, and removed when the job is over, whatever became of it. A process dies with all that it works on,
/// and nobody knows for whose sake.
///
/// So a job that was under way at a death is run after all others and alone: if the process dies again, it was this
/// one's. Then the next run leaves it out, and the one after that tries it once more, for machines that are taken away
/// are no fault of a job's.
struct JobAttempts {
    /// Deaths after which a job is left out.
    static let mostDeaths = 2

    private let state: BatchState
    /// The name of this run's ``RunMark``; without one there is no telling a run that died from one that lives, and
    /// nothing is marked.
    private let run: String?
    /// How often the process died during a job, by the name of its mark.
    private let deaths: [String: Int]

    /// - Parameter isResuming: whether earlier runs count.
    init(_ state: BatchState, run: String?, isResuming: Bool) {
        (self.state, self.run) = (state, run)
        var deaths: [String: Int] = [:]
        if run != nil, isResuming {
            for name in (try? state.folder.names()) ?? [] where name.hasSuffix(BatchState.markEnding) {
                deaths[name] = Self.deaths(by: state.folder / name, in: state.folder)
            }
        }
        self.deaths = deaths
    }

    /// A mark is `RUN NUMBER`: who began the job, and how many runs that ended in it that makes if this one does. One
    /// that cannot be read was written when the process died.
    private static func deaths(by path: FilePath, in folder: FilePath) -> Int {
        // A pipe would be waited for; who begins the job refuses it.
        guard path.isFile else { return 0 }
        let words = String(decoding: (try? SmallFile.read(path, limit: 64)) ?? [], as: UTF8.self).parts(at: " ")
        guard words.count == 2, let number = Int(words[1]), (1...mostDeaths).contains(number) else { return 1 }
        return RunMark.isUnderWay(words[0], in: folder) ? 0 : number
    }

    func deaths(of job: BatchJob) -> Int {
        guard !deaths.isEmpty, let name = try? state.markName(of: job) else { return 0 }
        return deaths[name] ?? 0
    }

    /// Marks a job that is about to be rendered.
    ///
    /// - Throws: `temporary` for one that is left out; `cannotCreate` where something that is not a file has the mark's
    ///   name.
    func begin(_ job: BatchJob, _ temporaryFiles: TemporaryFiles) throws {
        guard let run else { return }
        let deaths = deaths(of: job)
        let isLeftOut = deaths >= Self.mostDeaths
        let path = try state.markPath(of: job)
        try MachineFile.checkWritten(path)
        // A signal that is caught takes it away with what is unfinished.
        if !isLeftOut { temporaryFiles.draft([path]) }
        try FinishedFile(path: path, force: true, makesFolder: true).write(
            "\(run) \(isLeftOut ? 1 : deaths + 1)", temporaryFiles: temporaryFiles)
        guard isLeftOut else { return }
        throw SessionError(
            .temporary, "the process died twice during this job, so this run left it out",
            nextStep:
                "use --resume to try it once more, alone; if the process dies again, please report it with this job")
    }

    /// The job is over.
    func end(_ job: BatchJob, _ temporaryFiles: TemporaryFiles) {
        guard run != nil, let path = try? state.markPath(of: job) else { return }
        try? path.removeFile()
        temporaryFiles.keep([path])
    }
}
