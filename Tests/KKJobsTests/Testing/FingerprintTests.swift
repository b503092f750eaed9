@testable import KKJobs
import Foundation
import KKAnalysis
import KKMixing
import KKMath
import KKTestSupport
import Testing

/// What a fingerprint holds, and what it notices.
@Suite struct FingerprintTests {
    private func fingerprint(
        _ channels: [[Float]], rate: Double = 48_000, staccato: UInt64? = nil, layout: ChannelLayout? = nil
    ) throws -> Fingerprint {
        let source = ArraySource(channels, sampleRate: rate, staccato: staccato)
        return try #require(
            CaseSound.measure(
                source, layout: layout ?? .standard(channels.count), measures: .all, withFingerprint: true
            ).1)
    }

    /// A square wave of 12 frames a period, a tenth of a second at a half and one at a quarter; the right channel is
    /// silent.
    private static let steps: [[Float]] = [
        (0..<9_600).map { ($0 < 4_800 ? 0.5 : 0.25) * ($0 / 6 % 2 == 0 ? 1 : -1) }, Array(repeating: 0, count: 9_600),
    ]

    private static let noise: [[Float]] = {
        var numbers = SeededNumbers(seed: 5)
        return (0..<2).map { _ in (0..<50_000).map { _ in Float.random(in: -0.3...0.3, using: &numbers) } }
    }()

    @Test func `levels are those of a known sound`() throws {
        let levels = try fingerprint(Self.steps).levels
        #expect(levels.count == 4)
        #expect(
            levels[0].rms == -6.02 && levels[0].peak == -6.02 && levels[2].rms == -12.04 && levels[2].peak == -12.04)
        #expect(
            levels[1].rms == -.infinity && levels[1].peak == -.infinity
                && levels[1].bands.allSatisfy { $0 == -.infinity })
    }

    /// A sine in the middle of a band has most of its energy there.
    @Test(arguments: [(100.0, 0), (400, 1), (1_600, 2), (6_400, 3), (20_000, 4)])
    func `a tone is in its band`(frequency: Double, band: Int) throws {
        let tone = (0..<48_000).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / 48_000)) }
        let levels = try fingerprint([tone]).levels[5]
        #expect(levels.bands.indices.max { levels.bands[$0] < levels.bands[$1] } == band, "\(levels.bands)")
        #expect(abs(levels.rms + 9.03) < 0.05)
    }

    @Test func `slices and short reads give the same lines`() throws {
        let whole = try fingerprint(Self.noise, rate: 44_100)
        for seed: UInt64 in 1...3 { #expect(try fingerprint(Self.noise, rate: 44_100, staccato: seed) == whole) }
        #expect(whole.levels.count == 2 * 12)
    }

    @Test(arguments: [44_100.0, 48_000, 8_000, 11_025, 38_000])
    func `what is written is what is read`(rate: Double) throws {
        for channels in [Self.noise, Self.steps, [[0.5]], [Array(repeating: 0, count: 7_000)]] {
            let made = try fingerprint(channels, rate: rate)
            #expect(try Fingerprint(parsing: Array(made.text.utf8), path: "x.fingerprint") == made)
            #expect(
                try Fingerprint(parsing: Array(made.text.replacing("\n", with: "\r\n").utf8), path: "x.fingerprint")
                    == made)
        }
    }

    @Test func `a golden's text stays what it is`() throws {
        let text = try fingerprint(Self.steps).text.split(separator: "\n").map(String.init)
        #expect(
            text[0] == "kkmix fingerprint 2" && text[1] == "rate       48000" && text[2] == "channels   2"
                && text[3] == "layout     L R")
        #expect(text[4] == "frames     9600" && text[6] == "loudness   none LUFS")
        #expect(
            text[11].hasPrefix("0.0 1 ") && text[11].contains(" -6.02 -6.02 ")
                && text[12] == "0.0 2 0.000000 -inf -inf -inf -inf -inf -inf -inf"
                && text[13].contains(" -12.04 -12.04 "))
    }

    @Test func `damaged text is refused with its line`() throws {
        let text = try fingerprint(Self.steps).text
        let cases = [
            ("kkmix fingerprint 2", "kkmix fingerprint 1", "x:1"), ("rate       48000", "rate       fast", "x:2"),
            ("channels   2", "channels   0", "x:3"), ("frames     9600", "", "x:6"), ("0.0 2 0.0", "0.0 3 0.0", "x:13"),
            ("layout     L R", "layout     L", "x:4"), ("layout     L R", "layout     L loud", "x:4"),
            ("-12.04 -12.04", "-12.04 loud", "x:14"),
            ("0.1 2 0.000000 -inf -inf -inf -inf -inf -inf -inf\n", "", "the last window is not complete"),
            ("0.0 2 0.000000", "0.0 2 none", "x:13"), ("0.0 1 ", "<<<<<<< HEAD\n0.0 1 ", "x:12"),
            ("channels   2", "channels   99999", "impossible"),
        ]
        for (old, new, words) in cases {
            let error = #expect(throws: SessionError.self) {
                try Fingerprint(parsing: Array(text.replacing(old, with: new, maxReplacements: 1).utf8), path: "x")
            }
            #expect(
                error?.kind == .badData && error?.description.contains(words) == true,
                "\(error.map(String.init(describing:)) ?? "")")
        }
        #expect(throws: SessionError.self) { try Fingerprint(parsing: [], path: "x") }
    }

    @Test func `the same samples are the same whatever the tolerance`() throws {
        let made = try fingerprint(Self.noise)
        for tolerance in Tolerance.all {
            let result = made.compared(with: made, tolerance: tolerance)
            #expect(result.passed && result.verdict == .samePCM)
        }
    }

    /// From frame 24,000 on, half a second in, a level that is `decibels` higher.
    private func louder(_ factor: Float) throws -> Fingerprint {
        try fingerprint(Self.noise.map { channel in channel.indices.map { channel[$0] * ($0 < 24_000 ? 1 : factor) } })
    }

    @Test(arguments: [
        ("exact", false, false), ("lsb", false, false), ("default", false, false), ("lossy", true, true),
        ("loose", true, true),
    ])
    func `a tolerance says how far levels may be off`(name: String, takesLittle: Bool, takesMore: Bool) throws {
        let tolerance = try #require(Tolerance(named: name))
        let golden = try fingerprint(Self.noise)
        // 0.03 dB, a residual of −64 dBFS, 0.08 dB, of which loudness and true peak say nothing, and 0.4 dB.
        #expect(try louder(1.00346).compared(with: golden, tolerance: tolerance).passed == takesLittle)
        #expect(try louder(1.00925).compared(with: golden, tolerance: tolerance).passed == takesMore)
        #expect(try louder(1.0471).compared(with: golden, tolerance: tolerance).passed == takesMore)
        #expect(try !louder(2).compared(with: golden, tolerance: tolerance).passed)
    }

    /// Levels know neither, and a limit of −80 dBFS would be lost on them: at the tolerance, in both directions.
    @Test func `sketches see polarity, a frame, and what is as loud as the tolerance`() throws {
        let golden = try fingerprint(Self.noise)
        let changes: [[[Float]]] = [
            [Self.noise[0], Self.noise[1].map { -$0 }], Self.noise.map { [0] + $0.dropLast() },
            Self.noise.map { Array($0.dropFirst()) + [0] },
        ]
        for channels in changes {
            let changed = try fingerprint(channels)
            #expect(
                !changed.compared(with: golden, tolerance: .default).passed
                    && changed.compared(with: golden, tolerance: .loose).passed)
        }
        // A slow tone, whose largest samples are nearly alike: half a millisecond's worth of frames tells no peak from
        // its neighbours.
        let tone = (0..<24_000).map { Float(0.25 * sin(2 * .pi * 60 * Double($0) / 48_000)) }
        let late = try fingerprint([[0] + tone.dropLast()]).compared(with: fingerprint([tone]), tolerance: .default)
        #expect(!late.passed && late.first?.contains("samples apart by about") == true, "\(late)")
        // What rounding does, of either sign.
        var numbers = SeededNumbers(seed: 9)
        let rounded = Self.noise.map { $0.map { $0 + Float.random(in: -0.00005...0.00005, using: &numbers) } }
        #expect(try fingerprint(rounded).compared(with: golden, tolerance: .default).passed)
    }

    @Test(arguments: [40.0, 50, 100, 1_000]) func `a tone whose period is a part of 100 ms cannot hide one frame late`(
        frequency: Double
    ) throws {
        let tone = (0..<44_100).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / 44_100)) }
        let golden = try fingerprint([tone], rate: 44_100),
            late = try fingerprint([[0] + tone.dropLast()], rate: 44_100)
        #expect(!late.compared(with: golden, tolerance: .default).passed)
    }

    @Test(arguments: [2, 4, 11, 300])
    func `a residual of -70 dBFS is seen in so many windows, and one of -91 dBFS is not`(windows: Int) throws {
        let count = 800 * windows, sound = SeededNumbers.noise(count, seed: 1).map { 0.5 * $0 }
        let golden = try fingerprint([sound], rate: 8_000)
        for seed in 2..<12 as Range<UInt64> {
            // Evenly spread noise of the peak 1 has an RMS of −4.77 dB.
            let noise = SeededNumbers.noise(count, seed: seed)
            func passes(_ level: Float) throws -> Bool {
                let changed = zip(sound, noise).map { $0 + level * $1 }
                return try fingerprint([changed], rate: 8_000).compared(with: golden, tolerance: .default).passed
            }
            #expect(try windows < 4 || !passes(5.477e-4) && passes(4.88e-5), "\(seed)")
            #expect(try !passes(5.477e-3))
        }
    }

    @Test func `sketches of huge samples are alive, and their text is read again`() throws {
        for level in [1e7, 1e12, 3.4e38] as [Float] {
            let made = try fingerprint([Self.noise[0].map { level * $0 }])
            #expect(made.levels.allSatisfy { $0.sketch != 0 && $0.sketch.isFinite })
            #expect(try Fingerprint(parsing: Array(made.text.utf8), path: "x") == made)
        }
    }

    @Test func `silence like silence is nothing, unless it is allowed`() throws {
        let silence = try fingerprint([Array(repeating: 0, count: 7_000)])
        for tolerance in Tolerance.all {
            #expect(!silence.compared(with: silence, tolerance: tolerance).passed)
            #expect(silence.compared(with: silence, tolerance: tolerance, allowsSilence: true).passed)
        }
    }

    @Test func `the first tenth of a second that differs is named`() throws {
        let result = try louder(1.5).compared(with: fingerprint(Self.noise), tolerance: .default)
        #expect(result.firstSeconds == 0.5 && result.windowsBeyond == 12 && result.windowCount == 22)
        #expect(result.first?.hasPrefix("0:00.500, channel 1: ") == true)
    }

    @Test func `another length, rate or count of channels differs`() throws {
        let golden = try fingerprint(Self.noise)
        let shorter = try fingerprint(Self.noise.map { Array($0.dropLast()) })
        #expect(shorter.compared(with: golden, tolerance: .default).facts.first == "49,999 frames, was 50,000 (-1)")
        #expect(try !fingerprint(Self.noise, rate: 44_100).compared(with: golden, tolerance: .loose).passed)
        #expect(try !fingerprint([Self.noise[0]]).compared(with: golden, tolerance: .loose).passed)
        #expect(try !fingerprint([[]]).compared(with: fingerprint([[]]), tolerance: .loose).passed)
    }

    @Test func `the same samples with another layout are another sound, and a layout is read as it is written`() throws
    {
        let sound = Self.noise + Self.noise
        let quad = try fingerprint(sound, layout: .quadraphonic)
        let layouts: [ChannelLayout] = [
            ChannelLayout([.left, .right, .center, .lfe]), .discrete(4),
            ChannelLayout([.leftTotal, .unknown, .mono, ChannelLabel(rawValue: 13)]),
        ]
        for layout in layouts {
            let other = try fingerprint(sound, layout: layout)
            #expect(try Fingerprint(parsing: Array(other.text.utf8), path: "x") == other)
            for tolerance in Tolerance.all {
                #expect(other.compared(with: quad, tolerance: tolerance).passed == (layout == .discrete(4)))
            }
        }
        #expect(
            try fingerprint(sound, layout: layouts[0]).compared(with: quad, tolerance: .exact).facts.first
                == "layout L R C LFE, was quad")
    }

    private func sine(_ level: Double, frequency: Double = 220, count: Int = 96_000) -> [Double] {
        (0..<count).map { PortableMath.exp2(level / 6.02059991327962) * sin(2 * .pi * frequency * Double($0) / 48_000) }
    }

    @Test func `a loudness or true peak below the floor counts as the floor, as it does between two sounds`() throws {
        // One of them is just below the gate, and has no loudness at all.
        let golden = try fingerprint([sine(-67.01, frequency: 997).map(Float.init)]),
            now = try fingerprint([sine(-66.99, frequency: 997).map(Float.init)])
        #expect(now.compared(with: golden, tolerance: .default).facts.isEmpty)
        #expect(golden.compared(with: now, tolerance: .default).facts.isEmpty)
        let softer = try fingerprint([sine(-120).map(Float.init)]), soft = try fingerprint([sine(-90).map(Float.init)])
        #expect(softer.compared(with: soft, tolerance: .default).passed)
    }

    @Test(arguments: [-40.0, -45, -50, -55, -60, -70])
    func `another seed of the dither passes at every level, and 0.3 dB do not`(level: Double) throws {
        func dithered(_ seed: UInt64, gain: Double = 1) throws -> Fingerprint {
            var numbers = SeededNumbers(seed: seed)
            return try fingerprint([
                sine(level).map { sample in
                    let noise =
                        Double.random(in: -0.5...0.5, using: &numbers) + Double.random(in: -0.5...0.5, using: &numbers)
                    return Float((sample * gain * 32_768 + noise).rounded() / 32_768)
                }
            ])
        }
        let golden = try dithered(1)
        for seed in 2..<5 as Range<UInt64> {
            #expect(try dithered(seed).compared(with: golden, tolerance: .default).passed)
        }
        #expect(try level < -55 || !dithered(2, gain: 1.035).compared(with: golden, tolerance: .default).passed)
    }

    @Test func `a sine of -126 dBFS is no silence`() throws {
        let quiet = try fingerprint([sine(-126).map(Float.init)])
        #expect(
            try !quiet.isSilent && quiet.compared(with: quiet, tolerance: .default).passed
                && Fingerprint(parsing: Array(quiet.text.utf8), path: "x") == quiet)
    }
}
