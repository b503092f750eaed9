import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKConvert

/// A ratio that varies in time: where the frames lie, how many there are, and that pieces do not matter.
@Suite struct VaryingRateTests {
    private func output(
        of samples: [Float], by converter: RateConverter, pushing piece: Int = 1 << 20, pulling portion: Int = 4096
    ) throws -> [Float] {
        var input = PCMBuffer(channelCount: 2, frameCapacity: samples.count)
        input.fill(channel: 0, with: samples)
        input.fill(channel: 1, with: samples.map { -$0 })
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: portion)
        var result: [Float] = []
        var (pushed, isFinished) = (0, false)
        while true {
            buffer.frameLength = try converter.pull(into: &buffer, at: 0, frameCount: portion)
            result += buffer.samples(ofChannel: 0)
            #expect(buffer.samples(ofChannel: 1) == buffer.samples(ofChannel: 0).map { -$0 })
            if buffer.frameLength > 0 { continue }
            if isFinished { return result }
            if pushed < samples.count {
                pushed += try converter.push(input, at: pushed, frameCount: min(piece, samples.count - pushed))
            } else {
                converter.finish()
                isFinished = true
            }
        }
    }

    /// Where output frames lie in the input, by the definition: the steps of a line from every 64th frame to the next.
    private func places(_ count: Int, _ path: (Int64) -> Double) -> [Double] {
        var places: [Double] = []
        var place = 0.0
        for frame in 0..<count {
            places.append(place)
            let start = Int64(frame / 64 * 64)
            place += 1 / (path(start) + (path(start + 64) - path(start)) * Double(frame % 64) / 64)
        }
        return places
    }

    static let glide: @Sendable (Int64) -> Double = { 1.5 + 0.5 * sin(Double($0) / 3000) }

    @Test func `a sine comes out at the places of the path, and ends where the input does`() throws {
        let sine = (0..<20_000).map { Float(0.5 * sin(2 * .pi * 0.02 * Double($0))) }
        let made = try output(of: sine, by: RateConverter(varying: Self.glide, channelCount: 2))
        let places = places(made.count + 1, Self.glide)
        #expect(places[made.count - 1] < 20_000 && places[made.count] >= 20_000)
        // The filter at the ends sees the silence around the input.
        let inside = made.indices.filter { (200.0..<19_800).contains(places[$0]) }
        #expect(inside.allSatisfy { abs(Double(made[$0]) - 0.5 * sin(2 * .pi * 0.02 * places[$0])) < 1e-4 })
    }

    @Test func `a path that stands still is the converter of one ratio`() throws {
        let noise = SeededNumbers.noise(9_000, seed: 5)
        for (from, to) in [(2.0, 3.0), (3.0, 2.0), (44_100, 48_000)] {
            let varying = try output(of: noise, by: RateConverter(varying: { _ in to / from }, channelCount: 2))
            let constant = try output(
                of: noise, by: RateConverter(from: from, to: to, channelCount: 2, quality: .libsamplerateBest))
            #expect(varying.count == constant.count && zip(varying, constant).allSatisfy { abs($0 - $1) < 1e-5 })
        }
    }

    @Test func `a path that stands still ends where the converter of one ratio does, at every length`() throws {
        for (from, to) in [(2.0, 3.0), (3, 5), (10, 7), (5, 6), (160, 147), (64, 1)] {
            for count in (1...200).map({ $0 * Int(from) }) + [1, 2, 3, 44_100, 44_101] {
                let noise = [Float](repeating: 0.5, count: count)
                let made = try output(
                    of: noise,
                    by: RateConverter(varying: { _ in to / from }, channelCount: 2, quality: .libsamplerateFastest))
                #expect(
                    Int64(made.count) == RateRatio(from: from, to: to).outputLength(of: Int64(count)),
                    "\(count) at \(to) / \(from)")
            }
        }
    }

    @Test(arguments: [1.0 / 64, 1.0 / 7, 1, 3.3])
    func `the path is asked at every 64th frame, once and in order, and not beyond the end`(ratio: Double) throws {
        var asked: [Int64] = []
        let converter = try RateConverter(
            varying: {
                asked.append($0)
                return ratio
            }, channelCount: 2)
        let made = try output(of: [Float](repeating: 0, count: 6400), by: converter)
        let wanted = (0...((made.count + 63) / 64)).map { (place: Int) -> Int64 in Int64(64 * place) }
        #expect(asked == wanted)
    }

    @Test(arguments: [(1, 4096), (63, 64), (1000, 1), (4096, 17), (1 << 20, 1000)])
    func `the same bits in any pieces, and after a reset`(push: Int, pull: Int) throws {
        let noise = SeededNumbers.noise(5_000, seed: 6)
        let whole = try output(of: noise, by: RateConverter(varying: Self.glide, channelCount: 2))
        let converter = try RateConverter(varying: Self.glide, channelCount: 2)
        #expect(try output(of: noise, by: converter, pushing: push, pulling: pull) == whole)
        try converter.reset()
        #expect(try output(of: noise, by: converter, pushing: pull, pulling: push) == whole)
    }

    @Test func `at half the speed and less nothing folds back`() throws {
        // A tone above the new Nyquist frequency, once the ratio has come down to a quarter.
        let tone = (0..<40_000).map { Float(0.5 * sin(2 * .pi * 0.3 * Double($0))) }
        let made = try output(
            of: tone, by: RateConverter(varying: { max(0.25, 1 - Double($0) / 5000) }, channelCount: 2))
        let places = places(made.count, { max(0.25, 1 - Double($0) / 5000) })
        let late = made.indices.filter { places[$0] > 12_000 && places[$0] < 39_000 }
        #expect(late.count > 5_000 && late.allSatisfy { abs(made[$0]) < 1e-4 })
    }

    @Test func `ratios out of range and converters of one ratio are refused`() throws {
        for bad in [0, -1, .nan, .infinity, 257, 1.0 / 257] {
            #expect { _ = try RateConverter(varying: { _ in bad }, channelCount: 2) } throws: {
                ($0 as? ConvertError)?.kind == .usage
            }
            let converter = try RateConverter(varying: { $0 < 640 ? 1 : bad }, channelCount: 2)
            #expect { _ = try output(of: SeededNumbers.noise(5_000, seed: 7), by: converter) } throws: {
                ($0 as? ConvertError)?.kind == .usage && "\($0)".contains("output frame 640")
            }
        }
        for quality in [ResamplerQuality.best, .high, .medium, .fast] {
            #expect { _ = try RateConverter(varying: Self.glide, channelCount: 2, quality: quality) } throws: {
                ($0 as? ConvertError)?.kind == .usage
            }
        }
    }
}
