import KKJobSupport
import KKMixing
import KKTestSupport
import Synchronization
import Testing

/// A file is cut into pieces that lie end to end: none of its samples is lost, and none is in two.
@Suite struct SplitTests {
    let jobs = try! JobFolder()

    private func plan(
        _ name: String, _ places: String, _ change: (inout ConversionSettings) -> Void = { _ in }
    ) throws -> SplitPlan {
        var settings = ConversionSettings()
        change(&settings)
        let input = name.hasPrefix("/") ? name : jobs.folder.path(name)
        return try SplitPlan(
            FilePath(input), at: SplitRule(parsing: places), into: FilePath(jobs.folder.path("out/")),
            settings: settings)
    }

    /// The names of the pieces, as they were written.
    private func split(
        _ name: String, _ places: String, threads: Int = 1, _ change: (inout ConversionSettings) -> Void = { _ in }
    ) throws -> [String] {
        let plan = try plan(name, places) {
            $0.replacesExisting = true
            change(&$0)
        }
        try plan.checkOutputs()
        var run = ConversionRun(plan.conversion, temporaryFiles: TemporaryFiles())
        run.threadCount = threads
        let results = Mutex([Result<ConversionReport, any Error>]())
        run.run { _, result in results.withLock { $0.append(result) } }
        for result in results.withLock({ $0 }) { _ = try result.get() }
        return plan.conversion.items.map { "\($0.output.path)".split(separator: "/").last.map(String.init) ?? "" }
    }

    /// A counted 16-bit file of mono, silent where `silences` says.
    private func count(_ length: Int, silences: [Range<Int>] = []) throws {
        let isSilent = { (frame: Int) in silences.contains { $0.contains(frame) } }
        try jobs.pcm16("a.wav", (0..<length).map { [isSilent($0) ? 0 : Int16($0 % 9_000 + 1_000)] }, rate: 1_000)
    }

    private func lengths(_ names: [String]) throws -> [Int] {
        try names.map { try jobs.decoded("out/\($0)")[0].count }
    }

    @Test(arguments: [
        ("1s,2.5s", [1_000, 1_500, 500]), ("10f", [10, 2_990]), ("every:1s", [1_000, 1_000, 1_000]),
        ("every:700ms", [700, 700, 700, 700, 200]), ("every:3s", [3_000]), ("every:1:00", [3_000]),
    ]) func `pieces are as long as the times say`(places: String, wanted: [Int]) throws {
        try count(3_000)
        #expect(try lengths(try split("a.wav", places)) == wanted)
    }

    @Test(arguments: [
        "tone-s16.wav", "tone-s24.wav", "tone-f32.wav", "tone-u8.wav", "tone-ulaw.wav", "tone-s16.aiff",
        "codec-16.flac", "codec-24.flac", "channels-6.caf", "codec-alac.m4a",
    ]) func `one behind the other they are the file, in its encoding`(name: String) throws {
        let whole = try AudioFileReader(path: Fixtures.path(name))
        let names = try split(Fixtures.path(name), "7f,101f,102f", threads: 2)
        #expect(names.count == 4)
        var joined = [[Float]](repeating: [], count: whole.fileLayout.channelCount)
        for piece in names {
            let reader = try AudioFileReader(path: jobs.folder.path("out/\(piece)"))
            #expect(reader.properties.encodingName == whole.properties.encodingName, "\(piece)")
            #expect(reader.properties.fileType == whole.properties.fileType && reader.fileLayout == whole.fileLayout)
            for (channel, samples) in try reader.readAll().enumerated() { joined[channel] += samples }
        }
        #expect(try joined == whole.readAll())
    }

    @Test func `another container has its own encoding`() throws {
        let names = try split(Fixtures.path("music.mp3"), "100ms") { $0.container = "flac" }
        #expect(names == ["music-01.flac", "music-02.flac"])
        let whole = try AudioFileReader(path: Fixtures.path("music.mp3")).properties.frameCount
        #expect(try lengths(names).reduce(0, +) == Int(whole))
    }

    @Test func `names have as many digits as they need`() throws {
        try count(300)
        #expect(try split("a.wav", "every:150f") == ["a-01.wav", "a-02.wav"])
        let many = try split("a.wav", "every:3f")
        #expect(many.count == 100 && many.first == "a-001.wav" && many.last == "a-100.wav")
    }

    @Test func `a cut is in the middle of a silence that is long enough, and none at the ends`() throws {
        try count(4_000, silences: [0..<800, 1_000..<1_499, 2_000..<2_500, 3_000..<3_501, 3_900..<4_000])
        #expect(try lengths(try split("a.wav", "silence")) == [2_250, 1_000, 750])
        #expect(try lengths(try split("a.wav", "silence:0,499f")) == [1_249, 1_001, 1_000, 750])
        #expect(try lengths(try split("a.wav", "silence:-50dB,501f")) == [3_250, 750])
        let plan = try plan("a.wav", "silence:-50dB,2s")
        #expect(plan.conversion.items.count == 1 && plan.notices.count == 1)
    }

    @Test func `what is at the level of silence is none`() throws {
        // −50 dBFS is 103.6 codes of 16 bits.
        let frames: [[Int16]] = [
            [5_000, 0], [103, -103], [-103, 0], [0, 103], [0, 9_000], [104, 0], [0, 0], [1_000, 0],
        ]
        try jobs.pcm16("a.wav", frames, rate: 1_000)
        #expect(try lengths(try split("a.wav", "silence:-50dB,3f")) == [2, 6])
        #expect(try lengths(try split("a.wav", "silence:-50dB,1f")) == [2, 4, 2])
    }

    @Test func `markers begin pieces, each once, and those at the ends none`() throws {
        try count(500)
        try jobs.folder.write(
            Self.marked(try #require(jobs.folder.bytes("a.wav")), at: [0, 300, 120, 300, 500]), to: "a.wav")
        for places in ["markers", "chapters"] {
            #expect(try lengths(try split("a.wav", places)) == [120, 180, 200])
        }
        let chapters = try AudioFileReader(path: Fixtures.path("codec-chapters.mka")).properties
        let inner = Set(chapters.markers.map(\.frame)).filter { $0 > 0 && $0 < chapters.frameCount }
        #expect(inner.count > 0)
        #expect(
            try split(Fixtures.path("codec-chapters.mka"), "chapters") { $0.container = "wav" }.count == inner.count + 1
        )
    }

    /// A WAV with a `cue ` chunk after its samples.
    private static func marked(_ file: [UInt8], at frames: [UInt32]) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        var chunk = Array("cue ".utf8) + bytes(UInt32(4 + 24 * frames.count)) + bytes(UInt32(frames.count))
        for (index, frame) in frames.enumerated() {
            chunk += bytes(UInt32(index + 1)) + bytes(frame) + Array("data".utf8) + bytes(0) + bytes(0) + bytes(frame)
        }
        var file = file + chunk
        file.replaceSubrange(4..<8, with: bytes(UInt32(file.count - 8)))
        return file
    }

    @Test(arguments: [
        ("0", "a cut at 0 would leave an empty piece"), ("2s,1s", "not in order"),
        ("1s,1s", "not in order"),
        ("1s,3s", "the cut at 0:03.000 is after the end of the file; the file is 0:03.000 long"),
        ("every:0", "the pieces have no length"), ("every:soon", "'soon' is not a time"),
        ("every", "'every' is not a place"),
        ("10s,x", "'x' is not a place to cut at"), ("silence:loud", "'loud' is not a silence level"),
        ("", "'' is not a place"),
        ("silence:-50dB,x", "'x' is not a time"), ("markers:2", "'markers:2' is not a place"),
        ("markers", "has neither markers nor chapters"),
    ]) func `what cannot be cut is refused`(places: String, words: String) throws {
        try count(3_000)
        #expect { try plan("a.wav", places) } throws: { "\($0)".contains(words) }
        #expect(jobs.folder.contents == ["a.wav"])
    }

    @Test func `frames for seconds are a slip`() throws {
        try count(10_000)
        #expect(throws: SessionError.self) { try plan("a.wav", "every:1f") }
        #expect(try plan("a.wav", "every:2f").conversion.items.count == 5_000)
    }

    /// A list of them would take more memory than there is.
    @Test func `pieces are counted before they are listed`() throws {
        #expect {
            _ = try SplitPlan(
                "synth:sine:frequency=440:for=100000000s", at: SplitRule(parsing: "every:1f"),
                into: FilePath(jobs.folder.path("out/")), settings: ConversionSettings())
        } throws: {
            "\($0)".contains("it would become 4800000000000 pieces")
        }
    }

    @Test func `when one piece exists none is written`() throws {
        try count(30)
        #expect(try split("a.wav", "10f") == ["a-01.wav", "a-02.wav"])
        #expect { try plan("a.wav", "10f,20f").checkOutputs() } throws: { "\($0)".contains("a-01.wav") }
        #expect(try lengths(["a-01.wav", "a-02.wav"]) == [10, 20] && jobs.folder.bytes("out/a-03.wav") == nil)
    }

    @Test func `of a file of no frames the only piece is empty`() throws {
        try jobs.pcm16("a.wav", [])
        #expect(try lengths(try split("a.wav", "every:1s")) == [0])
    }
}
