import Foundation
import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@testable import KKConvert

@Suite struct RateConverterTests {
    /// Ratios of every kind: short and long periods, one row, many frames left out, blended rows.
    static let pairs: [(from: Double, to: Double)] = [
        (44_100, 48_000), (48_000, 44_100), (48_000, 96_000), (96_000, 48_000), (192_000, 8_000), (8_000, 192_000),
        (11_025, 192_000), (44_056, 48_000),
        (48_000, 44_055.944), (48_000, 187.5), (1, 256),
    ]

    /// Everything that comes out when `channels` go in and out in pieces of the lengths given, over and over.
    private func output(
        of channels: [[Float]], by converter: RateConverter, pushing pieces: [Int] = [1 << 20],
        pulling portions: [Int] = [4096]
    ) throws -> [[Float]] {
        var input = PCMBuffer(channelCount: channels.count, frameCapacity: channels[0].count)
        for (index, samples) in channels.enumerated() { input.fill(channel: index, with: samples) }
        var buffer = PCMBuffer(channelCount: channels.count, frameCapacity: portions.max() ?? 0)
        var result = [[Float]](repeating: [], count: channels.count)
        var (pushed, turn, isFinished) = (0, 0, false)
        while true {
            buffer.frameLength = try converter.pull(into: &buffer, at: 0, frameCount: portions[turn % portions.count])
            turn += 1
            for index in channels.indices { result[index] += buffer.samples(ofChannel: index) }
            if buffer.frameLength > 0 { continue }
            if isFinished { return result }
            if pushed < channels[0].count {
                pushed += try converter.push(
                    input, at: pushed, frameCount: min(pieces[turn % pieces.count], channels[0].count - pushed))
            } else {
                converter.finish()
                isFinished = true
            }
        }
    }

    /// The definition: a Kaiser-windowed sinc around the place of each output frame, its weights divided by their sum,
    /// silence outside the input.
    private func definition(
        _ samples: [Float], from: Double, to: Double, _ design: ResamplerQuality.Design, origin: Int, frames: [Int]
    ) -> [Double] {
        let slowdown = max(1, from / to)
        let reach = design.halfLength * slowdown
        let top = PortableMath.besselI0(design.beta)
        return frames.map { frame in
            let place = Double(origin) + Double(frame) * from / to
            var (sum, weights) = (0.0, 0.0)
            for index in Int((place - reach).rounded(.up))...Int((place + reach).rounded(.down)) {
                let time = Double(index) - place
                let angle = .pi * design.cutoff * time / slowdown
                let weight =
                    (angle == 0 ? 1 : sin(angle) / angle)
                    * PortableMath.besselI0(design.beta * max(0, 1 - time / reach * (time / reach)).squareRoot()) / top
                weights += weight
                if samples.indices.contains(index) { sum += weight * Double(samples[index]) }
            }
            return sum / weights
        }
    }

    /// The window ends in a step: whether a frame right at it counts is a matter of rounding, and blended rows smear
    /// it.
    private static func step(_ design: ResamplerQuality.Design) -> Float {
        Float(1 / (PortableMath.besselI0(design.beta) * .pi * design.halfLength))
    }

    /// The pairs that one filter is enough for.
    static let singleStagePairs = pairs.indices.filter {
        max(pairs[$0].from / pairs[$0].to, pairs[$0].to / pairs[$0].from) < 3
    }

    @Test(arguments: singleStagePairs, ResamplerQuality.own)
    func `every frame is the weighted sum that the filter's formula says, at the ends too`(
        pair: Int, quality: ResamplerQuality
    ) throws {
        let (from, to) = Self.pairs[pair]
        let design = try #require(quality.design)
        let noise = SeededNumbers.noise(max(40, min(600, Int(600 * from / to))), seed: UInt64(pair))
        for origin in [0, 17, -9] {
            let converter = try RateConverter(from: from, to: to, channelCount: 1, quality: quality, origin: origin)
            let got = try output(of: [noise], by: converter)[0]
            let length = ResampledSource.outputLength(of: Int64(noise.count - origin), from: from, to: to)
            #expect(got.count == Int(length), "\(from) to \(to)")
            let frames = got.indices.filter { $0 < 12 || $0 >= got.count - 12 || $0 % (got.count / 20 + 1) == 3 }
            let wanted = definition(noise, from: from, to: to, design, origin: origin, frames: frames)
            let apart = zip(frames, wanted).map { abs(Double(got[$0]) - $1) }.max() ?? 0
            #expect(
                apart < (design.isDouble ? 1e-7 : 6e-7) + 2 * Double(Self.step(design)),
                "\(from) to \(to), origin \(origin): \(apart)")
        }
    }

    @Test(arguments: pairs.indices, [ResamplerQuality.best, .high, .fast])
    func `every instruction set gives the same bits, whatever the pieces`(pair: Int, quality: ResamplerQuality) throws {
        let (from, to) = Self.pairs[pair]
        let length = max(60, min(4_000, Int(4_000 * from / to)))
        for channelCount in [1, 2, 3, 5] {
            let channels = (0..<channelCount).map { SeededNumbers.noise(length, seed: UInt64($0 + 1)) }
            var first: [[Float]]?
            for set in InstructionSet.available {
                for (pieces, portions) in [([1 << 20], [1 << 14]), ([1, 7, 300], [1, 2, 333]), ([4096], [147, 3])] {
                    let converter = try RateConverter(
                        from: from, to: to, channelCount: channelCount, quality: quality, origin: 0, set)
                    let got = try output(of: channels, by: converter, pushing: pieces, pulling: portions)
                    #expect(
                        got == first ?? got, "\(set), \(from) to \(to), \(channelCount) channels, pieces of \(pieces)")
                    first = got
                }
            }
            // Beside others a channel is what it is alone.
            let alone = try RateConverter(from: from, to: to, channelCount: 1, quality: quality)
            #expect(try output(of: [channels[channelCount - 1]], by: alone)[0] == first?[channelCount - 1])
        }
    }

    @Test(arguments: pairs.indices, ResamplerQuality.own)
    func `nothing is cut off at the ends, by no stage`(pair: Int, quality: ResamplerQuality) throws {
        let (from, to) = Self.pairs[pair]
        let ratio = RateRatio(from: from, to: to)
        let noise = SeededNumbers.noise(max(3, min(500, Int(500 * from / to))), seed: 3)
        let alone = try output(of: [noise], by: RateConverter(from: from, to: to, channelCount: 1, quality: quality))[0]
        // Whole periods of silence before it, and silence after it, change nothing but the place.
        guard ratio.input < 10_000 else { return }
        let periods = 1 + Int(200 * max(1, from / to)) / Int(ratio.input)
        let silence = [Float](repeating: 0, count: periods * Int(ratio.input))
        let within = try output(
            of: [silence + noise + silence], by: RateConverter(from: from, to: to, channelCount: 1, quality: quality))[
                0]
        let place = periods * Int(ratio.output)
        let apart = zip(within[place...], alone).map { abs($0 - $1) }.max() ?? 1
        #expect(apart < 1e-6 + 2 * Self.step(try #require(quality.design)), "\(from) to \(to): \(apart)")
        #expect(within[..<place].contains { $0 != 0 } && within[(place + alone.count)...].contains { $0 != 0 })
    }

    @Test(arguments: pairs.indices)
    func `from any frame on it goes on as if it had come there`(pair: Int) throws {
        let (from, to) = Self.pairs[pair]
        let noise = SeededNumbers.noise(max(60, min(20_000, Int(3_000 * from / to))), seed: 5)
        let source = try ResampledSource(ArraySource([noise], sampleRate: from, staccato: 4), sampleRate: to)
        let whole = try source.readAll(chunk: 1 << 14)[0]
        for frame in [whole.count / 2, 0, whole.count - 1, 1, whole.count, whole.count / 3, whole.count + 5] {
            try source.seek(to: Int64(frame))
            #expect(
                try source.readAll(chunk: 1_000)[0] == Array(whole.dropFirst(frame)), "\(from) to \(to), frame \(frame)"
            )
        }
    }

    @Test func `a source that ends before its announced length is found out after a seek`() throws {
        let noise = SeededNumbers.noise(3_000, seed: 1)
        let source = ShortSource(ArraySource([noise], sampleRate: 44_100), announced: 50_000)
        let whole = try ResampledSource(ArraySource([noise], sampleRate: 44_100), sampleRate: 48_000).readAll()[0]
        let resampled = try ResampledSource(source, sampleRate: 48_000)
        for frame in [1_000, 3_264, 3_265, 3_266, 3_267, 10_000, 60_000] {
            try resampled.seek(to: Int64(frame))
            #expect(try resampled.readAll(chunk: 500)[0] == Array(whole.dropFirst(frame)), "frame \(frame)")
        }
    }

    @Test func `an error of the source comes after what could be computed before it, and reading goes on`() throws {
        let noise = SeededNumbers.noise(3_000, seed: 1)
        let whole = try ResampledSource(ArraySource([noise], sampleRate: 44_100), sampleRate: 48_000).readAll()[0]
        let resampled = try ResampledSource(
            ShortSource(ArraySource([noise], sampleRate: 44_100), failingAt: 2), sampleRate: 48_000)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 5_000)
        var got = 0
        #expect(throws: ConvertError.self) {
            while true {
                let count = try resampled.read(into: &buffer, at: got, frameCount: 100)
                if count == 0 { return }
                got += count
            }
        }
        #expect(got > 2_000 && got < 2_300)
        got += try resampled.readFully(into: &buffer, at: got, frameCount: 5_000 - got)
        buffer.frameLength = got
        #expect(buffer.samples(ofChannel: 0) == whole)
    }

    @Test func `a constant keeps its level between the ends`() throws {
        for (from, to) in Self.pairs where from < 100 * to && to < 100 * from {
            let converter = try RateConverter(from: from, to: to, channelCount: 1, quality: .medium)
            let lower = min(from, to)
            let got = try output(of: [[Float](repeating: 0.5, count: Int(120 * from / lower))], by: converter)[0]
            let edge = Int(40 * to / lower)
            #expect(got[edge..<got.count - edge].allSatisfy { abs($0 - 0.5) < 2e-6 }, "\(from) to \(to)")
        }
    }

    @Test func `converters of one ratio and quality share their filter`() throws {
        let design = try #require(ResamplerQuality.high.design)
        let one = PolyphaseBank.shared(RateRatio(from: 44_100, to: 48_000), design)
        #expect(one === PolyphaseBank.shared(RateRatio(from: 88_200, to: 96_000), design))
        #expect(
            RateStage.stages(from: 192_000, to: 8_000, design).map { $0.ratio.factor } == [0.5, 0.5, 0.5, 0.5, 2.0 / 3])
        #expect(RateStage.stages(from: 8_000, to: 44_100, design).map { $0.ratio.factor } == [44_100.0 / 16_000, 2])
        #expect(RateStage.stages(from: 44_100, to: 96_000, design).count == 1)
        #expect(one !== PolyphaseBank.shared(RateRatio(from: 48_000, to: 44_100), design))
    }

    @Test func `libsamplerate refuses what it cannot do, and the own converter an origin out of reach`() throws {
        #expect { _ = try RateConverter(from: 1, to: 2, channelCount: 129, quality: .libsamplerateBest) } throws: {
            ($0 as? ConvertError)?.kind == .unavailable
        }
        #expect {
            _ = try RateConverter(from: 1, to: 2, channelCount: 1, quality: .libsamplerateBest, origin: 1)
        } throws: { ($0 as? ConvertError)?.kind == .unavailable }
        #expect { _ = try RateConverter(from: 1, to: 2, channelCount: 1, origin: -1_000) } throws: {
            ($0 as? ConvertError)?.kind == .usage
        }
    }
}

/// A source that says it is longer than it is, or fails once.
private final class ShortSource: FrameSource {
    let source: ArraySource
    let frameCount: Int64?
    private var readsUntilFailure: Int?

    init(_ source: ArraySource, announced: Int64? = nil, failingAt read: Int? = nil) {
        self.source = source
        frameCount = announced ?? source.frameCount
        readsUntilFailure = read
    }

    var format: StreamDescription { source.format }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        readsUntilFailure = readsUntilFailure.map { $0 - 1 }
        if readsUntilFailure == 0 { throw ConvertError(kind: .badData, problem: "the needle jumped") }
        return try source.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws {
        try source.seek(to: frame)
    }
}
