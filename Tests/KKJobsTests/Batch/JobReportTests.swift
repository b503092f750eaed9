import KKFiles
@testable import KKJobs
import KKPCM
import KKReport
@testable import KKSession
import Testing

/// Jobs as entries of a report.
@Suite struct JobReportTests {
    private let job = BatchJob(
        id: "a", place: "lists/jobs.csv:7", folder: "lists", inputs: ["a.wav"], output: "out/a.wav")

    private func facts(clipping: JobClipping? = nil) -> JobFacts {
        JobFacts(
            byteCount: 44, sha256: "0123", frameCount: 96_000, sampleRate: 48_000, channelCount: 2, layout: "stereo",
            container: "wav",
            encoding: "s16", dither: "tpdf", scale: 1, clipping: clipping, warnings: ["damaged at 3 s"], notices: [])
    }

    @Test("A job that is done has passed, with its output to listen to")
    func done() throws {
        for status in [JobOutcome.Status.done, .resumed, .cached, .unchanged] {
            var outcome = JobOutcome(job, status: status)
            let clipping = ClippingReport(
                sampleCount: 2, worstAmplitude: 1.5, worstFrame: 1, worstChannel: 0, contributions: [])
            outcome.facts = facts(clipping: JobClipping(clipping, text: "2 samples clipped"))
            outcome.remarks = ["the cache is damaged"]
            let entry = ReportEntry(outcome, in: "lists/jobs.csv", folder: "lists", isExpected: true)
            #expect(entry.status == .passed && entry.name == "a" && entry.group == "lists/jobs.csv")
            #expect(entry.place == .init(file: "lists/jobs.csv", line: 7))
            #expect(entry.headline.hasSuffix("wav s16, 48000 Hz, stereo, 0:02.000"), "\(entry.headline)")
            #expect(entry.warnings == ["2 samples clipped", "damaged at 3 s", "the cache is damaged"])
            #expect(entry.attachment(.actual)?.path == "lists/out/a.wav")
        }
    }

    @Test("A job that failed is an error that says what to do, once")
    func failed() {
        var outcome = JobOutcome(job, status: .failed)
        outcome.failure = JobFailure(
            SessionError(.badData, "this is noise", place: "a.wav", nextStep: "name another file")
        ) { _ in 65 }
        let entry = ReportEntry(outcome, in: "jobs.csv", folder: "lists")
        #expect(
            entry.status == .error && entry.headline == "a.wav: this is noise" && entry.nextStep == "name another file")
        #expect(entry.attachments.isEmpty)
    }

    @Test("What failed shows its inputs and options, and no key")
    func asked() {
        var outcome = JobOutcome(job, status: .failed)
        outcome.failure = JobFailure(SessionError(.badData, "this is noise", place: "a.wav")) { _ in 65 }
        var asked = job
        (asked.inputs, asked.options) = (["a.wav", "b c.wav::gain=-6dB"], ["--gain", "-3dB"])
        let facts = ReportEntry(outcome, in: "jobs.csv", folder: "lists", job: asked).facts.map {
            "\($0.name): \($0.text)"
        }
        #expect(
            facts == ["inputs: a.wav 'b c.wav::gain=-6dB'", "options: --gain -3dB", "output: out/a.wav"], "\(facts)")
    }

    @Test("The worst is first everywhere: a failure that may go by itself comes last")
    func worst() {
        let entries = [FailureKind.temporary, .noInput, .badData, .io].map { kind in
            var outcome = JobOutcome(job, status: .failed)
            outcome.id = kind.rawValue
            outcome.failure = JobFailure(SessionError(kind, "x")) { _ in 1 }
            return ReportEntry(outcome, in: "jobs.csv", folder: "")
        }
        let report = Report("kkmix batch", entries: entries)
        #expect(report.bySeverity == [3, 2, 1, 0])
    }

    @Test("A job without a result is an error only where one was expected")
    func missing() {
        let outcome = JobOutcome(job, status: .notRun)
        #expect(ReportEntry(outcome, in: "jobs.csv", folder: "").status == .notRun)
        #expect(ReportEntry(outcome, in: "jobs.csv", folder: "", isExpected: true).status == .error)
        #expect(ReportEntry(JobOutcome(job, status: .planned), in: "jobs.csv", folder: "").status == .skipped)
    }
}
