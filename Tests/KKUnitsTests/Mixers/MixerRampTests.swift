import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MixerRampTests {
    private typealias Parameter = MultiChannelMixer.Parameter
    private let track = [SeededNumbers.noise(3000, seed: 1), SeededNumbers.noise(3000, seed: 2)]

    private func mixer() throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(2, scope: .input)
        for index in 0..<2 { try mixer.setRenderCallback(give(track), bus: index) }
        try mixer.setParameter(Parameter.enable, 0, scope: .input, element: 1)
        try mixer.initialize()
        return mixer
    }

    /// Renders while one parameter goes in a straight line from frame 100 to frame 2100.
    private func rendered(_ id: ParameterID, _ scope: Scope, from: Float, to: Float, _ cut: Cut) throws -> [[Float]] {
        let mixer = try mixer()
        return try mixer.rendered(3000, cut) { start, count in
            guard start < 2100 && start + count > 100 else { return }
            let change = ParameterEvent.Change.ramped(offset: 100 - start, frameCount: 2000, from: from, to: to)
            try mixer.scheduleParameters([ParameterEvent(id, scope: scope, change)])
        }
    }

    private func line(_ from: Double, _ to: Double, before: Float) -> [Float] {
        (0..<3000).map { $0 < 100 ? before : Float(from + (to - from) * (Double(min(2000, $0 - 100)) / 2000)) }
    }

    @Test(arguments: Cut.all) func `a volume is a straight line, frame by frame, however it is cut`(cut: Cut) throws {
        let gains = line(0.25, -1.5, before: 1)
        let expected = track.map { zip($0, gains).map { $0 * $1 } }
        #expect(bits(try rendered(Parameter.volume, .input, from: 0.25, to: -1.5, cut)) == bits(expected))
        #expect(bits(try rendered(Parameter.volume, .output, from: 0.25, to: -1.5, cut)) == bits(expected))
    }

    @Test(arguments: Cut.all) func `a pan turns each side by its own line`(cut: Cut) throws {
        let positions = line(-1, 1, before: 0)
        let expected = [
            zip(track[0], positions).map { $0 * min(1, 1 - $1) }, zip(track[1], positions).map { $0 * min(1, 1 + $1) },
        ]
        #expect(bits(try rendered(Parameter.pan, .input, from: -1, to: 1, cut)) == bits(expected))
        #expect(bits(try rendered(Parameter.pan, .output, from: -1, to: 1, cut)) == bits(expected))
    }

    @Test func `a bus that stands at volume 0 is heard while it ramps, and not when it is disabled`() throws {
        let mixer = try mixer()
        try mixer.setParameter(Parameter.volume, 0, scope: .input, element: 0)
        func up(_ bus: Int) -> ParameterEvent {
            ParameterEvent(
                Parameter.volume, scope: .input, element: bus, .ramped(offset: 0, frameCount: 4, from: 0, to: 1))
        }
        try mixer.scheduleParameters([up(0), up(1)])
        let expected = (0..<8).map { track[0][$0] * min(1, Float($0) / 4) }
        #expect(try mixer.rendered(8)[0] == expected)
        #expect(try mixer.parameter(Parameter.volume, scope: .input, element: 0) == 1)
    }

    @Test func `enable does not ramp`() throws {
        let mixer = try mixer()
        let event = ParameterEvent(Parameter.enable, scope: .input, .ramped(offset: 0, frameCount: 4, from: 0, to: 1))
        #expect(code { try mixer.scheduleParameters([event]) } == .parameter)
    }

    @Test func `a ramp that stands still is a volume, through several crosspoints too`() throws {
        // 5.1 into stereo: rows of several crosspoints, with their sums made apart.
        let wide = (0..<6).map { SeededNumbers.noise(50, seed: 20 + $0) }
        func render(_ change: ParameterEvent.Change?) throws -> [[Float]] {
            let mixer = MultiChannelMixer()
            try mixer.setStreamFormat(format(44_100, 6), scope: .input)
            try mixer.setRenderCallback(give(wide), bus: 0)
            try mixer.initialize()
            if let change {
                try mixer.scheduleParameters([ParameterEvent(Parameter.volume, scope: .input, change)])
            } else {
                try mixer.setParameter(Parameter.volume, 0.3, scope: .input)
            }
            return try mixer.rendered(50)
        }
        #expect(bits(try render(.ramped(offset: 0, frameCount: 60, from: 0.3, to: 0.3))) == bits(try render(nil)))
    }
}
