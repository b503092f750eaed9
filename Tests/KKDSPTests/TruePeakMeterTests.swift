@testable import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct TruePeakMeterTests {
    private func peaks(
        _ channels: [[Float]], slice: Int = 512, capacity: Int = 512, set: InstructionSet = .best
    ) -> [Double] {
        var meter = TruePeakMeter(channelCount: channels.count, maximumFrameCount: capacity, set: set)
        _ = rendered(channels, slice: slice) { frames, input, _ in meter.add(input, frames: frames) }
        meter.finish()
        return meter.peaks
    }

    @Test(
        "a sine below 0.45 of the rate reads its amplitude, whatever its phase, and no more above it than the meter of Annex 2 reads"
    )
    func sines() {
        for frequency in [0.001, 0.021, 1.0 / 8, 1.0 / 6, 0.3, 1.0 / 3, 0.4, 0.45] {
            for phase in [0, 0.3, .pi / 4, 1.1] {
                // Softly in and out: an edge has crests of its own.
                let samples = sine(6000, frequency: frequency, phase: phase, amplitude: 0.5)
                    .enumerated().map { $1 * min(1, Float(min($0, 5999 - $0)) / 1500) }
                let excess = Decibels(linear: peaks([samples])[0]).value - Decibels(linear: 0.5).value
                #expect((-0.06...0.17).contains(excess), "\(frequency) of the rate, phase \(phase): \(excess) dB")
            }
        }
    }

    @Test("a meter with 20 places a frame in Float64 reads the same of music, noise and bursts")
    func fine() {
        for samples in [
            Signals.music(9000, seed: 3, level: 0.7), Signals.bandLimited(SeededNumbers.noise(6000, seed: 8)),
            Signals.bursts(9000, seed: 4),
        ] {
            let fine = max(FineMeter().peak(samples), AnnexMeter.peak(samples))
            #expect(abs(Decibels(linear: peaks([samples])[0] / fine).value) < 0.02)
        }
    }

    @Test(
        "one sample alone reads itself, at the first, the last and the only frame, and a click at the end is read to its end"
    )
    func edges() {
        #expect(peaks([[0.25]]) == [0.25])
        #expect(peaks([[0.25] + [Float](repeating: 0, count: 99)]) == [0.25])
        #expect(peaks([[Float](repeating: 0, count: 99) + [-0.25]]) == [0.25])
        // The crest lies between the two last samples.
        let two = peaks([[Float](repeating: 0, count: 99) + [0.5, 0.5]])[0]
        #expect(abs(two - 4 / .pi / 2) < 0.03)
        #expect(peaks([[0.5, 0.5]])[0] == two)
        #expect(peaks([[]]) == [0])
        #expect(peaks([[0, 0, -0.0]]) == [0])
    }

    @Test("every cut and every instruction set gives the same bits, a channel each")
    func cuts() {
        let channels = [
            Signals.music(20_000, seed: 1, level: 1.5), Signals.bursts(20_000, seed: 2),
            SeededNumbers.noise(20_000, seed: 5),
        ]
        let whole = peaks(channels, slice: 20_000, capacity: 20_000)
        for slice in [1, 7, 63, 64, 555, 4096] {
            #expect(peaks(channels, slice: slice, capacity: 600) == whole, "slices of \(slice)")
        }
        for set in InstructionSet.available { #expect(peaks(channels, set: set) == whole) }
        #expect(channels.map { peaks([$0])[0] } == whole)
    }

    @Test("what is not finite counts as silence", arguments: [Float.nan, .infinity, -.infinity])
    func nonFinite(value: Float) {
        var samples = SeededNumbers.noise(3000, seed: 5).map { $0 * 0.25 }
        samples[1000] = 0
        let clean = peaks([samples])
        samples[1000] = value
        #expect(peaks([samples], slice: 77) == clean)
    }
}
