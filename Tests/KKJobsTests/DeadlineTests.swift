import KKJobSupport
import KKMixing
import KKTestSupport
import Synchronization
import Testing

/// What reads long asks when it has to be over.
@Suite struct DeadlineTests {
    private let jobs: JobFolder

    init() throws {
        jobs = try JobFolder()
        var numbers = SeededNumbers(seed: 9)
        let noise = (0..<40_000).map { _ in [Int16.random(in: -8_000...8_000, using: &numbers)] }
        try jobs.pcm16("noise.wav", noise)
        try jobs.pcm16("late.wav", noise.suffix(39_000) + noise.prefix(1_000))
        try jobs.pcm16("quiet.wav", Array(repeating: [0], count: 80_000) + noise)
    }

    /// A clock that is a second later each time it is looked at.
    private static func deadline(after seconds: Double) -> RenderDeadline {
        let ticks = Ticks()
        return RenderDeadline(seconds: seconds, "the work", nextStep: "wait") { ticks.next() }
    }

    private final class Ticks: Sendable {
        private let count = Mutex(0.0)

        func next() -> Double {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private func environment(_ seconds: Double) -> RenderJob.Environment {
        var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
        environment.deadline = Self.deadline(after: seconds)
        return environment
    }

    private static func isOver(_ error: (any Error)?) -> Bool {
        (error as? SessionError)?.problem.contains("the work took longer than") ?? false
    }

    /// 80,000 frames of silence are twenty blocks.
    @Test func `silence was searched for beyond the time limit`() throws {
        let session = try jobs.session(["quiet.wav::trim=silence"])
        let error = #expect(throws: (any Error).self) {
            try RenderJob(session, output: OutputSpec(path: jobs.folder.path("o.wav")), environment: environment(10))
        }
        #expect(Self.isOver(error), "\(String(describing: error))")
    }

    @Test func `an impulse response was read beyond the time limit`() throws {
        let session = try jobs.session(["noise.wav::reverb=\(jobs.folder.path("quiet.wav"))"])
        let error = #expect(throws: (any Error).self) {
            try RenderJob(session, output: OutputSpec(path: jobs.folder.path("o.wav")), environment: environment(10))
        }
        #expect(Self.isOver(error), "\(String(describing: error))")
    }

    @Test(arguments: ["noise.wav", "late.wav"])
    func `two files were compared beyond the time limit`(actual: String) throws {
        var settings = ComparisonJob.Settings()
        settings.tolerance.lag = .frames(2_000)
        settings.measuresAll = true
        func run(_ seconds: Double) throws -> ComparisonReport {
            try ComparisonJob(
                reference: FilePath(jobs.folder.path("quiet.wav")), actual: FilePath(jobs.folder.path(actual)),
                settings: settings, environment: environment(seconds)
            ).run()
        }
        for seconds in [2.0, 12, 25] {
            let error = #expect(throws: (any Error).self) { try run(seconds) }
            #expect(Self.isOver(error), "\(seconds) s: \(String(describing: error))")
        }
        _ = try run(1e9)
    }

    @Test func `hundreds of units were planned beyond the time limit`() throws {
        let row = Array(repeating: "unit=delay", count: 300).joined(separator: ",")
        let session = try jobs.session(["noise.wav::\(row)"])
        let error = #expect(throws: (any Error).self) {
            try RenderJob(session, output: OutputSpec(path: jobs.folder.path("o.wav")), environment: environment(100))
        }
        #expect(Self.isOver(error), "\(String(describing: error))")
    }

    @Test func `a graph was built beyond the time limit`() throws {
        let row = Array(repeating: "unit=delay", count: 300).joined(separator: ",")
        let session = try jobs.session(["noise.wav::\(row)"])
        let job = try RenderJob(
            session, output: OutputSpec(path: jobs.folder.path("o.wav")), environment: environment(500))
        let error = #expect(throws: (any Error).self) { try job.run() }
        #expect(Self.isOver(error), "\(String(describing: error))")
    }

    @Test func `a picture was drawn beyond the time limit`() throws {
        let (one, other) = (FilePath(jobs.folder.path("noise.wav")), FilePath(jobs.folder.path("late.wav")))
        for inputs in [[one], [one, other]] {
            var settings = PlotSettings(inputs: inputs)
            settings.deadline = Self.deadline(after: 3)
            let error = #expect(throws: (any Error).self) { try PlotJob(settings).run() }
            #expect(Self.isOver(error), "\(String(describing: error))")
        }
        var plot = ComparisonPlot()
        plot.deadline = Self.deadline(after: 3)
        let error = #expect(throws: (any Error).self) { try plot.picture(reference: one, actual: other) }
        #expect(Self.isOver(error), "\(String(describing: error))")
    }
}
