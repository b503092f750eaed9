import KKAnalysis
import KKPCM
import KKTestSupport
import Testing

@Suite struct SoundMeterTests {
    private let channels = [
        SeededNumbers.noise(30_000, seed: 1), SeededNumbers.noise(30_000, seed: 2).map { $0 * 0.5 },
    ]

    @Test("every cut gives the same measurement")
    func cuts() throws {
        let whole = try measured(channels, slice: 30_000)
        #expect(
            whole.frameCount == 30_000 && whole.pcmSHA256 != nil && whole.truePeak != nil
                && whole.loudness.integrated != nil)
        for slice in [1, 511, 4097] { #expect(try measured(channels, slice: slice) == whole) }
    }

    @Test("the parts are those of the single meters, and what is left out is nil")
    func parts() throws {
        let all = try measured(channels)
        #expect(all.loudness == loudness(channels))
        var plain = all.levels
        for index in plain.channels.indices { plain.channels[index].truePeak = nil }
        #expect(plain == levels(channels))
        #expect(all.channels.compactMap(\.truePeak).max().flatMap(Measurement.level) == all.truePeak)

        let meter = try SoundMeter(layout: .stereo, sampleRate: 48_000, measures: .levels)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 30_000)
        for (channel, samples) in channels.enumerated() { buffer.fill(channel: channel, with: samples) }
        buffer.frameLength = 30_000
        meter.add(buffer)
        let some = meter.finish()
        #expect(
            some.levels == levels(channels) && some.loudness == Loudness() && some.truePeak == nil
                && some.pcmSHA256 == nil)
    }

    @Test("a rate that no meter takes is refused, as a file may name any")
    func rates() throws {
        for rate in [0.5, 10_000_001, 4_294_967_295, .infinity, .nan] {
            #expect(throws: AnalysisError.self) { try SoundMeter(layout: .mono, sampleRate: rate, measures: .hash) }
            let sound = ArraySource([[0.5, 0.25]], sampleRate: rate)
            for tolerance in Tolerance.all where rate == rate {
                #expect(throws: AnalysisError.self) {
                    try SoundComparator(tolerance).compare(sound, ArraySource([[0.5, 0.25]], sampleRate: rate))
                }
            }
        }
        _ = try SoundMeter(layout: .mono, sampleRate: 10_000_000)
    }

    @Test("silence and nothing have no levels")
    func silence() throws {
        for count in [0, 48_000] {
            let measurement = try measured([[Float](repeating: 0, count: count)])
            #expect(
                measurement.samplePeak == nil && measurement.truePeak == nil && measurement.rms == nil
                    && measurement.loudness == Loudness())
            #expect(
                measurement.leadingSilence == count && measurement.trailingSilence == count && measurement.dcOffset == 0
            )
        }
    }
}
