@testable import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct TruePeakLimiterTests {
    private let meter = FineMeter()

    private func limited(
        _ channels: [[Float]], rate: Double = 48_000, ceiling: Double = -1, slice: Int = 512, capacity: Int = 512
    ) -> (output: [[Float]], latency: Int) {
        var limiter = TruePeakLimiterKernel(
            channelCount: channels.count, sampleRate: rate, maximumFrameCount: capacity, ceiling: Decibels(ceiling))
        let output = rendered(channels, slice: slice) { limiter.process($0, of: $1, into: &$2) }
        return (output, limiter.latency)
    }

    private func checkCeiling(_ samples: [Float], rate: Double = 48_000, ceiling: Double = -1, _ note: String) {
        let output = limited([samples + [Float](repeating: 0, count: 2100)], rate: rate, ceiling: ceiling).output[0]
        let excess = Decibels(linear: meter.peak(output)).value - ceiling
        #expect(excess < 0.05, "\(note): true peak \(excess) dB above the ceiling")
        let annexExcess = Decibels(linear: AnnexMeter.peak(output)).value - ceiling
        #expect(annexExcess < 0.01, "\(note): the meter of Annex 2 reads \(annexExcess) dB above the ceiling")
        let limit = Decibels(ceiling).linear
        #expect(output.allSatisfy { Double($0.magnitude) <= limit }, "\(note): a sample above the ceiling")
    }

    @Test func `no sine is above the ceiling, between the samples either`() {
        let eighths: [Double] = [1.0 / 8, 3.0 / 8, 7.0 / 16], thirds: [Double] = [1.0 / 6, 1.0 / 3, 4.0 / 9, 3.0 / 7]
        for frequency in [0.001, 0.02, 0.09, 0.25, 0.3, 0.4, 0.45] + eighths + thirds {
            for phase in [0, 0.3, .pi / 4, 1.1] {
                checkCeiling(
                    sine(3000, frequency: frequency, phase: phase, amplitude: 1.4),
                    "sine of \(frequency), phase \(phase)")
            }
        }
    }

    @Test(arguments: [8_000, 11_025, 44_100, 96_000, 192_000.0])
    func `nothing is above the ceiling at any rate`(rate: Double) {
        for ceiling in [-1, -0.1, -12.0] {
            checkCeiling(
                sine(4000, frequency: 0.25, phase: .pi / 4, amplitude: 2), rate: rate, ceiling: ceiling,
                "sine at \(rate)")
            checkCeiling(Signals.music(6000, seed: 3, level: 3), rate: rate, ceiling: ceiling, "music at \(rate)")
            checkCeiling(
                Signals.square(4000, period: 37, level: 1.2), rate: rate, ceiling: ceiling, "square at \(rate)")
        }
    }

    @Test func `no noise, click or edge is above the ceiling`() {
        for seed in 1...4 as ClosedRange<UInt64> {
            checkCeiling(Signals.bandLimited(SeededNumbers.noise(9000, seed: seed).map { $0 * 2.5 }), "noise \(seed)")
            checkCeiling(Signals.bursts(9000, seed: seed), "bursts \(seed)")
        }
        for place in [500, 501, 777] {
            var click = [Float](repeating: 0, count: 1500)
            click[place] = 4
            checkCeiling(click, "click")
            click[place + 1] = 4
            checkCeiling(click, "two samples")
            click[place + 3] = -5
            checkCeiling(click, "three samples")
        }
        for period in [3, 5, 8, 100, 1000] {
            checkCeiling(Signals.square(4000, period: period, level: 1.5), "square of \(period)")
        }
    }

    /// At a quarter of the rate, the meter of Annex 2 reads 0.157 dB too much.
    @Test(arguments: [(0.25, 0.17), (0.44, 0.02), (0.01, 0.06)])
    func `a sine below the ceiling passes bit for bit`(frequency: Double, below: Double) {
        // It begins and ends softly: an edge has crests of its own.
        let level = Decibels(-1 - below).linear
        let steady = sine(5000, frequency: frequency, phase: .pi / 4, amplitude: level)
        let samples = [-0.0, 0x1p-133] + steady.enumerated().map { $1 * min(1, Float(min($0, 4999 - $0)) / 1000) }
        let (output, latency) = limited([samples + [Float](repeating: 0, count: 500)])
        #expect(Array(output[0][latency..<latency + samples.count]).map(\.bitPattern) == samples.map(\.bitPattern))
        #expect(output[0][..<latency].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [0.0613, 0.25, 0.3, 0.41, 0.45])
    func `what is too much between the samples is taken off, and hardly more`(frequency: Double) {
        // A sine of a quarter of the rate at an odd phase has its samples 3 dB below its crests.
        let samples = sine(20_000, frequency: frequency, phase: .pi / 4, amplitude: 1)
        let (output, latency) = limited([samples], ceiling: -1)
        let gain = Double(output[0][15_000]) / Double(samples[15_000 - latency])
        #expect((-1.17 ... -0.96).contains(Decibels(linear: gain).value))
    }

    @Test func `the meter of Annex 2 reads no more than the ceiling of any noise`() {
        for seed in 1...3 as ClosedRange<UInt64> {
            let noise = SeededNumbers.noise(20_000, seed: seed).map { $0 * 2.5 } + [Float](repeating: 0, count: 500)
            #expect(Decibels(linear: AnnexMeter.peak(limited([noise]).output[0])).value < -0.99)
        }
    }

    /// What a person asks for as -1 dBTP and then measures: the limiter's own meter decides, to the last digit.
    @Test(arguments: [1_000, 8_000, 22_050, 44_100, 48_000, 192_000.0])
    func `its own meter reads nothing above the ceiling`(rate: Double) {
        for seed in 1...2 as ClosedRange<UInt64> {
            var numbers = SeededNumbers(seed: seed)
            let signs = (0..<6000).map { _ in numbers.next() % 2 == 0 ? 2 : -2 as Float }
            var clicks = [Float](repeating: 0, count: 6000)
            for _ in 0..<90 { clicks[Int(numbers.next() % 6000)] = Float(Int(numbers.next() % 2000) - 1000) / 100 }
            let sounds = [
                ("noise", SeededNumbers.noise(6000, seed: seed).map { $0 * 2.5 }), ("signs", signs), ("clicks", clicks),
                ("music", Signals.music(6000, seed: seed, level: 3)),
                ("square", Signals.square(6000, period: 36 + Int(seed), level: 1.5)),
                ("sine", sine(6000, frequency: 0.49, phase: 0.3, amplitude: 1.4)),
            ]
            for (name, samples) in sounds {
                for ceiling in [-0.1, -1, -12] {
                    let output = limited([samples + [Float](repeating: 0, count: 2100)], rate: rate, ceiling: ceiling)
                        .output[0]
                    let excess = Decibels(linear: ownReading(output)).value - ceiling
                    #expect(excess <= 0 && excess > -0.7, "\(name): \(excess) dB from \(ceiling) dBTP")
                }
            }
        }
    }

    private func ownReading(_ samples: [Float]) -> Double {
        var meter = TruePeakMeter(channelCount: 1, maximumFrameCount: samples.count)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: samples.count)
        buffer.frameLength = samples.count
        buffer.fill(channel: 0, with: samples)
        meter.add(buffer, frames: 0..<samples.count)
        meter.finish()
        return meter.peaks[0]
    }

    @Test(arguments: [8_000, 44_100, 192_000.0])
    func `the way back takes its time constant`(rate: Double) {
        let quiet = Float(0.125), peak = 2000
        var samples = [Float](repeating: quiet, count: Int(rate) / 2)
        samples[peak] = 3
        let (output, latency) = limited([samples, samples.map { _ in quiet }], rate: rate)
        let gains = output[1].dropFirst(latency).map { Double($0 / quiet) }
        // The other channel is turned down alike, and before the look-ahead not at all.
        let ahead = Int(rate * 0.0051) + 50
        #expect(gains[peak - ahead] == 1)
        #expect(abs(gains[peak] - Decibels(-1).linear / 3) < 0.002)
        let start = peak + 2 * ahead, span = Int((rate * TruePeakLimiterKernel.release).rounded())
        #expect(abs((1 - gains[start + span]) / (1 - gains[start]) - 0.36787944) < 1e-4)
        // Towards the peak the curve only falls, after it it only rises.
        let around = gains[(peak - ahead)...peak]
        #expect(zip(around, around.dropFirst()).allSatisfy { $0 >= $1 })
        let behind = gains[peak...]
        #expect(zip(behind, behind.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
    }

    @Test func `after a peak the gain comes back to exactly one`() {
        var samples = SeededNumbers.noise(150_000, seed: 9).map { $0 * 0.25 }
        samples[100] = 1.5
        let (output, latency) = limited([samples], rate: 8_000)
        #expect(output[0][1000] != samples[1000 - latency])
        let end = 120_000..<150_000
        #expect(output[0][end].elementsEqual(samples[end.lowerBound - latency..<end.upperBound - latency]))
    }

    @Test func `any cut gives the same bits, and a reset the first render again`() {
        let channels = [Signals.music(20_000, seed: 1, level: 1.5), Signals.bursts(20_000, seed: 2)]
        let whole = limited(channels, slice: 4096, capacity: 4096).output
        for slice in [1, 7, 64, 555, 4096] {
            #expect(limited(channels, slice: slice, capacity: 600).output == whole, "slices of \(slice)")
        }
        var limiter = TruePeakLimiterKernel(
            channelCount: 2, sampleRate: 48_000, maximumFrameCount: 100, ceiling: Decibels(-1))
        _ = rendered(channels, slice: 333) { limiter.process($0, of: $1, into: &$2) }
        limiter.reset()
        #expect(rendered(channels, slice: 333) { limiter.process($0, of: $1, into: &$2) } == whole)
    }

    @Test func `the latency is the way down and 56 frames`() {
        for (rate, latency) in [(8_000, 96), (44_100, 276), (48_000, 296), (192_000, 1016)] as [(Double, Int)] {
            #expect(limited([[0]], rate: rate).latency == latency)
        }
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
    func `what is no number leaves nothing behind`(value: Float) {
        let noise = SeededNumbers.noise(200_000, seed: 5).map { $0 * 0.25 }
        var samples = noise
        samples[1000] = value
        let (output, latency) = limited([samples], rate: 8_000, slice: 77)
        let end = 100_000..<200_000
        #expect(output[0][end].elementsEqual(noise[end.lowerBound - latency..<end.upperBound - latency]))
        #expect(
            output[0][..<(1000 + latency - 200)].elementsEqual(
                limited([noise], rate: 8_000).output[0][..<(1000 + latency - 200)]))
    }

    @Test func `every instruction set gives the same bits`() {
        let channels = [Signals.music(9000, seed: 11, level: 1.5), SeededNumbers.noise(9000, seed: 12)]
        var limiter = TruePeakLimiterKernel(
            channelCount: 2, sampleRate: 48_000, maximumFrameCount: 512, ceiling: Decibels(-1))
        limiter.set = .baseline
        #expect(rendered(channels, slice: 512) { limiter.process($0, of: $1, into: &$2) } == limited(channels).output)
    }

    @Test(arguments: [0, 0.125, 0.25, 0.4999] as [Double])
    func `what is skipped as quiet is skipped by every cut`(place: Double) {
        // One loud burst among silence: where blocks begin decides what is skipped.
        var samples = [Float](repeating: 0, count: 6000)
        let burst = sine(400, frequency: 0.21, phase: place, amplitude: 1.3)
        for start in [700, 2303, 4090] { samples.replaceSubrange(start..<start + 400, with: burst) }
        let whole = limited([samples], slice: 6000, capacity: 6000).output
        for slice in [1, 13, 255, 256, 257, 1000] {
            #expect(limited([samples], slice: slice, capacity: 6000).output == whole)
        }
    }
}
