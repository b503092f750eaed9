@testable import KKJobs
import KKMixing
@testable import KKSession
import KKTestSupport
import Testing

/// What is kept of jobs, as text.
@Suite struct BatchReportTests {
    private var report: BatchReport {
        let job = BatchJob(id: "ä/1", place: "jobs.csv:2", folder: "", inputs: ["a.wav"], output: "x.wav")
        var failed = JobOutcome(job, status: .failed)
        failed.failure = JobFailure(SessionError(.badData, "broken", place: "a.wav", nextStep: "mend it")) { _ in 65 }
        failed.remarks = ["so so"]
        var done = JobOutcome(job, status: .done)
        done.facts = JobRecord(parsing: Array(Self.record.utf8))?.facts
        done.seconds = 0.25
        return BatchReport([failed, done], shard: "1/2")
    }

    private static let record =
        #"{"facts":{"bytes":44,"channels":1,"clipping":null,"container":"wav","dither":"none","encoding":"s16","frames":0,"layout":"mono","#
        + #""notices":[],"sample_rate":8000,"scale":1,"sha256":"00","warnings":["w"]},"id":"ä/1","key":"ff","schema":1,"seal":null}"#

    @Test func `a report has every key, in the order of letters, and reads back as it was`() throws {
        let text = try report.text
        #expect(
            text.hasPrefix(
                #"{"jobs":[{"error":{"kind":"badData","message":"a.wav: broken; mend it","next_step":"mend it","path":"a.wav","place":"a.wav","problem":"broken","status":65},"id":"ä/1","key":null,"#
                    + #""output":"x.wav","place":"jobs.csv:2","remarks":["so so"],"result":null,"seconds":null,"status":"failed"},"#
            ))
        #expect(
            text.hasSuffix(#""seconds":0.25,"status":"done"}],"plan":null,"schema":1,"shard":"1/2","stopped":null}"#))
        #expect(try BatchReport(parsing: Array(text.utf8), path: "r") == report)
    }

    @Test func `a record reads back as it was, and anything else is none`() throws {
        let record = try #require(JobRecord(parsing: Array(Self.record.utf8)))
        #expect(try record.text == Self.record)
        for text in [
            "", "{}", String(Self.record.dropLast(20)), Self.record.replacing("\"schema\":1", with: "\"schema\":2"),
        ] {
            #expect(JobRecord(parsing: Array(text.utf8)) == nil)
        }
    }

    @Test func `what is no report is refused by its name`() throws {
        for (text, problem) in [
            ("[]", "this is not a report"), (#"{"schema":2,"jobs":[]}"#, "schema 2 of the report is not known"),
        ] {
            let error = #expect(throws: SessionError.self) {
                try BatchReport(parsing: Array(text.utf8), path: "r.json")
            }
            #expect(error?.kind == .badSession && error?.place == "r.json" && error?.problem.hasPrefix(problem) == true)
        }
    }

    @Test func `a report of a mix that clipped beyond all numbers reads back as it was`() throws {
        var report = report
        let clipping = ClippingReport(
            sampleCount: 1, worstAmplitude: .infinity, worstFrame: 0, worstChannel: 0, contributions: [])
        report.jobs[1].facts?.clipping = JobClipping(clipping, text: "clipped")
        let text = try report.text
        #expect(text.contains(#""worst_amplitude":null,"worst_channel":1,"#))
        #expect(try BatchReport(parsing: Array(text.utf8), path: "r") == report)
    }

    @Test func `the path of a failure is the file alone, and its parts stand by themselves`() {
        let error = AudioFileError(
            .invalidFile, kind: .badData, path: "a.wav", at: .channel(1, frame: 500), "no number", nextStep: "mend it")
        let failure = JobFailure(error) { _ in 65 }
        #expect(
            failure.path == "a.wav" && failure.place == "a.wav, channel 2, frame 500" && failure.problem == "no number")
        #expect(
            failure.headline == "a.wav, channel 2, frame 500: no number"
                && failure.message == failure.headline + "; mend it")
    }

    @Test func `a depfile quotes what Make would take for something else`() throws {
        var depfile = Depfile()
        depfile.add("out put.wav", madeOf: ["a.wav", #"b\ #1$.wav"#, "a.wav", "c:d.wav", #"e\f.wav"#])
        depfile.add("x.wav", madeOf: [])
        #expect(try depfile.text == ##"out\ put.wav: a.wav b\\\ \#1$$.wav c\:d.wav e\f.wav"## + "\nx.wav:\n")
        depfile.add("a\nb", madeOf: [])
        #expect(throws: SessionError.self) { try depfile.text }
    }

    /// Tried with GNU Make 4.3 and Ninja 1.13: each of these is read as another name by one of them, with a backslash
    /// or without.
    @Test(arguments: [
        "a;b", "a=b", "a|b", "a*b", "a?b", "a[1]b", "a<b", "a>b", "a^b", "a`b", "a\tb", "a\rb", "a\u{7F}", "~a", "a\\",
        "a:", "a ", "a\\#b", "a\\:b", "a\\$b", "lib(x)", "a;\u{301}b",
    ])
    func `a name that Make or Ninja would read as another is refused in a depfile`(name: String) throws {
        for (target, inputs) in [("x.wav", [name]), (name, ["x.wav"])] {
            var depfile = Depfile()
            depfile.add(FilePath(target), madeOf: inputs.map { FilePath($0) })
            let error = #expect(throws: SessionError.self) { try depfile.text }
            #expect(error?.kind == .usage && error?.place == name)
        }
    }

    @Test func `a percent sign makes a pattern of a target alone, and names are bytes`() throws {
        var depfile = Depfile()
        depfile.add("x.wav", madeOf: ["50%.wav", "it's \"a\" (1).wav", "\u{10FFE9}.wav"])
        #expect(try depfile.bytes == Array(#"x.wav: 50%.wav it's\ "a"\ (1).wav "#.utf8) + [0xE9] + Array(".wav\n".utf8))
        depfile.add("50%.wav", madeOf: [])
        #expect(throws: SessionError.self) { try depfile.text }
        var grouped = Depfile()
        grouped.add("a&", madeOf: [])
        #expect(throws: SessionError.self) { try grouped.text }
    }
}
