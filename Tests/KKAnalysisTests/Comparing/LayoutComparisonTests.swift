import KKAnalysis
import KKPCM
import KKTestSupport
import Testing

/// What is said of two sounds whose channels have other names.
@Suite struct LayoutComparisonTests {
    private static let noise = (0..<6).map { channel in
        SeededNumbers.noise(48_000, seed: UInt64(channel + 1)).map { 0.1 * $0 }
    }
    private static let threeOne = ChannelLayout([.left, .right, .center, .lfe])
    private static let sides = ChannelLayout([.left, .right, .center, .lfe, .leftSurroundDirect, .rightSurroundDirect])

    private func compare(
        _ reference: ChannelLayout?, _ actual: ChannelLayout?, _ tolerance: Tolerance
    ) throws -> Comparison {
        var comparator = SoundComparator(tolerance)
        comparator.measures = .all
        (comparator.referenceLayout, comparator.actualLayout) = (reference, actual)
        let sound = Array(Self.noise.prefix((reference ?? actual)?.channelCount ?? 4))
        return try comparator.compare(sound, sound, rate: 48_000)
    }

    @Test func `quad beside L R C LFE with the same samples is different under every tolerance`() throws {
        for tolerance in Tolerance.all {
            let result = try compare(.quadraphonic, Self.threeOne, tolerance)
            #expect(!result.passed && result.verdict == .different)
            #expect(result.missed == [.layout(reference: .quadraphonic, actual: Self.threeOne)])
        }
    }

    @Test func `5.1 with side surrounds is 5.1 for what compares codecs, and for nothing else`() throws {
        for tolerance in Tolerance.all {
            let result = try compare(.fiveOne, Self.sides, tolerance)
            #expect(
                result.passed == ["lossy", "loose"].contains(tolerance.name) && result.hasPassedLayout == result.passed)
        }
    }

    @Test func `a sound that names no channels compares with any, and is measured with its layout`() throws {
        for layout in [ChannelLayout.discrete(4), nil] {
            for tolerance in Tolerance.all {
                let result = try compare(Self.threeOne, layout, tolerance)
                #expect(
                    result.passed && result.hasPassedLayout && result.verdict == .samePCM && result.deltaLoudness == 0)
            }
        }
        #expect(try !compare(.quadraphonic, .quadraphonic, .default).hasPassedLayout)
    }

    @Test func `a third octave of 16 or 20 kHz counts where the treble is not limited`() throws {
        let low = SeededNumbers.noise(48_000, seed: 1).map { 0.1 * $0 }
        // Turned by a quarter of a frame's worth: what the mean of neighbours takes away is most at the top.
        let dull = low.indices.map { 0.5 * (low[$0] + low[max(0, $0 - 1)]) }
        let result = try SoundComparator(.default).compare([low], [dull], rate: 48_000)
        #expect(try #require(result.thirdOctave).frequency > 14_100)
    }

    @Test func `the places of a shifted sound are the reference's frames, early or late`() throws {
        let sound = SeededNumbers.noise(48_000, seed: 3).map { 0.1 * $0 }
        for shift in [-500, 500] {
            var actual =
                shift < 0
                ? Array(sound[500...]) + Array(repeating: 0, count: 500)
                : Array(repeating: 0, count: 500) + sound.dropLast(500)
            actual[30_000 + shift] += 0.2
            var tolerance = Tolerance.default
            tolerance.lag = .frames(1_000)
            let result = try SoundComparator(tolerance).compare([sound], [actual], rate: 48_000)
            #expect(result.alignment == Int64(shift) && result.worst?.frame == 30_000 && result.first?.frame == 30_000)
        }
    }
}
