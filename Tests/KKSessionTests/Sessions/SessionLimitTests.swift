import KKJobSupport
import KKMixing
import KKTestSupport
import Testing

@Suite struct SessionLimitTests {
    let jobs = try! JobFolder()

    /// A sine at 997 Hz of an amplitude, 48 kHz, whose crests lie between samples as well as on them.
    private func sine(_ name: String, amplitude: Double, seconds: Double = 0.25) throws {
        let step = 2 * Double.pi * 997 / 48_000
        try jobs.float32(
            name, (0..<Int(seconds * 48_000)).map { [Float(amplitude * PortableMath.sin(step * Double($0)))] },
            rate: 48_000)
    }

    @Test func `a quiet mix comes out as it was, frame for frame`() throws {
        try sine("a.wav", amplitude: 0.5)
        let report = try jobs.run(["a.wav"], encoding: "f32") { $0.limit = TruePeakCeiling(decibels: -1) }
        #expect(try jobs.decoded("out.wav") == jobs.decoded("a.wav"))
        #expect(report.frameCount == 12_000 && report.limit == TruePeakCeiling(decibels: -1))
    }

    @Test(arguments: [-1.0, -6, 0]) func `a loud mix stays below the ceiling, at its length and in its place`(
        ceiling: Double
    ) throws {
        try sine("a.wav", amplitude: 2.5)
        for slice in [4096, 100] {
            try jobs.run(["a.wav"], encoding: "f32") {
                $0.limit = TruePeakCeiling(decibels: ceiling); $0.maximumFramesPerSlice = slice
            }
            let limited = try jobs.decoded("out.wav")[0], input = try jobs.decoded("a.wav")[0]
            #expect(limited.count == 12_000)
            let peak = Double(limited.map(\.magnitude).max() ?? 0)
            #expect(peak <= Decibels(ceiling).linear && peak > Decibels(ceiling - 0.5).linear)
            // Not late: the zero crossings are where they were.
            #expect(zip(limited, input).allSatisfy { $0 * $1 >= 0 })
        }
    }

    @Test(arguments: ["s16", "s24", "f32"], [DitherChoice.auto, .none, .shaped])
    func `what is written is not above the ceiling as measure reads it, rounded and dithered`(
        encoding: String, dither: DitherChoice
    ) throws {
        try jobs.float32("a.wav", SeededNumbers.noise(9_000, seed: 6).map { [2 * $0] }, rate: 44_100)
        for ceiling in [-1.0, -12] {
            try jobs.run(["a.wav"], encoding: encoding) {
                $0.limit = TruePeakCeiling(decibels: ceiling); $0.dither = dither
            }
            let peak = try #require(
                try MeasureJob(path: FilePath(jobs.folder.path("out.wav"))).run().measurement.truePeak)
            #expect(peak <= ceiling && peak > ceiling - 0.1, "\(peak) dBTP under \(ceiling)")
        }
    }

    @Test(arguments: ["ulaw", "alaw"], [-1.0, -6, -20])
    func `what is written in logarithmic codes is not above the ceiling as measure reads it`(
        encoding: String, ceiling: Double
    ) throws {
        try jobs.float32("a.wav", SeededNumbers.noise(40_000, seed: 6).map { [2 * $0] }, rate: 44_100)
        try jobs.run(["a.wav"], encoding: encoding) { $0.limit = TruePeakCeiling(decibels: ceiling) }
        let peak = try #require(try MeasureJob(path: FilePath(jobs.folder.path("out.wav"))).run().measurement.truePeak)
        #expect(peak <= ceiling && peak > ceiling - 2, "\(peak) dBTP under \(ceiling)")
    }

    @Test(arguments: ["mp3", "ogg", "opus", "wav", "flac"]) func `a ceiling before a lossy encoder is reported as one`(
        format: String
    ) throws {
        try sine("a.wav", amplitude: 2)
        let changes: [(inout Session) -> Void] = [
            { $0.limit = TruePeakCeiling(decibels: -1) },
            { $0.loudness = LoudnessTarget(loudness: -16, ceiling: TruePeakCeiling(decibels: -1)) },
        ]
        for change in changes {
            let notices = try jobs.job(["a.wav"], to: "out.\(format)", change).plan.notices
            #expect(
                notices.contains { $0.contains("the ceiling holds before encoding") }
                    == ["mp3", "ogg", "opus"].contains(format))
        }
        #expect(try jobs.job(["a.wav"], to: "out.mp3").plan.notices == [])
    }

    @Test func `a rate at which there is no limiter is refused in words, before anything is rendered`() throws {
        try jobs.float32("a.wav", [[0.5], [-0.5]], rate: 10_000_000)
        for change in [
            { $0.limit = TruePeakCeiling(decibels: -1) },
            {
                $0.onClip = .limit; $0.gain = Gain(linear: 4)
            },
        ] as [(inout Session) -> Void] {
            let error = #expect(throws: SessionError.self) { try jobs.run(["a.wav"], encoding: "s16", change) }
            #expect(
                error?.kind == .usage
                    && error?.problem == "a limiter works up to 3,000,000 Hz, and the mix has 10000000 Hz")
        }
        #expect(
            try jobs.run(["a.wav"], encoding: "f32") {
                $0.limit = TruePeakCeiling(decibels: -1); $0.sampleRate = 3_000_000
            }.frameCount == 1)
    }

    @Test func `the gain of the mix and its equaliser come before the limiter`() throws {
        try sine("a.wav", amplitude: 0.5)
        try jobs.run(["a.wav"], encoding: "f32") {
            $0.gain = Gain(linear: 10)
            $0.equalizer = try EQSpec(parsing: "peak:1k:6dB:1oct")
            $0.limit = TruePeakCeiling(decibels: -3)
        }
        #expect(Double(try jobs.decoded("out.wav")[0].map(\.magnitude).max() ?? 9) <= Decibels(-3).linear)
    }

    @Test(arguments: ["s16", "s24", "u8"])
    func `a mix that clips is limited so that it just fits, and one that fits is left alone`(encoding: String) throws {
        try sine("hot.wav", amplitude: 1.5)
        try sine("cool.wav", amplitude: 0.99)
        let report = try jobs.run(["hot.wav"], encoding: encoding) { $0.onClip = .limit }
        #expect(report.clipping == nil && report.scale == 1)
        let peak = try jobs.decoded("out.wav")[0].map(\.magnitude).max() ?? 0
        #expect(peak > (encoding == "u8" ? 0.95 : 0.99))
        let ceiling = try #require(report.limit)
        #expect(ceiling.decibels < 0 && ceiling.decibels > -0.2)
        #expect(try jobs.run(["cool.wav"], encoding: encoding) { $0.onClip = .limit }.limit == nil)
        #expect(try jobs.run(["hot.wav"], encoding: "f32") { $0.onClip = .limit }.limit == nil)
    }

    @Test func `a mix at a lower ceiling of its own is not limited twice`() throws {
        try sine("hot.wav", amplitude: 1.5)
        let report = try jobs.run(["hot.wav"], encoding: "s16") {
            $0.onClip = .limit; $0.limit = TruePeakCeiling(decibels: -2)
        }
        #expect(report.limit == TruePeakCeiling(decibels: -2) && report.clipping == nil)
    }

    @Test func `what comes late is heard to its end, with a tail or without`() throws {
        try jobs.float32("a.wav", [[0.25]] + Array(repeating: [0], count: 98) + [[-0.5]])
        for tail in [0, 50] {
            let report = try jobs.run(["a.wav"], encoding: "f32") {
                $0.limit = TruePeakCeiling(decibels: -1); $0.tail = .time(.frames(Int64(tail)))
            }
            #expect(report.frameCount == Int64(100 + tail))
            let samples = try jobs.decoded("out.wav")[0]
            #expect(samples[0] == 0.25 && samples[99] == -0.5 && samples.count(where: { $0 != 0 }) == 2)
        }
    }

    @Test func `a source that proves shorter ends a limited mix where it ends`() throws {
        try jobs.pcm16("a.wav", Array(repeating: [1000], count: 5_000))
        var bytes = try #require(jobs.folder.bytes("a.wav"))
        bytes.removeLast(4_000)
        try jobs.folder.write(bytes, to: "a.wav")
        #expect(
            try jobs.run(["a.wav"], encoding: "f32") { $0.limit = TruePeakCeiling(decibels: -1) }.frameCount == 3_000)
        #expect(try jobs.decoded("out.wav")[0] == Array(repeating: 1000 / 32_768, count: 3_000))
    }

    @Test(arguments: ["-1", "1dB", "-25dBTP", "nandBTP", "", "dBTP", "--1dB"]) func `what is no ceiling is refused`(
        text: String
    ) {
        #expect(throws: SessionError.self) { try TruePeakCeiling(parsing: text) }
    }

    @Test func `ceilings have their usual forms`() throws {
        #expect(try TruePeakCeiling(parsing: "-1dBTP").decibels == -1)
        #expect(try TruePeakCeiling(parsing: "-0.5db").decibels == -0.5)
        #expect(try TruePeakCeiling(parsing: "0dBTP").decibels == 0)
    }

    /// Runs a job with a number of threads, and gives its bytes.
    private func bytes(
        _ tracks: [String], threads: Int, encoding: String = "f32", _ change: (inout Session) throws -> Void
    ) throws -> [UInt8]? {
        try jobs.run(tracks, encoding: encoding, threads: threads, change)
        return jobs.folder.bytes("out.wav")
    }

    @Test(arguments: ["", "::loop=1", "::eq=rock"], [nil, 48_000.0])
    func `what a track has behind the mix's end is not heard by the limiter, with any number of threads`(
        settings: String, rate: Double?
    ) throws {
        // A burst right after the end of the mix, which a limiter that hears it would duck for.
        let quiet = (0..<250_000).map { [Float(0.1 * PortableMath.sin(Double($0) * 0.1))] }
        try jobs.float32("cut.wav", quiet + Array(repeating: [1.9], count: 2_000))
        try jobs.float32("short.wav", quiet)
        let length = MixLength.time(.frames(rate == nil ? 250_000 : 272_108))
        var outputs: [[UInt8]?] = []
        for threads in [1, 2, 4] {
            outputs.append(
                try bytes(["cut.wav\(settings)"], threads: threads) {
                    $0.length = length
                    $0.sampleRate = rate
                    $0.limit = TruePeakCeiling(decibels: -1)
                })
        }
        #expect(outputs[0] == outputs[1] && outputs[0] == outputs[2])
        if settings.isEmpty && rate == nil {
            #expect(try bytes(["short.wav"], threads: 1) { $0.limit = TruePeakCeiling(decibels: -1) } == outputs[0])
        }
    }

    @Test func `a limited mix fits where an encoding ends below full scale, and nothing is left to scale`() throws {
        // Crests on the samples, at a level that µ-law does not hold; the limiter leaves room for its codes.
        try jobs.float32("a.wav", (0..<4_800).map { [[0, 3, 0, -3][$0 % 4]] }, rate: 48_000)
        let report = try jobs.run(["a.wav"], encoding: "ulaw") {
            $0.onClip = .scale; $0.limit = TruePeakCeiling(decibels: 0)
        }
        #expect(report.clipping == nil && report.scale == 1)
    }

    @Test func `what is not finite is refused and never scaled to silence`() throws {
        try sine("a.wav", amplitude: 0.9)
        let bands = Array(repeating: "peak:1k:24dB:5oct", count: 64).joined(separator: "+")
        #expect {
            try jobs.run(["a.wav"], encoding: "s16") {
                $0.onClip = .scale; $0.equalizer = try EQSpec(parsing: bands)
            }
        } throws: {
            ($0 as? any Failure)?.kind == .badData
        }
    }

    @Test func `no sample is above a ceiling that Float32 cannot hold`() throws {
        try jobs.float32("a.wav", SeededNumbers.noise(20_000, seed: 6).map { [$0] }, rate: 48_000)
        for decibels in [-23.05, -23.06, -23.13, -23.22, -0.1] {
            try jobs.run(["a.wav"], encoding: "f32") { $0.limit = TruePeakCeiling(decibels: decibels) }
            #expect(Double(try jobs.decoded("out.wav")[0].map(\.magnitude).max() ?? 9) <= Decibels(decibels).linear)
        }
    }

    @Test func `who was loud is reported only where the mix leaves the mixer as it goes out`() throws {
        try sine("a.wav", amplitude: 0.9)
        let plain = try jobs.run(["a.wav", "a.wav"], encoding: "s16")
        #expect(plain.clipping?.contributions.count == 2)
        let equalized = try jobs.run(["a.wav", "a.wav"], encoding: "s16") {
            $0.equalizer = try EQSpec(parsing: "lowshelf:1k:24dB")
        }
        #expect(equalized.clipping?.contributions.isEmpty == true)
    }
}
