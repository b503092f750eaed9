import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct PeakLimiterUnitTests {
    private func unit(
        _ samples: [Float], rate: Double = 48_000, attack: Float = 0.01, decay: Float = 0.02, preGain: Float = 0
    ) throws -> PeakLimiter {
        let unit = PeakLimiter()
        try unit.setStreamFormat(format(rate, 1), scope: .input)
        try unit.setParameter(PeakLimiter.Parameter.attackTime, attack)
        try unit.setParameter(PeakLimiter.Parameter.decayTime, decay)
        try unit.setParameter(PeakLimiter.Parameter.preGain, preGain)
        try unit.setRenderCallback(give([samples]), bus: 0)
        try unit.initialize()
        return unit
    }

    @Test func `the parameters are those of the header`() {
        let infos = PeakLimiter().parameters(.global)
        #expect(infos.map(\.id) == [0, 1, 2])
        #expect(infos.map(\.range) == [0.001...0.03, 0.001...0.06, -40...40])
        #expect(infos.map(\.defaultValue) == [0.012, 0.024, 0])
        #expect(infos.map(\.unit) == [.seconds, .seconds, .decibels])
    }

    @Test(arguments: [8000.0, 44_100, 192_000], [Float(0.001), 0.012, 0.03])
    func `the latency is the attack time, and what is below full scale comes out with every bit`(
        rate: Double, attack: Float
    ) throws {
        let sound = SeededNumbers.noise(500, seed: 3)
        let unit = try unit(sound, rate: rate, attack: attack)
        #expect(unit.latencyFrameCount == Int((Double(attack) * rate).rounded()) && unit.tailTime == 0)
        let output = try unit.rendered(unit.latencyFrameCount + 500)[0]
        #expect(bits([output]) == bits([Array(repeating: 0, count: unit.latencyFrameCount) + sound]))
    }

    @Test func `the gain goes down in a straight line and comes back by e in every decay time`() throws {
        var sound = [Float](repeating: 0.5, count: 6000)
        sound[2000] = 2
        let output = try unit(sound).rendered(6000)[0]
        let peak = 2480
        let gain = { (frame: Int) -> Double in Double(output[frame]) / 0.5 }
        #expect(output[peak] == 1)
        #expect(gain(peak - 481) == 1 && abs(gain(peak - 1) - 0.5) < 1e-6)
        for frame in 1..<480 { #expect(abs(gain(peak - 481 + frame) - (1 - 0.5 * Double(frame) / 480)) < 1e-6) }
        // After one attack time, 0.02 s are 960 frames.
        for frame in [490, 700, 1000] {
            let ratio = (1 - gain(peak + frame + 960)) / (1 - gain(peak + frame))
            #expect(abs(ratio - 0.36787944117) < 1e-5)
        }
    }

    @Test func `nothing is above full scale, however loud and whatever is changed meanwhile`() throws {
        let sound = SeededNumbers.noise(20_000, seed: 5).map { $0 * 3 }
        let unit = try unit(sound, preGain: 20)
        var output: [Float] = []
        for (step, gain) in [Float(20), -10, 40, 0, 30].enumerated() {
            try unit.setParameter(PeakLimiter.Parameter.preGain, gain)
            try unit.setParameter(PeakLimiter.Parameter.decayTime, step % 2 == 0 ? 0.001 : 0.06)
            output += try unit.rendered(4000, .every(512), from: Int64(step * 4000))[0]
        }
        #expect(output.allSatisfy { $0.magnitude <= 1 })
        #expect(output.contains { $0.magnitude > 0.999 })
    }

    @Test func `both channels get the gain that one of them needs`() throws {
        let unit = PeakLimiter()
        try unit.setRenderCallback(
            give([Array(repeating: 4, count: 4000), Array(repeating: 0.5, count: 4000)]), bus: 0)
        try unit.initialize()
        let output = try unit.rendered(4000)
        #expect(output[0][3000] == 1 && abs(output[1][3000] - 0.125) < 1e-6)
    }

    @Test func `a new attack time waits for the reset, and who listens is told of the latency`() throws {
        let unit = try unit([])
        var latencies: [Double] = []
        unit.addPropertyListener(.latency) { unit, _, _, _ in latencies.append(unit.latency) }
        try unit.setParameter(PeakLimiter.Parameter.attackTime, 0.02)
        #expect(unit.latencyFrameCount == 480 && latencies.isEmpty)
        unit.reset()
        #expect(unit.latencyFrameCount == 960 && latencies == [0.02])
        unit.uninitialize()
        try unit.setParameter(PeakLimiter.Parameter.attackTime, 0.03)
        #expect(latencies == [0.02, 0.03] && unit.latencyFrameCount == 1440)
        try unit.setParameter(PeakLimiter.Parameter.preGain, 3)
        #expect(latencies.count == 2)
    }
}
