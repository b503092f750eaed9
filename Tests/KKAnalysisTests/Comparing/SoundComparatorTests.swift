import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct SoundComparatorTests {
    private static let music3 = music(seconds: 3)
    private var sound: [[Float]] { Self.music3 }

    @Test func `a sound is the same as itself under every tolerance`() throws {
        for tolerance in Tolerance.all {
            let result = try SoundComparator.of16Bits(tolerance).compare(sound, sound)
            #expect(result.passed && result.verdict == .samePCM, "\(tolerance.name): \(result.missed)")
            #expect(result.framesCompared == Int64(sound[0].count))
            #expect(
                result.worst == nil && result.first == nil && result.peakResidual == nil && result.rmsResidual == nil)
            #expect(result.gain == 0)
        }
    }

    @Test func `a shift is found and told, and never undone silently`() throws {
        for lag in [1, -1, 441, -10_000, 40_000] {
            let late = sound.map { side in
                lag > 0
                    ? [Float](repeating: 0, count: lag) + side.dropLast(lag)
                    : Array(side.dropFirst(-lag)) + [Float](repeating: 0, count: -lag)
            }
            let result = try SoundComparator.of16Bits(.exact).compare(sound, late)
            #expect(!result.passed && result.verdict == .transformed, "\(lag): \(result)")
            #expect(result.diagnosis?.lag == Int64(lag) && result.alignment == 0)
        }
    }

    @Test func `level, polarity and exchanged sides are found together with a shift`() throws {
        let gain: Float = 0.5
        let changed = [sound[1].map { -gain * $0 }, sound[0].map { gain * $0 }].map {
            [Float](repeating: 0, count: 100) + $0
        }
        let result = try SoundComparator.of16Bits().compare(sound, changed)
        let diagnosis = try #require(result.diagnosis)
        #expect(result.verdict == .transformed)
        #expect(diagnosis.lag == 100 && diagnosis.channelMap == [1, 0] && diagnosis.invertedChannels == [0])
        #expect(abs(diagnosis.gain + 6.0206) < 0.0001)
        #expect(diagnosis.residual == nil || diagnosis.residual! < -100)
    }

    @Test func `a click in the middle is found, with its frame, channel and level`() throws {
        var clicked = sound
        clicked[1][90_000] += 0.25
        let result = try SoundComparator.of16Bits().compare(sound, clicked)
        #expect(!result.passed && result.verdict == .different)
        #expect(result.worst?.frame == 90_000 && result.worst?.channel == 1)
        #expect(abs((result.worst?.level ?? 0) + 12.0412) < 0.001)
        #expect(result.first == result.worst)
    }

    @Test func `the strictest verdict that is true is reported, whether it is enough or not`() throws {
        let step = sound.map { side in side.enumerated().map { $0.offset % 3 == 0 ? $0.element + 0x1p-15 : $0.element }
        }
        let exact = try SoundComparator.of16Bits(.exact).compare(sound, step)
        #expect(exact.verdict == .withinLSB && !exact.passed && exact.missed.count == 1)
        var strict = Tolerance.default
        strict[.peak] = -95
        let quiet = try SoundComparator.of16Bits(strict).compare(sound, step)
        #expect(quiet.verdict == .withinLSB && !quiet.passed)
        let silence = [[Float]](repeating: [Float](repeating: 0, count: 5_000), count: 2)
        let nothing = try SoundComparator.of16Bits().compare(silence, silence)
        #expect(nothing.verdict == .samePCM && nothing.missed == [.silence])
        var file = SoundComparator.of16Bits()
        file.isSameFile = true
        #expect(try file.compare(silence, silence).verdict == .sameFile)
        let bad = sound.map { Array($0.dropLast()) + [.nan] }
        let infinite = try SoundComparator.of16Bits().compare(sound, bad)
        #expect(
            infinite.verdict == .different
                && infinite.missed == [.notFinite(.actual, frame: Int64(sound[0].count) - 1, channel: 0)])
    }

    @Test
    func `a shift that made the sound longer is a shift, also when it has been undone, and a missing tail is not`()
        throws
    {
        let late = sound.map { [Float](repeating: 0, count: 100) + $0 }
        var tolerance = Tolerance.default
        tolerance.lag = .seconds(0.05)
        let result = try SoundComparator.of16Bits(tolerance).compare(sound, late)
        #expect(
            result.verdict == .transformed && result.alignment == 100 && result.missed == [.length(100, allowed: 0)])
        tolerance.length = .frames(100)
        #expect(try SoundComparator.of16Bits(tolerance).compare(sound, late).passed)
        let short = sound.map { [Float](repeating: 0, count: 100) + $0.dropLast(20_000) }
        for tolerance in [Tolerance.default, tolerance] {
            #expect(try SoundComparator.of16Bits(tolerance).compare(sound, short).verdict == .different, "\(tolerance)")
        }
    }

    @Test func `the first place is a sample that differs, with its own level and channel`() throws {
        // An RMS of −60 dBFS over 400 ms, and no limit for a sample: only a window sees it.
        var tolerance = Tolerance(name: "windows")
        tolerance[.rms] = -60
        var changed = sound
        for frame in 70_000..<80_000 { changed[1][frame] += frame == 70_000 ? 0x1p-15 : 0.01 }
        let window = try SoundComparator.of16Bits(tolerance).compare(sound, changed)
        #expect(window.missed.count == 1 && window.rmsResidual! < -50)
        #expect(window.first?.frame == 70_001 && window.first?.channel == 1)
        #expect(abs((window.first?.level ?? 0) + 40) < 0.01)
        // A loudness has no sample of its own.
        var loudness = Tolerance(name: "loudness")
        loudness[.loudness] = 0.1
        for frame in 70_000..<110_000 {
            changed[1][frame] = frame == 70_000 ? sound[1][frame] + 0x1p-15 : 1.1 * sound[1][frame]
        }
        let meter = try SoundComparator.of16Bits(loudness).compare(sound, changed)
        #expect(meter.missed.count == 1 && meter.first?.frame == 70_000 && meter.first?.channel == 1)
        #expect(abs((meter.first?.level ?? 0) + 90.309) < 0.001)
        for result in [window, meter] {
            let place = try #require(result.first)
            #expect(changed[place.channel][Int(place.frame)] != sound[place.channel][Int(place.frame)])
        }
    }

    @Test func `a limit that only a window sees is held, and names the window`() throws {
        var tolerance = Tolerance(name: "windows")
        tolerance[.rms] = -62
        var changed = sound
        for frame in 70_000..<74_410 { changed[0][frame] += 0.002 }
        let result = try SoundComparator.of16Bits(tolerance).compare(sound, changed)
        guard case .limit(.rms, allowed: -62, let found?, let window?, channel: 0)? = result.missed.first else {
            Issue.record("\(result.missed)")
            return
        }
        #expect(
            result.missed.count == 1 && result.rmsResidual! < -62 && found > -62 && window.contains(72_000)
                && window.count == 17_640)
    }

    @Test func `reads of any length give the same comparison`() throws {
        var changed = sound.map { [Float](repeating: 0, count: 30) + $0.map { 0.99 * $0 } }
        changed[0][50_000] += 0.1
        for tolerance in [Tolerance.default, .lossy] {
            let whole = try SoundComparator.of16Bits(tolerance).compare(sound, changed)
            for seed in [1, 2] as [UInt64] {
                let pieces = try SoundComparator.of16Bits(tolerance).compare(
                    ArraySource(sound, sampleRate: 44_100, staccato: seed),
                    ArraySource(changed, sampleRate: 44_100, staccato: seed + 10))
                #expect(pieces == whole)
            }
        }
    }

    @Test func `lossy sees a hole of 50 ms wherever it is, and not what an encoder leaves`() throws {
        for start in [8_000, 50_003, 77_000, 120_500] {
            var holed = sound
            for frame in start..<start + 2_205 { holed[1][frame] = 0 }
            let result = try SoundComparator.of16Bits(.lossy).compare(sound, holed)
            guard
                case .limit(.dropout, allowed: 8, _, let window?, channel: 1)? = result.missed.last(where: {
                    if case .limit(.dropout, _, _, _, _) = $0 { true } else { false }
                })
            else {
                Issue.record("\(start): \(result.missed)")
                continue
            }
            #expect(window.overlaps(Int64(start)..<Int64(start) + 2_205) && window.count == 441)
            #expect(
                (Int64(start)..<Int64(start) + 2_205).contains(result.first?.frame ?? -1) && result.first?.channel == 1)
        }
        let noise = SeededNumbers.noise(sound[0].count, seed: 9)
        let coded = sound.map { side in zip(side, noise).map { $0 + 0.03 * $1 } }
        #expect(try SoundComparator.of16Bits(.lossy).compare(sound, coded).passed)
    }

    @Test func `lossy sees two frames of a codec that are repeated`() throws {
        for start in [30_000, 66_000, 99_000] {
            let repeated = sound.map { side in side[..<start] + side[start - 2_304..<start] + side[(start + 2_304)...] }
                .map(Array.init)
            let result = try SoundComparator.of16Bits(.lossy).compare(sound, repeated)
            #expect(
                result.missed.contains { if case .limit(.burst, allowed: 0.5, _, _, _) = $0 { true } else { false } },
                "\(start): \(result.missed)")
        }
    }
}
