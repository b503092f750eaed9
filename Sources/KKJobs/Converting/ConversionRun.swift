public import KKFiles
internal import KKPCM
internal import KKSession

/// Converts the files of a plan in parallel and reports each in input order.
///
/// A file that fails does not stop others. Outputs and reports do not depend on the number of threads.
public struct ConversionRun: Sendable {
    /// How far a conversion goes.
    public enum Extent: Sendable {
        /// Only describes it; obstacles at the output's path are notices.
        case describe
        /// Also checks everything that can be checked before rendering.
        case check
        case write
    }

    public let plan: ConversionPlan
    public var extent = Extent.write
    /// The number of threads, including the caller's: for parallel files, and if there are fewer files, for reading and
    /// writing.
    public var threadCount = 1
    /// Whether standard output is a terminal, to which no audio is written.
    public var isOutputTerminal = false
    /// Called from any thread, about once per slice of a file.
    public var progress: @Sendable (Progress) -> Void = { _ in }
    private let temporaryFiles: TemporaryFiles
    /// The plan's, and what an album has in common.
    var settings: ConversionSettings
    var albumGain: Double?

    /// The progress of one file.
    public struct Progress: Sendable {
        /// The index of the file, from 0.
        public var index: Int
        public var input: FilePath
        public var sampleRate: Double
        /// The pass over the file, from 1; normalising takes several.
        public var pass: Int
        /// Of this pass.
        public var framesDone: Int64
        /// `nil` while unknown.
        public var frameCount: Int64?
    }

    /// - Parameter temporaryFiles: what must be removed when the process is stopped; unused folders that were created
    ///   are removed through it, too.
    public init(_ plan: ConversionPlan, temporaryFiles: TemporaryFiles) {
        self.plan = plan
        settings = plan.settings
        self.temporaryFiles = temporaryFiles
    }

    /// - Parameter tell: called with the result of each file, in order, one at a time, on any thread.
    public func run(tell: @escaping @Sendable (Int, Result<ConversionReport, any Error>) -> Void) {
        let work = OrderedWork(
            count: plan.items.count, make: { index in Result { try convert(index) } }, tell: tell)
        work.run(threadCount: threadCount)
        temporaryFiles.removeEmptyFolders()
    }

    private func convert(_ index: Int) throws -> ConversionReport {
        let (job, begin) = try self.job(index, rendersOnce: extent == .write)
        guard extent == .write else {
            var description = job.description
            if !plan.hasDestination { description.output = nil }
            if extent == .describe, plan.hasDestination, let obstacle = ConversionJob.obstacle(plan.items[index]) {
                description.notices.append("would be refused: \(obstacle)")
            }
            return ConversionReport(description: description, mix: job.planned)
        }
        begin(job.description.to.format.sampleRate)
        var report = try job.run()
        report.albumGain = albumGain
        return report
    }

    /// A file's conversion, with its share of the threads.
    ///
    /// - Returns: what is told the rate, by which progress is shown, as well.
    func job(_ index: Int, rendersOnce: Bool) throws -> (job: ConversionJob, begin: (Double) -> Void) {
        var environment = RenderJob.Environment(temporaryFiles: temporaryFiles.part())
        environment.threadCount = ThreadShares(threadCount: threadCount, pieceCount: plan.items.count)[index]
        environment.isOutputTerminal = isOutputTerminal
        environment.rendersOnce = rendersOnce
        var sampleRate = 0.0, pass = 1
        let input = plan.items[index].input
        environment.progress = { [progress] done, total in
            progress(
                Progress(
                    index: index, input: input, sampleRate: sampleRate, pass: pass, framesDone: done, frameCount: total)
            )
        }
        environment.passBegins = { pass = $0 }
        let job = try ConversionJob(
            plan.items[index], settings: settings, environment: environment, checksOutput: extent != .describe)
        return (job, { sampleRate = $0 })
    }
}
