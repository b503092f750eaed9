import KKDSP
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct BiquadCascadeTests {
    static func sections(_ count: Int, seed: UInt64) -> [BiquadCoefficients] {
        let numbers: [Float] = SeededNumbers.noise(4 * max(1, count), seed: seed)
        return (0..<count).map { index in
            let (a, b, c) = (Double(numbers[4 * index]), Double(numbers[4 * index + 1]), Double(numbers[4 * index + 2]))
            let kind = FilterType.allCases[(index * 7 + Int(seed)) % 11]
            // Every fifth is the identity.
            if index % 5 == 3 { return .identity }
            return EQBand(kind, frequency: 60 * PortableMath.exp2(4 + 4 * a), gain: 12 * b, bandwidth: 1.5 + c)
                .coefficients(sampleRate: 48_000)
        }
    }

    static func noise(_ channel: Int, _ count: Int) -> [Float] {
        var noise: [Float] = SeededNumbers.noise(count, seed: UInt64(channel + 100))
        for index in stride(from: 0, to: count, by: 37) { noise[index] = -0.0 }
        return noise
    }

    static func run(
        _ set: InstructionSet, _ sections: [BiquadCoefficients], channels: Int, count: Int, cuts: [Int]
    ) -> [[UInt32]] {
        var cascade = BiquadCascade(sectionCount: sections.count, channelCount: channels, set: set)
        for index in sections.indices { cascade[index] = sections[index] }
        var buffer = PCMBuffer(channelCount: channels, frameCapacity: count)
        buffer.frameLength = count
        for channel in 0..<channels { buffer.fill(channel: channel, with: noise(channel, count)) }
        var start = 0, turn = 0
        while start < count {
            let end = min(count, start + cuts[turn % cuts.count])
            cascade.process(start..<end, in: &buffer)
            (start, turn) = (end, turn + 1)
        }
        return (0..<channels).map { buffer.samples(ofChannel: $0).map(\.bitPattern) }
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
                for cuts in [[700], [1], [2], [17, 3, 256, 1], [255, 2], [64, 5]] {
                    #expect(
                        Self.run(set, sections, channels: channels, count: 700, cuts: cuts) == expected,
                        "\(set) \(channels) \(cuts)")
                }
            }
        }
    }

    @Test func `new coefficients between two calls go on from the signal, with the bits of the plain formula`() {
        let samples = Self.noise(0, 900)
        let first = Self.sections(7, seed: 3)
        var second = Self.sections(7, seed: 4)
        second[0] = .identity
        second[1] = .identity
        for cuts in [[300], [1], [7, 2]] {
            var cascade = BiquadCascade(sectionCount: 7, channelCount: 1), plain = PlainCascade(first)
            for index in 0..<7 { cascade[index] = first[index] }
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: 900)
            buffer.frameLength = 900
            buffer.fill(channel: 0, with: samples)
            var start = 0, turn = 0, expected: [UInt32] = []
            for end in [300, 301, 600, 900] {
                while start < end {
                    let next = min(end, start + cuts[turn % cuts.count])
                    cascade.process(start..<next, in: &buffer)
                    for sample in samples[start..<next] { expected.append(plain.process(sample).bitPattern) }
                    (start, turn) = (next, turn + 1)
                }
                let sections = end == 300 || end == 600 ? second : first
                for index in 0..<7 { cascade[index] = sections[index] }
                plain.sections = sections
            }
            #expect(buffer.samples(ofChannel: 0).map(\.bitPattern) == expected)
        }
    }

    /// A change of nothing but the state's form would be heard as a step; here the sine goes on as if the second gain
    /// had always been.
    @Test func `a change of gain makes no step`() {
        let count = 4800
        var cascade = BiquadCascade(sectionCount: 1, channelCount: 1)
        cascade[0] = EQBand(.lowShelf, frequency: 2000, gain: 6).coefficients(sampleRate: 48_000)
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: count)
        buffer.frameLength = count
        buffer.fill(
            channel: 0, with: (0..<count).map { Float(0.1 * PortableMath.sin(2 * .pi * 50 * Double($0) / 48_000)) })
        cascade.process(0..<2400, in: &buffer)
        cascade[0] = EQBand(.lowShelf, frequency: 2000, gain: 6.5).coefficients(sampleRate: 48_000)
        cascade.process(2400..<count, in: &buffer)
        let samples = buffer.samples(ofChannel: 0)
        let steps = (2300..<2500).map { abs(samples[$0] - samples[$0 - 1]) }
        // The sine's own steepest step is 0.1 · 2π · 50 / 48000 · 2.11.
        #expect(steps.max()! < 2 * 0.1 * 2 * .pi * 50 / 48_000 * 2.2)
    }

    @Test func `a flat cascade changes no bit and comes to rest two frames after the sound`() {
        var cascade = BiquadCascade(sectionCount: 10, channelCount: 1)
        for index in 0..<10 {
            cascade[index] = EQBand(frequency: 100 * Double(index + 1), gain: 0).coefficients(sampleRate: 44_100)
        }
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 302)
        buffer.frameLength = 302
        let samples = Self.noise(0, 300) + [0, 0]
        buffer.fill(channel: 0, with: samples)
        let resting1 = cascade.isAtRest
        #expect(resting1)
        cascade.process(0..<301, in: &buffer)
        let resting2 = cascade.isAtRest
        #expect(!resting2)
        cascade.process(301..<302, in: &buffer)
        let resting3 = cascade.isAtRest
        #expect(resting3)
        #expect(buffer.samples(ofChannel: 0).map(\.bitPattern) == samples.map(\.bitPattern))
    }

    @Test func `after a reset the cascade begins anew`() {
        let sections = Self.sections(6, seed: 9)
        var cascade = BiquadCascade(sectionCount: 6, channelCount: 3)
        for index in 0..<6 { cascade[index] = sections[index] }
        func render(_ cascade: inout BiquadCascade) -> [[Float]] {
            var buffer = PCMBuffer(channelCount: 3, frameCapacity: 333)
            buffer.frameLength = 333
            for channel in 0..<3 { buffer.fill(channel: channel, with: Self.noise(channel, 333)) }
            cascade.process(0..<333, in: &buffer)
            return (0..<3).map { buffer.samples(ofChannel: $0) }
        }
        let first = render(&cascade)
        let resting4 = cascade.isAtRest
        #expect(!resting4)
        #expect(render(&cascade) != first)
        cascade.reset()
        let resting5 = cascade.isAtRest
        #expect(resting5)
        #expect(render(&cascade) == first)
        let kept = cascade[5]
        #expect(kept == sections[5])
    }

    @Test func `a decay ends in exact zeros and never passes through denormal numbers`() {
        // The poles of a Butterworth low pass at a quarter of the rate, 0.414: 256 frames are 98 powers of ten. Also a
        // slow one.
        for (frequency, length) in [(12_000.0, 2048), (600, 16_384)] {
            let section = EQBand(.lowPass, frequency: frequency).coefficients(sampleRate: 48_000)
            var cascade = BiquadCascade(sectionCount: 4, channelCount: 2),
                plain = PlainCascade([section, section, section, section])
            for index in 0..<4 { cascade[index] = section }
            var buffer = PCMBuffer(channelCount: 2, frameCapacity: length)
            buffer.frameLength = length
            buffer.fill(channel: 0, with: [1])
            buffer.fill(channel: 1, with: [1])
            var denormals = 0, difference = 0
            for frame in 0..<length {
                cascade.process(frame..<frame + 1, in: &buffer)
                _ = plain.process(frame == 0 ? 1 : 0)
                denormals += plain.state.joined().count(where: \.isSubnormal)
                difference += cascade.isAtRest == plain.state.joined().allSatisfy { $0 == 0 } ? 0 : 1
            }
            // The cascade comes to rest at the very frame at which the formula does.
            #expect(denormals == 0 && difference == 0)
            #expect(plain.state.joined().allSatisfy { $0 == 0 })
        }
    }
}
