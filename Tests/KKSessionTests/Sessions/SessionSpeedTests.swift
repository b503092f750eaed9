import Foundation
import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

/// `speed` plays a file as a tape is played: it sounds as the file with another rate in its header.
@Suite struct SessionSpeedTests {
    let jobs = try! JobFolder()

    private static let noise = SeededNumbers.noise(4_000, seed: 11).map { [$0 * 0.4] }

    init() throws {
        try jobs.float32("in.wav", Self.noise)
    }

    /// The sound of a mix of tracks.
    private func render(
        _ tracks: [String], rate: Double = 44_100, slice: Int = 4_096, quality: ResamplerQuality = .high
    ) throws -> [[Float]] {
        try jobs.run(tracks, encoding: "f32") {
            ($0.sampleRate, $0.maximumFramesPerSlice, $0.resampler) = (rate, slice, quality)
        }
        return try jobs.decoded("out.wav")
    }

    @Test(arguments: [
        (2.0, 88_200), (0.5, 22_050), (0.25, 11_025), (4, 176_400), (0.7, 30_870), (1.1, 48_510), (1.25, 55_125),
    ])
    func `the sound is that of the file whose header has its rate times the speed`(speed: Double, rate: UInt32) throws {
        try jobs.float32("said.wav", Self.noise, rate: rate)
        for (settings, mixRate) in [
            ("", 44_100.0), ("", 48_000), (",gain=-3dB,at=333f", 44_100), (",loop=2", 44_100), (",loop=3", 48_000),
            (",fade-in=100f,fade-out=20ms/equal-power", 44_100), (",eq=peak:1k:6dB:1oct,unit=delay:time=5ms", 48_000),
        ] {
            let sound = try render(["in.wav::speed=\(speed)\(settings)"], rate: mixRate)
            #expect(try sound == render(["said.wav::pan=0\(settings)"], rate: mixRate), "\(settings) at \(mixRate)")
        }
        let source = try AudioFileReader(path: jobs.folder.path("in.wav"))
        let direct = try ResampledSource(source, from: Double(rate), sampleRate: 44_100)
        #expect(try direct.readAll() == render(["in.wav::speed=\(speed)"]))
    }

    @Test(arguments: [0.25, 0.7, 1.5, 4]) func `a sine of f is one of f times the speed`(speed: Double) throws {
        let step = 2 * Double.pi * 997 / 44_100
        try jobs.float32("sine.wav", (0..<40_000).map { [Float(0.5 * PortableMath.sin(step * Double($0)))] })
        let sound = try render(["sine.wav::speed=\(speed)"])[0]
        let middle = sound[1_000..<(sound.count - 1_000)]
        #expect(abs(amplitude(of: 997 * speed, in: middle, sampleRate: 44_100) - 0.5) < 1e-4)
        #expect(amplitude(of: 997, in: middle, sampleRate: 44_100) < 1e-4)
    }

    @Test(arguments: [
        (44_100, 44_100, "speed=2", 2_000), (44_100, 44_100, "speed=0.7", 5_715), (44_100, 44_100, "speed=3", 1_334),
        (44_100, 44_100, "speed=0.7,for=700f", 1_000), (44_100, 44_100, "speed=0.7,for=701f", 1_002),
        (44_100, 44_100, "speed=1.1,for=11f", 10), (44_100, 44_100, "speed=1.059463", 3_776),
        (44_100, 44_100, "speed=2,from=100f,to=301f", 101), (44_100, 44_100, "speed=4,for=1f", 1),
        (44_100, 44_100, "speed=0.25,for=0f", 0), (44_100, 44_100, "speed=0.25,for=1f", 4),
        (44_100, 44_100, "speed=2,at=100f,fade-out=10ms", 2_100), (44_100, 44_100, "speed=2,for=101f,loop=2", 152),
        (8_000, 48_000, "speed=2", 12_000), (8_000, 48_000, "speed=2,for=600f", 300),
        (8_000, 48_000, "speed=2,for=601f", 301), (8_000, 48_000, "speed=0.5,from=6f,to=18f", 24),
        (48_000, 44_100, "speed=0.5,for=10ms", 882), (22_050, 44_100, "speed=2", 4_000),
        (44_100, 44_100, "speed=0.5,from=50ms,to=60ms,loop=1", 1_764),
    ])
    func `a track is as long as its part over the speed, and the part is in the file's time`(
        fileRate: UInt32, rate: Double, settings: String, frames: Int
    ) throws {
        try jobs.float32("rated.wav", Self.noise, rate: fileRate)
        let job = try jobs.job(["rated.wav::\(settings)"]) { $0.sampleRate = rate }
        #expect(job.plan.frameCount == Int64(frames))
        #expect(try job.run().frameCount == Int64(frames))
    }

    @Test func `the part is cut before the speed changes`() throws {
        try jobs.float32("part.wav", Array(Self.noise[1_000..<1_501]))
        for part in ["from=1000f,for=501f", "from=1000f,to=1501f", "from=22.6757ms,to=34.0362ms"] {
            for more in [",speed=0.7", ",speed=2,loop=2", ",speed=1.5,at=50f,fade-in=20f"] {
                #expect(try render(["in.wav::\(part)\(more)"]) == render(["part.wav::pan=0\(more)"]), "\(part)\(more)")
            }
        }
    }

    @Test func `a loop is whole frames of the file, and its period is at the speed`() throws {
        try jobs.float32("low.wav", Self.noise, rate: 8_000)
        // 100 frames at 48 kHz are 16.67 of the file: 17, which are 51 at twice the speed.
        let job = try jobs.job(["low.wav::for=100f,loop=4,speed=2"]) { $0.sampleRate = 48_000 }
        #expect(job.plan.frameCount == 5 * 51)
        #expect(job.plan.notices.contains { $0.contains("the loop repeats every 51.000 frames") })
        #expect(try jobs.job(["in.wav::for=100f,loop=4,speed=0.7"]).plan.notices == [])
        #expect(throws: SessionError.self) { try jobs.job(["in.wav::loop=inf,speed=3"]) }
    }

    @Test func `speed 1, and a speed that makes a file's rate the mix's, pass every bit`() throws {
        try jobs.pcm16("a.wav", (0..<900).map { [Int16($0)] })
        try jobs.pcm16("half.wav", (0..<900).map { [Int16($0)] }, rate: 22_050)
        for track in ["a.wav::speed=1", "a.wav::speed=1.0,for=900f", "half.wav::speed=2"] {
            let report = try jobs.run([track]) { $0.sampleRate = 44_100 }
            #expect(report.dither == "none" && jobs.samples == (0..<900).map { Int16($0) }, "\(track)")
        }
        #expect(try jobs.run(["a.wav::speed=2"]).dither == "tpdf")
        #expect(try render(["in.wav::speed=1"], rate: 48_000) == render(["in.wav"], rate: 48_000))
    }

    @Test func `neither slices nor threads show in it`() throws {
        let tracks = [
            "synth:noise:for=2s::speed=0.7,unit=lowpass:frequency=4k", "synth:sweep:for=1s::speed=1.3,from=20ms,loop=3",
            "\(Fixtures.path("music.mp3"))::speed=1.5,for=300ms,eq=rock",
        ]
        func bytes(threads: Int, slice: Int) throws -> [UInt8]? {
            var session = Session(tracks: try tracks.map { try TrackSpec(parsing: $0) { _ in false } })
            session.maximumFramesPerSlice = slice
            var output = OutputSpec(path: jobs.folder.path("out.wav"))
            output.replacesExisting = true
            var environment = RenderJob.Environment(temporaryFiles: TemporaryFiles())
            environment.threadCount = threads
            _ = try RenderJob(session, output: output, environment: environment).run()
            return jobs.folder.bytes("out.wav")
        }
        let expected = try #require(try bytes(threads: 1, slice: 4_096))
        for (threads, slice) in [(4, 4_096), (1, 77), (3, 1_000)] {
            #expect(try bytes(threads: threads, slice: slice) == expected)
        }
    }

    @Test func `a unit that looks ahead leaves it in its place`() throws {
        let dry = try render(["in.wav::speed=0.7,gain=0.1", "in.wav::at=77f,gain=0.1"])
        for limited in [
            ["in.wav::speed=0.7,gain=0.1,unit=peak-limiter", "in.wav::at=77f,gain=0.1"],
            ["in.wav::speed=0.7,gain=0.1", "in.wav::at=77f,gain=0.1,unit=peak-limiter"],
        ] {
            try jobs.run(limited, encoding: "f32") { $0.units = [try UnitSpec(parsing: "peak-limiter")] }
            #expect(try jobs.decoded("out.wav") == dry)
        }
    }

    @Test func `the conversions name it beside the rates`() throws {
        let plan = try jobs.job(["in.wav::speed=0.7", "in.wav::speed=2,from=10f", "in.wav::speed=1"]) {
            $0.sampleRate = 48_000
        }.plan
        let lines = plan.conversions.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
        #expect(
            lines == [
                "speed 0.7, 30870 to 48000 Hz (high)", "file frames 9 to end, speed 2, 88200 to 48000 Hz (high)",
                "44100 to 48000 Hz (high)",
            ])
    }

    @Test func `a higher rate is noticed where the speed leaves it high`() throws {
        try jobs.float32("fine.wav", Self.noise, rate: 88_200)
        for (tracks, isNoticed) in [
            (["in.wav", "fine.wav"], true), (["in.wav", "fine.wav::speed=0.75"], true),
            (["in.wav", "fine.wav::speed=2"], true),
            (["in.wav", "fine.wav::speed=0.5"], false), (["in.wav::speed=2"], false),
        ] {
            let notices = try jobs.job(tracks).plan.notices
            #expect(
                notices.contains { $0.contains("88200 Hz: -r 88200 keeps its high frequencies") } == isNoticed,
                "\(tracks) \(notices)")
            #expect(notices.isEmpty == !isNoticed)
        }
    }

    @Test func `rates that are too far apart at a speed are its error`() throws {
        try jobs.float32("slow.wav", Self.noise, rate: 1_000)
        for (speed, rate) in [(0.25, 64_001.0), (0.5, 192_000), (4, 15)] {
            let error = #expect(throws: SessionError.self) {
                try jobs.job(["slow.wav::speed=\(speed)"]) { $0.sampleRate = rate }
            }
            #expect(error?.kind == .usage && error?.problem.hasPrefix("'speed' plays the file at ") == true)
            #expect(error?.place?.hasSuffix("slow.wav") == true && error?.nextStep?.contains("nearer to 1") == true)
        }
        #expect(try jobs.job(["slow.wav::speed=0.25"]) { $0.sampleRate = 64_000 }.plan.frameCount == 4_000 * 256)
    }

    @Test(arguments: ["0", "0.2499", "4.001", "5", "-1", "nan", "inf", "fast", "2x", "1e9", ""])
    func `what is no speed is refused`(text: String) {
        #expect { try TrackSpec(parsing: "a.wav::speed=\(text)") { _ in false } } throws: {
            ($0 as? SessionError)?.kind == .usage && "\($0)".contains("'\(text)' is not a speed; write a factor from")
        }
    }

    @Test func `an impossible speed of a program is refused by its name`() throws {
        for speed in [0, 5, -1, Double.nan, .infinity, 1e300] {
            let error = #expect(throws: SessionError.self) {
                try jobs.job(["in.wav"]) { $0.tracks[0].speed = speed }
            }
            #expect(error?.problem.hasPrefix("'speed' cannot be ") == true)
            #expect(error?.nextStep == "give a number from 0.25 to 4")
        }
    }

    /// A sweep from 100 Hz to 6 kHz, silent at its ends: what both converters keep.
    @Test(arguments: [
        ("0.7", ""), ("1.5", ""), ("2", "trim 2000s 12000s"), ("0.25", "trim 2000s 12000s"), ("1.059463", ""),
    ])
    func `it is what sox's speed gives, within the two converters' bounds`(speed: String, trim: String) throws {
        try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/sox"))
        let count = 20_000
        let sweep = (0..<count).map { index -> [Float] in
            let x = Double(index) / Double(count)
            let phase = 2 * Double.pi * (100 * x + 2_950 * x * x) * Double(count) / 44_100
            let window = PortableMath.sin(.pi * x)
            return [Float(0.5 * window * window * PortableMath.sin(phase))]
        }
        try jobs.float32("sweep.wav", sweep)
        let part = trim.isEmpty ? "" : ",from=2000f,for=12000f"
        let ours = try render(["sweep.wav::speed=\(speed)\(part)"], quality: .best)[0]
        let run = try CommandRun.shell(
            "sox -V1 sweep.wav -e float -b 32 sox.wav \(trim) speed \(speed) rate -v 44100", in: jobs.folder.root)
        #expect(run.status == 0, "\(run.errorText)")
        let theirs = try jobs.decoded("sox.wav")[0]
        #expect(abs(ours.count - theirs.count) <= 1)
        // A cut is a step, whose highest frequencies are each converter's own.
        let edge = trim.isEmpty ? 0 : 2_000
        let apart = zip(ours, theirs).dropFirst(edge).dropLast(edge).map { abs($0 - $1) }.max() ?? 1
        #expect(apart < 1e-5, "\(apart)")
    }
}
