import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct DelayUnitTests {
    private func unit(
        _ samples: [Float], mix: Float = 40, time: Float = 0.0125, feedback: Float = -50, cutoff: Float = 4000
    ) throws -> Delay {
        let unit = Delay()
        try unit.setStreamFormat(format(8000, 1), scope: .input)
        for (id, value) in [
            (Delay.Parameter.wetDryMix, mix), (Delay.Parameter.delayTime, time), (Delay.Parameter.feedback, feedback),
            (Delay.Parameter.lopassCutoff, cutoff),
        ] { try unit.setParameter(id, value) }
        try unit.setRenderCallback(give([samples]), bus: 0)
        try unit.initialize()
        return unit
    }

    @Test func `the parameters are those of the header`() throws {
        let unit = Delay()
        let infos = unit.parameters(.global)
        #expect(infos.map(\.id) == [0, 1, 2, 3])
        #expect(infos.map(\.range) == [0...100, 0...2, -100...100, 10...22_050])
        #expect(infos.map(\.defaultValue) == [50, 1, 50, 15_000])
        #expect(infos.map(\.unit) == [.percent, .seconds, .percent, .hertz])
        try unit.setStreamFormat(format(96_000, 2), scope: .input)
        #expect(try unit.parameterInfo(Delay.Parameter.lopassCutoff).range == 10...48_000)
    }

    @Test func `without a filter the echoes are powers of the feedback, a delay time apart`() throws {
        let output = try unit([1]).rendered(1050)[0]
        for (frame, sample) in output.enumerated() {
            // 0.0125 s are 100 frames.
            let echo = frame / 100
            let power = (1..<max(1, echo)).reduce(1.0) { product, _ in product * -0.5 }
            let expected = frame == 0 ? Float(0.6) : frame % 100 == 0 ? Float(0.4 * power) : 0
            #expect(abs(sample - expected) <= expected.magnitude * 1e-6, "\(frame)")
        }
    }

    @Test(arguments: [Float(100), 500, 2000]) func `at its cutoff the low-pass filter leaves the root of a half`(
        cutoff: Float
    ) throws {
        let sound = (0..<16_000).map { Float(PortableMath.sin(2 * .pi * Double(cutoff) * Double($0) / 8000)) }
        let output = try unit(sound, mix: 100, time: 0, feedback: 0, cutoff: cutoff).rendered(16_000)[0]
        var sine = 0.0, cosine = 0.0
        for frame in 8000..<16_000 {
            let angle = 2 * .pi * Double(cutoff) * Double(frame) / 8000
            sine += Double(output[frame]) * PortableMath.sin(angle) / 4000
            cosine += Double(output[frame]) * PortableMath.cos(angle) / 4000
        }
        #expect(abs((sine * sine + cosine * cosine).squareRoot() - 0.5.squareRoot()) < 1e-5)
    }

    @Test(arguments: [(Float(50), Float(4000)), (-90, 1500), (0, 300), (80, 4000)])
    func `behind the tail nothing is above -120 dB, and at its end there is still something near it`(
        feedback: Float, cutoff: Float
    ) throws {
        let unit = try unit([1], mix: 100, feedback: feedback, cutoff: cutoff)
        let tail = try #require(unit.tailFrameCount)
        let output = try unit.rendered(tail + 4000)[0]
        #expect(output[(tail + 1)...].allSatisfy { $0.magnitude <= 1e-6 })
        #expect(output[(tail * 2 / 3)...tail].contains { $0.magnitude > 1e-7 } || feedback == 0)
        #expect(unit.latency == 0)
    }

    @Test func `a feedback of all that comes never ends`() throws {
        for feedback in [Float(100), -100] {
            let unit = try unit([1], feedback: feedback)
            #expect(unit.tailTime == .infinity && unit.tailFrameCount == nil)
            #expect(try unit.rendered(2001)[0][2000].magnitude == 0.4)
        }
    }

    @Test func `who listens is told of the tail`() throws {
        let unit = try unit([])
        var tails: [Double] = []
        unit.addPropertyListener(.tailTime) { unit, _, _, _ in tails.append(unit.tailTime) }
        try unit.setParameter(Delay.Parameter.feedback, 0)
        #expect(tails == [0.0125])
    }
}

@Suite struct SampleDelayUnitTests {
    @Test func `the range ends at a second of frames`() throws {
        let unit = SampleDelay()
        let id = SampleDelay.Parameter.delayFrames
        let info = try unit.parameterInfo(id)
        #expect(info.id == 0 && info.range == 0...44_100 && info.defaultValue == 0 && info.unit == .sampleFrames)
        try unit.setStreamFormat(format(96_000, 1), scope: .input)
        try unit.setParameter(id, 96_000)
        #expect(unit.tailTime == 1)
        try unit.setStreamFormat(format(8000, 1), scope: .input)
        #expect(try unit.parameter(id) == 96_000)
        #expect(unit.tailFrameCount == 8000, "as if it were at that end")
        try unit.setParameter(id, 8001)
        #expect(try unit.parameter(id) == 8000)
    }

    @Test(arguments: [0, 1, 512, 8000]) func `every bit comes later, and all of it within the tail`(frames: Int) throws
    {
        let sound = SeededNumbers.noise(3000, seed: 1)
        let unit = SampleDelay()
        try unit.setStreamFormat(format(8000, 1), scope: .input)
        try unit.setParameter(SampleDelay.Parameter.delayFrames, Float(frames))
        try unit.setRenderCallback(give([sound]), bus: 0)
        try unit.initialize()
        #expect(unit.latency == 0 && unit.tailFrameCount == frames)
        #expect(bits(try unit.rendered(3000 + frames)) == bits([Array(repeating: 0, count: frames) + sound]))
    }
}
