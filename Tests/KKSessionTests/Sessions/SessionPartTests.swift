import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// Parts of files are as long as they were asked to be, to the frame of the mix.
@Suite struct SessionPartTests {
    let jobs = try! JobFolder()

    @Test(arguments: [
        (8_000, 48_000, "for=1f", 1), (8_000, 48_000, "for=3f", 3), (8_000, 48_000, "for=100f", 100),
        (44_100, 48_000, "to=1000f", 1_000),
        (8_000, 48_000, "from=1f,to=4f", 3), (44_100, 48_000, "from=7f,for=1001f", 1_001),
        (44_100, 48_000, "for=12.345ms", 593),
        (48_000, 44_100, "for=0.0101s", 445), (48_000, 8_000, "for=1f", 1), (48_000, 8_000, "for=77f", 77),
        (48_000, 44_100, "from=10ms,to=20.01ms", 441),
        (44_100, 44_100, "for=77f", 77), (44_100, 48_000, "for=0.000001s", 1), (44_100, 44_100, "for=0.000001s", 1),
        (44_100, 48_000, "for=0f", 0),
        (44_100, 48_000, "from=5f,to=5f", 0),
    ])
    func `a part has exactly the frames that were asked for`(
        fileRate: UInt32, rate: Double, setting: String, frames: Int
    ) throws {
        try jobs.pcm16("in.wav", (0..<4_000).map { [Int16($0)] }, rate: fileRate)
        let report = try jobs.run(["in.wav::\(setting)"]) { $0.sampleRate = rate }
        #expect(report.frameCount == Int64(frames))
        #expect(jobs.samples.count == frames)
    }

    @Test func `parts that follow one another leave no gap`() throws {
        try jobs.pcm16("in.wav", (0..<4_000).map { [Int16($0)] })
        let tracks = (0..<10).map { "in.wav::from=\($0 * 101)f,for=101f,at=\($0 * 101)f" }
        let report = try jobs.run(tracks) { $0.sampleRate = 48_000 }
        #expect(report.frameCount == 1_010)
    }

    @Test func `a part is not longer than its file, and the fade-out ends where it ends`() throws {
        try jobs.float32("in.wav", Array(repeating: [0.5], count: 100), rate: 8_000)
        #expect(try jobs.run(["in.wav::for=10000f"]) { $0.sampleRate = 48_000 }.frameCount == 600)
        try jobs.run(["in.wav::for=100f,fade-out=50f"]) { $0.sampleRate = 48_000 }
        let sound = try jobs.decoded("out.wav")[0]
        // A linear fade over 50 frames: its last frame is one fiftieth of the level or less.
        #expect(sound.count == 100 && abs(sound[99]) <= 0.5 / 50 + 0.001 && sound[60] > 0.1)
    }

    @Test func `a loop across rates is whole frames of the file, and says its period`() throws {
        try jobs.pcm16("in.wav", (0..<4_000).map { [Int16($0)] }, rate: 8_000)
        // 100 frames at 48 kHz are 16.67 of the file: 17, which are 102.
        let job = try jobs.job(["in.wav::for=100f,loop=4"]) { $0.sampleRate = 48_000 }
        #expect(job.plan.frameCount == 5 * 102)
        #expect(
            job.plan.notices.contains { $0.contains("in.wav: the loop repeats every 102.000 frames") },
            "\(job.plan.notices)")
        #expect(try job.run().frameCount == 5 * 102)
        #expect(try jobs.job(["in.wav::for=1f,loop=1"]) { $0.sampleRate = 48_000 }.plan.frameCount == 12)
        #expect(try jobs.job(["in.wav::from=1f,to=2f,loop=1"]) { $0.sampleRate = 48_000 }.plan.frameCount == 12)
        #expect(try jobs.job(["in.wav::for=102f,loop=4"]) { $0.sampleRate = 48_000 }.plan.notices == [])
        #expect(try jobs.job(["in.wav::for=100f,loop=4"]).plan.notices == [])
    }
}
