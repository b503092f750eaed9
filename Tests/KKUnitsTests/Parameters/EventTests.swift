import KKPCM
import KKTestSupport
@testable import KKUnits
import Testing

/// An effect that multiplies by its parameter, and follows ramps.
private final class TestGain: EffectUnit {
    static let gain: ParameterID = 7
    static let fixed: ParameterID = 8
    /// The frames of every part that was rendered.
    var parts: [Int] = []

    init() {
        super.init(
            ComponentDescription(type: .effectUnit, subType: "test"),
            parameters: [
                ParameterInfo(
                    id: Self.gain, name: "Gain", unit: .linearGain, range: -8...8, defaultValue: 1, canRamp: true),
                ParameterInfo(id: Self.fixed, name: "Fixed", unit: .generic, range: 0...1, defaultValue: 0),
            ])
    }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        parts.append(frameCount)
        let gain = global.values[0], ramp = global.ramps[0]
        for channel in 0..<buffer.channelCount {
            buffer.withMutableChannel(channel) { span in
                for frame in 0..<frameCount { span[frame] *= ramp.map { Float($0.value(at: frame)) } ?? gain }
            }
        }
    }
}

@Suite struct EventTests {
    private func unit(slices: Int = 64) throws -> TestGain {
        let unit = TestGain()
        try unit.setMaximumFramesPerSlice(slices)
        try unit.setStreamFormat(format(48_000, 1), scope: .output)
        try unit.setRenderCallback(give([[Float](repeating: 1, count: 256)]), bus: 0)
        try unit.initialize()
        return unit
    }

    private func gain(_ change: ParameterEvent.Change) -> ParameterEvent { ParameterEvent(TestGain.gain, change) }

    @Test func `a sudden change is exact to the frame, and cuts the slice there`() throws {
        let unit = try unit()
        try unit.scheduleParameters([gain(.immediate(offset: 10, value: 3)), gain(.immediate(offset: 3, value: 2))])
        #expect(
            try unit.rendered(64, .every(64))[0] == [1, 1, 1] + Array(repeating: 2, count: 7)
                + Array(repeating: 3, count: 54))
        #expect(unit.parts == [3, 7, 54])
        #expect(try unit.parameter(TestGain.gain) == 3)
    }

    @Test func `of two changes at one frame the later one is heard`() throws {
        let unit = try unit()
        try unit.scheduleParameters([gain(.immediate(offset: 0, value: 3)), gain(.immediate(offset: 0, value: 2))])
        #expect(try unit.rendered(2, .every(2))[0] == [2, 2])
        #expect(unit.parts == [2])
    }

    @Test func `a ramp is a straight line, and leaves the parameter at its end`() throws {
        let unit = try unit()
        try unit.scheduleParameters([gain(.ramped(offset: 2, frameCount: 4, from: 0, to: 8))])
        #expect(try unit.rendered(8, .every(8))[0] == [1, 1, 0, 2, 4, 6, 8, 8])
        #expect(unit.parts == [2, 4, 2])
    }

    @Test func `a ramp goes on in the next slice, from the frame where it was`() throws {
        let whole = try unit(), cut = try unit()
        try whole.scheduleParameters([gain(.ramped(offset: 1, frameCount: 50, from: -1, to: 0.3))])
        let expected = try whole.rendered(64, .every(64))
        var heard: [Float] = []
        for start in stride(from: 0, to: 64, by: 16) {
            if start < 51 {
                try cut.scheduleParameters([gain(.ramped(offset: 1 - start, frameCount: 50, from: -1, to: 0.3))])
            }
            heard += try cut.rendered(16, .every(16), from: Int64(start))[0]
        }
        #expect(bits([heard]) == bits(expected))
    }

    @Test func `a ramp that the slice cuts short leaves what it had reached`() throws {
        let unit = try unit()
        try unit.scheduleParameters([gain(.ramped(offset: 0, frameCount: 8, from: 0, to: 8))])
        #expect(try unit.rendered(6, .every(3))[0] == [0, 1, 2, 3, 3, 3])
    }

    @Test func `events hold for one render call, also those behind its end`() throws {
        let unit = try unit()
        try unit.scheduleParameters([gain(.immediate(offset: 20, value: 5))])
        #expect(try unit.rendered(40, .every(10))[0] == Array(repeating: 1, count: 40))
    }

    @Test func `a sudden change within a ramp gives way to it, another parameter's does not end it`() throws {
        let unit = try unit()
        try unit.scheduleParameters([
            gain(.ramped(offset: 0, frameCount: 4, from: 0, to: 4)),
            ParameterEvent(TestGain.fixed, .immediate(offset: 2, value: 1)),
            gain(.immediate(offset: 1, value: 7)),
        ])
        #expect(try unit.rendered(6, .every(6))[0] == [0, 1, 2, 3, 4, 4])
        #expect(try unit.parameter(TestGain.fixed) == 1)
    }

    @Test func `what is beyond the range becomes the nearest end of it, in a ramp as well`() throws {
        let unit = try unit()
        try unit.scheduleParameters([
            gain(.immediate(offset: 1, value: 100)), gain(.ramped(offset: 2, frameCount: 4, from: -9, to: 1e9)),
        ])
        #expect(try unit.rendered(8, .every(8))[0] == [1, 8, -8, -4, 0, 4, 8, 8])
        #expect(try unit.parameter(TestGain.gain) == 8)
    }

    @Test func `what is impossible is refused, and then nothing is scheduled`() throws {
        let unit = try unit()
        let changes: [(ParameterEvent, AudioUnitError.Code)] = [
            (gain(.immediate(offset: 64, value: 1)), .parameter), (gain(.immediate(offset: -1, value: 1)), .parameter),
            (gain(.immediate(offset: 0, value: .nan)), .invalidParameterValue),
            (gain(.ramped(offset: 0, frameCount: 0, from: 1, to: 1)), .parameter),
            (gain(.ramped(offset: 0, frameCount: .max, from: 1, to: 1)), .parameter),
            (gain(.ramped(offset: -5, frameCount: 5, from: 1, to: 1)), .parameter),
            (gain(.ramped(offset: 0, frameCount: 5, from: 1, to: .infinity)), .invalidParameterValue),
            (ParameterEvent(TestGain.fixed, .ramped(offset: 0, frameCount: 5, from: 0, to: 1)), .parameter),
            (ParameterEvent(99, .immediate(offset: 0, value: 0)), .invalidParameter),
            (ParameterEvent(TestGain.gain, element: 1, .immediate(offset: 0, value: 0)), .invalidElement),
        ]
        for (event, expected) in changes {
            #expect(
                code { try unit.scheduleParameters([gain(.immediate(offset: 0, value: 2)), event]) } == expected,
                "\(event)")
        }
        #expect(try unit.rendered(4)[0] == [1, 1, 1, 1])
        unit.uninitialize()
        #expect(code { try unit.scheduleParameters([gain(.immediate(offset: 0, value: 2))]) } == .uninitialized)
    }
}
