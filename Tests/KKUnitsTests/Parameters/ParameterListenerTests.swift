import KKDSP
import KKPCM
import KKUnits
import Testing

@Suite struct ParameterListenerTests {
    private typealias Parameter = ParametricEQ.Parameter

    private func unit() throws -> ParametricEQ {
        let unit = ParametricEQ()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        try unit.setRenderCallback(give([[Float](repeating: 0.5, count: 256)]), bus: 0)
        try unit.initialize()
        return unit
    }

    @Test func `a listener hears of its parameter when it is set, with the value that it got`() throws {
        let mixer = MultiChannelMixer()
        var one: [Float] = [], all: [String] = []
        let token = try mixer.addParameterListener(MultiChannelMixer.Parameter.pan, scope: .input, element: 2) {
            unit, id, scope, element, value in
            #expect(unit === mixer && id == 2 && scope == .input && element == 2)
            // The value is in force by then.
            #expect((try? unit.parameter(id, scope: scope, element: element)) == value)
            one.append(value)
        }
        try mixer.addParameterListener(nil) { _, id, scope, element, value in
            all.append("\(id.rawValue) \(scope) \(element) \(value)")
        }
        try mixer.setParameter(2, 0.5, scope: .input, element: 2)
        try mixer.setParameter(2, 7, scope: .input, element: 2)
        try mixer.setParameter(2, 0.25, scope: .input, element: 1)
        try mixer.setParameter(0, 0.5, scope: .output)
        _ = code { try mixer.setParameter(2, .nan, scope: .input, element: 2) }
        mixer.removeParameterListener(token)
        try mixer.setParameter(2, 0, scope: .input, element: 2)
        #expect(one == [0.5, 1])
        #expect(all == ["2 input 2 0.5", "2 input 2 1.0", "2 input 1 0.25", "0 output 0 0.5", "2 input 2 0.0"])
        #expect(code { _ = try mixer.addParameterListener(9, scope: .input) { _, _, _, _, _ in } } == .invalidParameter)
        #expect(
            code { _ = try mixer.addParameterListener(2, scope: .input, element: 8) { _, _, _, _, _ in } }
                == .invalidElement)
    }

    @Test func `what is scheduled is told inside the slice, a ramp at each slice's end and at its own`() throws {
        let unit = try unit()
        var heard: [(ParameterID, Float)] = []
        try unit.addParameterListener(nil) { _, id, _, _, value in heard.append((id, value)) }
        try unit.scheduleParameters([
            ParameterEvent(Parameter.q, .immediate(offset: 40, value: 3)),
            ParameterEvent(Parameter.gain, .ramped(offset: 0, frameCount: 100, from: 0, to: 10)),
        ])
        #expect(heard.isEmpty)
        _ = try unit.rendered(50, .every(50))
        #expect(heard.map(\.0) == [Parameter.q, Parameter.gain] && heard.map(\.1) == [3, 5])
        heard = []
        try unit.scheduleParameters([
            ParameterEvent(Parameter.gain, .ramped(offset: -50, frameCount: 100, from: 0, to: 10))
        ])
        _ = try unit.rendered(64, .every(64), from: 50)
        #expect(heard.map(\.1) == [10])
    }

    @Test func `bands that are set by their descriptions are told one by one`() throws {
        let unit = NBandEQ()
        var heard: [ParameterID: Float] = [:]
        try unit.addParameterListener(nil) { _, id, _, _, value in heard[id] = value }
        try unit.setBands([.init(frequency: 440, gain: 3)])
        #expect(heard == [1000: 0, 3000: 440, 4000: 3])
    }

    @Test func `a listener may remove itself, and set another parameter`() throws {
        let unit = try unit()
        var calls = 0, token = 0
        token = try unit.addParameterListener(Parameter.gain) { unit, _, _, _, _ in
            calls += 1
            (unit as? ParametricEQ)?.removeParameterListener(token)
            try? unit.setParameter(Parameter.q, 2)
        }
        try unit.setParameter(Parameter.gain, 1)
        try unit.setParameter(Parameter.gain, 2)
        #expect(calls == 1)
        #expect(try unit.parameter(Parameter.q) == 2)
    }
}
