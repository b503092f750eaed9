import Foundation
@testable import KKDSP
import KKPCM
import KKTestSupport
import Testing

/// A sound through an impulse response, beside the sum of products.
@Suite struct ConvolutionTests {
    private func convolved(
        _ sound: [[Float]], _ response: [[Float]], _ settings: ConvolutionKernel.Settings = .init(), slice: Int = 4096
    ) -> [[Float]] {
        var kernel = ConvolutionKernel(channelCount: sound.count, sampleRate: 48_000, maximumFrameCount: slice)
        kernel.setResponse(ImpulseResponse(response))
        kernel.settings = settings
        let late = kernel.latency
        let longer = sound.map { $0 + [Float](repeating: 0, count: late + (kernel.tailFrameCount ?? 0)) }
        return rendered(longer, slice: slice) { kernel.process($0, of: $1, into: &$2) }.map { Array($0[late...]) }
    }

    /// Directly, in Float64.
    private func direct(_ sound: [Float], _ response: [Float]) -> [Double] {
        var sums = [Double](repeating: 0, count: sound.count + response.count - 1)
        for (frame, sample) in sound.enumerated() where sample != 0 {
            for (tap, factor) in response.enumerated() { sums[frame + tap] += Double(sample) * Double(factor) }
        }
        return sums
    }

    /// How far a sound is from what it should be, as a part of that.
    private func error(_ sound: [Float], _ wanted: [Double]) -> Double {
        let power = wanted.reduce(0) { $0 + $1 * $1 }
        return (zip(sound, wanted).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) } / power)
            .squareRoot()
    }

    private func room(_ count: Int, seed: UInt64) -> [Float] {
        zip(0..., SeededNumbers.noise(count, seed: seed)).map { $1 / Float(1 + $0 * 20 / count) }
    }

    @Test(arguments: [1, 2, 63, 64, 65, 511, 513, 4_000, 20_000])
    func `it is the sum of products, within −120 dB`(length: Int) {
        let sound = SeededNumbers.noise(3_000, seed: 1), response = room(length, seed: 2)
        let heard = convolved([sound], [response])[0]
        #expect(heard.count == sound.count + length - 1)
        #expect(error(heard, direct(sound, response)) < 1e-6)
    }

    /// A tone that a filter takes away is as far from what it should be as what passes.
    @Test(arguments: [100.0, 1_000, 5_000])
    func `the error is below −120 dB of the sound times the largest gain, whatever comes out`(tone: Double) {
        let sound = (0..<12_000).map { Float(0.5 * sin(2 * .pi * tone / 48_000 * Double($0))) }
        let response = (-2_000...2_000).map { tap -> Float in
            let turn = Double.pi * Double(tap), window = 0.5 + 0.5 * cos(turn / 2_000)
            return Float(tap == 0 ? 0.0125 : sin(0.0125 * turn) / turn * window)
        }
        let heard = convolved([sound], [response])[0], wanted = direct(sound, response)
        let middle = 4_000..<12_000
        func level(_ samples: some Collection<Double>) -> Double {
            (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
        }
        let error = level(middle.map { Double(heard[$0]) - wanted[$0] })
        // The largest gain is that of the passband, 1. Of the highest tone less is left than the error.
        #expect(error < 1e-6 * level(sound.map(Double.init)))
    }

    @Test func `an impulse passes every bit, and a late one makes the sound late`() {
        let sound = [SeededNumbers.noise(1_000, seed: 1), SeededNumbers.noise(1_000, seed: 2)]
        #expect(convolved(sound, [[1]]) == sound)
        #expect(convolved(sound, [[1, 0, 0]]) == sound)
        let late = convolved([sound[0]], [[Float](repeating: 0, count: 777) + [-0.5]])[0]
        #expect(late[..<777].allSatisfy { abs($0) < 1e-6 })
        #expect(zip(late[777...], sound[0]).allSatisfy { abs($0 + $1 / 2) < 1e-6 })
    }

    @Test(arguments: [1, 63, 64, 1_000]) func `slices show in no bit`(slice: Int) {
        let sound = [SeededNumbers.noise(2_500, seed: 1), SeededNumbers.noise(2_500, seed: 2)]
        let response = [room(1_700, seed: 3), room(1_500, seed: 4)]
        let settings = ConvolutionKernel.Settings(wetDryMix: 60, gain: -3, isNormalized: true)
        #expect(convolved(sound, response, settings, slice: slice) == convolved(sound, response, settings))
    }

    @Test func `channels go the ways that their number says`() {
        let sound = [SeededNumbers.noise(800, seed: 1), SeededNumbers.noise(800, seed: 2)]
        let rooms = (3...6).map { room(600, seed: $0) }
        func sum(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + $1 } }
        for (channel, heard) in convolved(sound, [rooms[0]]).enumerated() {
            #expect(error(heard, direct(sound[channel], rooms[0])) < 1e-6)
        }
        for (channel, heard) in convolved(sound, Array(rooms[..<2])).enumerated() {
            #expect(error(heard, direct(sound[channel], rooms[channel])) < 1e-6)
        }
        for (channel, heard) in convolved(sound, rooms).enumerated() {
            let wanted = sum(direct(sound[0], rooms[channel]), direct(sound[1], rooms[2 + channel]))
            #expect(error(heard, wanted) < 1e-6)
        }
        // A mono sound is what the stereo one would be, turned to mono.
        for count in [2, 4] {
            let rooms = Array(rooms[..<count])
            let stereo = convolved([sound[0], sound[0]], rooms), mono = convolved([sound[0]], rooms)[0]
            #expect(error(mono, zip(stereo[0], stereo[1]).map { Double($0 + $1) / 2 }) < 1e-6)
        }
        let pair = ImpulseResponse([[1], [1]])
        #expect(pair.fits(1) && pair.fits(2) && !pair.fits(3) && !ImpulseResponse([[1], [1], [1]]).fits(2))
    }

    @Test func `a short channel is silent behind its end, and zeros at the end are no tail`() {
        func times(_ response: [[Float]]) -> [Int?] {
            var kernel = ConvolutionKernel(channelCount: 2, sampleRate: 48_000, maximumFrameCount: 64)
            kernel.setResponse(ImpulseResponse(response))
            return [kernel.tailFrameCount, kernel.latency]
        }
        #expect(times([[1, 0.5], [1] + [Float](repeating: 0, count: 5_000)]) == [1, 64])
        #expect(times([[Float](repeating: 1, count: 100_000)]) == [99_999, 65_536])
        #expect(times([[Float](repeating: 1, count: 32_768)]) == [32_767, 4_096])
    }

    @Test func `a mix of nothing passes the sound, and the gain and the norm are the response's`() {
        let sound = [SeededNumbers.noise(1_000, seed: 1)], response = [room(300, seed: 2).map { $0 * 7 }]
        #expect(Array(convolved(sound, response, .init(wetDryMix: 0))[0][..<1_000]) == sound[0])
        let energy = response[0].reduce(0.0) { $0 + Double($1) * Double($1) }
        let plain = direct(sound[0], response[0])
        let heard = convolved(sound, response, .init(wetDryMix: 100, gain: 20, isNormalized: true))[0]
        #expect(error(heard, plain.map { $0 * 10 / energy.squareRoot() }) < 1e-6)
        let half = convolved(sound, response, .init(wetDryMix: 50))[0]
        let wanted = plain.enumerated().map { ($1 + ($0 < 1_000 ? Double(sound[0][$0]) : 0)) / 2 }
        #expect(error(half, wanted) < 1e-6)
        // A room that is silent has no energy to be brought to 1.
        #expect(convolved(sound, [[0]], .init(isNormalized: true))[0].allSatisfy { $0 == 0 })
    }

    @Test func `what is no number goes in as silence, and nothing of the sound is left behind its end`() {
        let noise = SeededNumbers.noise(500, seed: 3), response = [room(400, seed: 4)]
        #expect(convolved([[.nan, .infinity] + noise], response) == convolved([[0, 0] + noise], response))
        var kernel = ConvolutionKernel(channelCount: 1, sampleRate: 48_000, maximumFrameCount: 4_096)
        kernel.setResponse(ImpulseResponse(response))
        let began = kernel.isAtRest
        let sound = rendered([noise + [Float](repeating: 0, count: 2_000)], slice: 100) {
            kernel.process($0, of: $1, into: &$2)
        }[0]
        let ended = kernel.isAtRest
        #expect(began && ended && sound[1_100...].allSatisfy { $0.bitPattern == 0 })
    }

    /// Has a job done as late as it may be, or at once.
    private final class Workers: KernelWorkers {
        private final class Job: KernelJob {
            let body: () -> Void
            let isLate: Bool
            var isOpen = false

            init(isLate: Bool, _ body: @escaping () -> Void) { (self.isLate, self.body) = (isLate, body) }

            func begin() {
                isOpen = true
                if !isLate { finish() }
            }

            func finish() {
                if isOpen { body() }
                isOpen = false
            }
        }

        let isLate: Bool

        init(isLate: Bool) { self.isLate = isLate }

        func job(_ body: @escaping () -> Void) -> any KernelJob { Job(isLate: isLate, body) }
    }

    /// Its blocks are made while the next one comes in.
    @Test(arguments: [1, 2, 4]) func `a long response is the sum of products, whoever makes its blocks`(count: Int) {
        let noise = (1...2).map { SeededNumbers.noise(300, seed: $0) }
        let sound = noise.map { noise in (0..<60_000).map { $0 % 200 == 0 ? noise[$0 / 200] : 0 } }
        let response = (0..<count).map { room(40_000 + $0, seed: UInt64(3 + $0)) }
        func heard(_ workers: Workers?, slice: Int) -> [[Float]] {
            var kernel = ConvolutionKernel(channelCount: 2, sampleRate: 48_000, maximumFrameCount: slice)
            kernel.workers = workers
            kernel.setResponse(ImpulseResponse(response))
            let late = kernel.latency, longer = sound.map { $0 + [Float](repeating: 0, count: late + 60_000) }
            var result = rendered(longer, slice: slice) { kernel.process($0, of: $1, into: &$2) }
            let ended = kernel.isAtRest
            // Again, and left in the middle of it.
            kernel.reset()
            let again = rendered(longer.map { Array($0[..<40_000]) }, slice: slice) {
                kernel.process($0, of: $1, into: &$2)
            }
            #expect(ended && again == result.map { Array($0[..<40_000]) })
            #expect(result[1].suffix(1_000).allSatisfy { $0.bitPattern == 0 })
            result = result.map { Array($0[late...]) }
            return result
        }
        let plain = heard(nil, slice: 4_096)
        for (workers, slice) in [(nil, 1_000), (Workers(isLate: true), 4_096), (Workers(isLate: false), 777)] {
            #expect(heard(workers, slice: slice) == plain)
        }
        for channel in 0..<2 {
            var wanted = direct(sound[channel], response[count == 4 ? 3 * channel : channel % count])
            if count == 4 {
                wanted = wanted + [Double](repeating: 0, count: 10)
                for (frame, sample) in direct(sound[1 - channel], response[2 - channel]).enumerated() {
                    wanted[frame] += sample
                }
            }
            #expect(error(plain[channel], wanted) < 1e-6)
        }
    }

    @Test func `every instruction set gives the same bits`() {
        let sound = [SeededNumbers.noise(2_000, seed: 1), SeededNumbers.noise(2_000, seed: 2)]
        let response = ImpulseResponse([room(1_300, seed: 3), room(1_300, seed: 4)])
        let heard = InstructionSet.available.map { set in
            let convolver = PartitionedConvolver(response, channelCount: 2, set: set)
            return rendered(sound, slice: 77) { frames, input, output in
                output.copy(frames.count, framesFrom: input, at: frames.lowerBound, to: frames.lowerBound)
                convolver.process(frames, of: &output, dry: 0.25, wet: 0.5)
            }
        }
        for other in heard { #expect(other == heard[0]) }
    }
}
