import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

/// The cascade written down as its definition says, section by section and sample by sample.
struct PlainCascade {
    var sections: [BiquadCoefficients]
    var state: [[Double]]
    var count = 0

    init(_ sections: [BiquadCoefficients]) {
        self.sections = sections
        state = Array(repeating: [0, 0, 0, 0], count: sections.count)
    }

    mutating func process(_ sample: Float) -> Float {
        var x = Double(sample)
        for index in sections.indices {
            let (t, h) = (sections[index], state[index])
            var y = x
            if t != .identity {
                y = t.b1 * h[0] + t.b2 * h[1]
                y -= t.a2 * h[3]
                y += t.b0 * x
                y -= t.a1 * h[2]
            }
            state[index] = [x, h[0], y, h[2]]
            x = y
        }
        count += 1
        if count % 256 == 0 { state = state.map { $0.map { $0.magnitude < 1e-30 ? 0 : $0 } } }
        return Float(x)
    }
}

@Suite struct BiquadCascadeTests {
    static func sections(_ count: Int, seed: UInt64) -> [BiquadCoefficients] {
        let numbers: [Float] = SeededNumbers.noise(4 * max(1, count), seed: seed)
        return (0..<count).map { index in
            let (a, b, c) = (Double(numbers[4 * index]), Double(numbers[4 * index + 1]), Double(numbers[4 * index + 2]))
            let kind = FilterType.allCases[(index * 7 + Int(seed)) % 11]
            // Every fifth is the identity.
            if index % 5 == 3 { return .identity }
            return EQBand(kind, frequency: 60 * PortableMath.exp2(4 + 4 * a), gain: 12 * b, bandwidth: 1.5 + c).coefficients(sampleRate: 48_000)
        }
    }

    static func noise(_ channel: Int, _ count: Int) -> [Float] {
        var noise: [Float] = SeededNumbers.noise(count, seed: UInt64(channel + 100))
        for index in stride(from: 0, to: count, by: 37) { noise[index] = -0.0 }
        return noise
    }

    static func run(_ set: InstructionSet, _ sections: [BiquadCoefficients], channels: Int, count: Int, cuts: [Int], inPlace: Bool = false) -> [[UInt32]] {
        var cascade = BiquadCascade(sectionCount: sections.count, channelCount: channels, set: set)
        for index in sections.indices { cascade[index] = sections[index] }
        var input = PCMBuffer(channelCount: channels, frameCapacity: count), output = PCMBuffer(channelCount: channels, frameCapacity: count)
        (input.frameLength, output.frameLength) = (count, count)
        for channel in 0..<channels { input.fill(channel: channel, with: noise(channel, count)) }
        var start = 0, turn = 0
        while start < count {
            let end = min(count, start + cuts[turn % cuts.count])
            if inPlace { cascade.process(start..<end, in: &input) } else { cascade.process(start..<end, of: input, into: &output) }
            (start, turn) = (end, turn + 1)
        }
        return (0..<channels).map { channel in (inPlace ? input.samples(ofChannel: channel) : output.samples(ofChannel: channel)).map(\.bitPattern) }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 10, 13, 24, 25, 31, 64])
    func `every instruction set, cut and number of channels gives the bits of the plain formula`(count: Int) {
        let sections = Self.sections(count, seed: UInt64(count))
        for channels in [1, 2, 3, 4, 5, 7, 8] {
            let expected = (0..<channels).map { channel in
                var plain = PlainCascade(sections)
                return Self.noise(channel, 700).map { plain.process($0).bitPattern }
            }
            for set in InstructionSet.available {
                for cuts in [[700], [1], [2], [17, 3, 256, 1], [255, 2]] {
                    #expect(Self.run(set, sections, channels: channels, count: 700, cuts: cuts) == expected, "\(set) \(channels) \(cuts)")
                }
                #expect(Self.run(set, sections, channels: channels, count: 700, cuts: [64, 5], inPlace: true) == expected, "\(set) \(channels) in place")
            }
        }
    }
}
