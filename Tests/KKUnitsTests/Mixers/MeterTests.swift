import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MeterTests {
    private typealias Parameter = MultiChannelMixer.Parameter

    /// A mixer of one bus at 1000 Hz, so that a tenth of a second is 100 frames, with its meters on.
    private func mixer(_ channels: [[Float]]) throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(1, scope: .input)
        try mixer.setStreamFormat(format(1000, channels.count), scope: .input)
        try mixer.setStreamFormat(format(1000, channels.count), scope: .output)
        try mixer.setRenderCallback(give(channels), bus: 0)
        for scope in [Scope.input, .output] { try mixer.setProperty(.meteringMode, true, scope: scope) }
        try mixer.initialize()
        return mixer
    }

    private func read(_ mixer: AudioUnit, _ id: ParameterID, _ scope: Scope = .input) throws -> Double {
        Double(try mixer.parameter(id, scope: scope))
    }

    private func isNear(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) < 1e-5 }

    @Test func `a constant reads its level, of both kinds and at all four places`() throws {
        // To the end of a tenth of a second, the first one at whose end a peak would fall that is not reached again.
        let mixer = try mixer([Array(repeating: 0.5, count: 1100)])
        try mixer.setParameter(Parameter.volume, -0.5, scope: .input)
        try mixer.setParameter(Parameter.volume, 4, scope: .output)
        _ = try mixer.rendered(1100)
        let half = 20 * PortableMath.log2(0.5) / PortableMath.log2(10)
        for (scope, before, behind) in [(Scope.input, half, 2 * half), (.output, 2 * half, 0)] {
            for id in [Parameter.preAveragePower, Parameter.prePeakHoldLevel] {
                #expect(isNear(try read(mixer, id, scope), before))
            }
            for id in [Parameter.postAveragePower, Parameter.postPeakHoldLevel] {
                #expect(isNear(try read(mixer, id, scope), behind))
            }
        }
    }

    @Test func `a full-scale sine has half the power of its peak`() throws {
        // A period of 8 frames meets the peak, and its mean square over the last 100 is a half: 12½ periods.
        let sine = (0..<1000).map { Float(PortableMath.sin(2 * .pi * Double($0 % 8) / 8)) }
        let mixer = try mixer([sine, sine.map { $0 / 2 }])
        _ = try mixer.rendered(1000)
        #expect(isNear(try read(mixer, Parameter.preAveragePower), -3.0102999))
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel), 0))
        #expect(isNear(try read(mixer, Parameter.preAveragePower + 1), -3.0102999 - 6.0205999))
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel + 1), -6.0205999))
    }

    @Test func `the average is that of the last whole tenth of a second, or of what there is`() throws {
        let mixer = try mixer([Array(repeating: 1, count: 100) + Array(repeating: 0.1, count: 100)])
        _ = try mixer.rendered(50)
        #expect(isNear(try read(mixer, Parameter.preAveragePower), 0))
        _ = try mixer.rendered(149, from: 50)
        #expect(isNear(try read(mixer, Parameter.preAveragePower), 0))
        _ = try mixer.rendered(1, from: 199)
        #expect(isNear(try read(mixer, Parameter.preAveragePower), -20))
        _ = try mixer.rendered(100, from: 200)
        #expect(try read(mixer, Parameter.preAveragePower) == -120)
    }

    @Test func `a peak is held for its tenth of a second and ten more, and then falls by 2 dB in each`() throws {
        let mixer = try mixer([Array(repeating: 0, count: 30) + [-1] + Array(repeating: 0.001, count: 5000)])
        _ = try mixer.rendered(1099)
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel), 0))
        _ = try mixer.rendered(1, from: 1099)
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel), -2))
        _ = try mixer.rendered(300, from: 1100)
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel), -8))
        _ = try mixer.rendered(3600, from: 1400)
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel), -60))
    }

    @Test(arguments: Cut.all) func `slices change no bit of what is read`(cut: Cut) throws {
        let noise = (0..<2).map { SeededNumbers.noise(2345, seed: $0) }
        func values(_ cut: Cut) throws -> [Float] {
            let mixer = try mixer(noise)
            try mixer.setParameter(Parameter.volume, 0.3, scope: .input)
            _ = try mixer.rendered(2345, cut)
            return try [Scope.input, .output].flatMap { scope in
                try [1000, 1001, 2000, 2001, 3000, 3001, 4000, 4001].map {
                    try mixer.parameter(ParameterID(rawValue: $0), scope: scope)
                }
            }
        }
        let whole = try values(.every(1000))
        #expect(try values(cut) == whole)
        #expect(whole.allSatisfy { $0 > -30 })
    }

    @Test func `volume ramps are in what is metered behind them`() throws {
        let mixer = try mixer([Array(repeating: 1, count: 200)])
        try mixer.scheduleParameters([
            ParameterEvent(Parameter.volume, scope: .input, .ramped(offset: 0, frameCount: 100, from: 0, to: 1))
        ])
        _ = try mixer.rendered(100)
        let meanSquare =
            (0..<100).reduce(0.0) { (sum: Double, step: Int) -> Double in sum + Double(step * step) / 10_000 } / 100
        #expect(
            isNear(
                try read(mixer, Parameter.postAveragePower), 10 * PortableMath.log2(meanSquare) / PortableMath.log2(10))
        )
        #expect(
            isNear(
                try read(mixer, Parameter.postPeakHoldLevel, .input),
                20 * PortableMath.log2(0.99) / PortableMath.log2(10)))
        #expect(isNear(try read(mixer, Parameter.preAveragePower), 0))
    }

    @Test func `a disabled bus is metered before, and is nothing behind`() throws {
        let mixer = try mixer([Array(repeating: 1, count: 200)])
        try mixer.setParameter(Parameter.enable, 0, scope: .input)
        _ = try mixer.rendered(200)
        #expect(try read(mixer, Parameter.preAveragePower) == 0 && read(mixer, Parameter.postAveragePower) == -120)
        #expect(try read(mixer, Parameter.prePeakHoldLevel) == 0 && read(mixer, Parameter.postPeakHoldLevel) == -120)
    }

    @Test func `meters run only where they are turned on, and begin with nothing`() throws {
        let mixer = try mixer([Array(repeating: 1, count: 1000)])
        _ = try mixer.rendered(100)
        #expect(try mixer.property(.meteringMode, scope: .output))
        try mixer.setProperty(.meteringMode, false, scope: .output)
        #expect(try read(mixer, Parameter.preAveragePower, .output) == -120)
        try mixer.setProperty(.meteringMode, true, scope: .output)
        #expect(try read(mixer, Parameter.prePeakHoldLevel, .output) == -120)
        #expect(try read(mixer, Parameter.prePeakHoldLevel) == 0)
        mixer.reset()
        #expect(try read(mixer, Parameter.prePeakHoldLevel) == -120)
        _ = try mixer.rendered(100)
        #expect(try read(mixer, Parameter.prePeakHoldLevel, .output) == 0)
        #expect(code { try mixer.setProperty(.meteringMode, true) } == .invalidScope)
        #expect(code { try mixer.setProperty(.meteringMode, true, scope: .input, element: 1) } == .invalidElement)
    }

    @Test func `a converted bus is metered in the output's time`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(1, scope: .input)
        try mixer.setStreamFormat(format(500, 1), scope: .input)
        try mixer.setStreamFormat(format(1000, 1), scope: .output)
        try mixer.setRenderCallback(give([Array(repeating: 1, count: 500)]), bus: 0)
        try mixer.setProperty(.meteringMode, true, scope: .input)
        try mixer.initialize()
        _ = try mixer.rendered(1099)
        #expect(try abs(read(mixer, Parameter.preAveragePower)) < 0.5)
        _ = try mixer.rendered(101, from: 1099)
        #expect(try read(mixer, Parameter.preAveragePower) < -20)
    }

    @Test func `metering changes no bit of the sound`() throws {
        let noise = [SeededNumbers.noise(1000, seed: 3)]
        let mixer = try mixer(noise)
        #expect(bits(try mixer.rendered(1000)) == bits(noise))
    }

    @Test func `what is not finite counts as zero`() throws {
        let mixer = try mixer([[.nan, 0.5, -.infinity, 0.5] + Array(repeating: 0, count: 96)])
        _ = try mixer.rendered(100)
        #expect(
            isNear(try read(mixer, Parameter.preAveragePower), 10 * PortableMath.log2(0.005) / PortableMath.log2(10)))
        #expect(isNear(try read(mixer, Parameter.prePeakHoldLevel), -6.0205999))
    }

    @Test func `each channel of a bus has its meters, which nobody else sets`() throws {
        let mixer = try mixer([[1], [1], [1]])
        #expect(try mixer.parameterInfo(Parameter.postPeakHoldLevel + 2, scope: .input).isReadOnly)
        #expect(code { _ = try mixer.parameter(Parameter.postPeakHoldLevel + 3, scope: .input) } == .invalidParameter)
        #expect(code { try mixer.setParameter(Parameter.preAveragePower, 0, scope: .input) } == .propertyNotWritable)
        #expect(mixer.classInfo.values.count == 6)
    }
}
