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
            #expect(result.worst == nil && result.first == nil && result.peakResidual == nil && result.rmsResidual == nil)
            #expect(result.gain == 0)
        }
    }

    @Test func `a shift is found and told, and never undone silently`() throws {
        for lag in [1, -1, 441, -10_000, 40_000] {
            let late = sound.map { side in
                lag > 0 ? [Float](repeating: 0, count: lag) + side.dropLast(lag) : Array(side.dropFirst(-lag)) + [Float](repeating: 0, count: -lag)
            }
            let result = try SoundComparator.of16Bits(.exact).compare(sound, late)
            #expect(!result.passed && result.verdict == .transformed, "\(lag): \(result)")
            #expect(result.diagnosis?.lag == Int64(lag) && result.alignment == 0)
        }
    }

    @Test func `level, polarity and exchanged sides are found together with a shift`() throws {
        let gain: Float = 0.5
        let changed = [sound[1].map { -gain * $0 }, sound[0].map { gain * $0 }].map { [Float](repeating: 0, count: 100) + $0 }
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
}
