import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MixerLevelsTests {
    private typealias Parameter = MultiChannelMixer.Parameter

    /// A stereo bus that gives 1 on the left and 0.5 on the right, in a stereo mixer.
    private func mixer() throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(1, scope: .input)
        try mixer.setRenderCallback(
            { _, _, _, frames, buffer in
                buffer.fill(channel: 0, with: Array(repeating: 1, count: frames))
                buffer.fill(channel: 1, with: Array(repeating: 0.5, count: frames))
            }, bus: 0)
        return mixer
    }

    private func heard(_ mixer: MultiChannelMixer) throws -> [Float] { try mixer.rendered(1).map { $0[0] } }

    @Test func `levels go from each channel of the bus to each of the output, times the volume`() throws {
        let mixer = try mixer()
        try mixer.setProperty(.matrixLevels, [0.25, 2, -1, 4], scope: .input)
        try mixer.initialize()
        #expect(try heard(mixer) == [0.25 - 0.5, 2 + 2])
        try mixer.setParameter(Parameter.volume, 0.5, scope: .input)
        #expect(try heard(mixer) == [-0.125, 2])
        try mixer.setMatrixLevels([0, 0, 0, 1], bus: 0)
        #expect(try heard(mixer) == [0, 0.25])
        #expect(try mixer.matrixLevels(bus: 0) == [0, 0, 0, 1])
    }

    @Test func `of levels and pan the one that was set last holds`() throws {
        let mixer = try mixer()
        try mixer.initialize()
        try mixer.setParameter(Parameter.pan, -1, scope: .input)
        #expect(try mixer.property(.matrixLevels, scope: .input) == [1, 0, 0, 0])
        try mixer.setMatrixLevels([0, 1, 1, 0], bus: 0)
        #expect(try heard(mixer) == [0.5, 1])
        // The volume leaves them alone; the pan takes over even with the value that it has.
        try mixer.setParameter(Parameter.volume, 1, scope: .input)
        #expect(try heard(mixer) == [0.5, 1])
        try mixer.setParameter(Parameter.pan, -1, scope: .input)
        #expect(try heard(mixer) == [1, 0])
    }

    @Test func `a ramp of the pan takes over, too`() throws {
        let mixer = try mixer()
        try mixer.initialize()
        try mixer.setMatrixLevels([0, 1, 1, 0], bus: 0)
        try mixer.scheduleParameters([
            ParameterEvent(Parameter.pan, scope: .input, .ramped(offset: 2, frameCount: 2, from: -1, to: 0))
        ])
        #expect(try mixer.rendered(6) == [[0.5, 0.5, 1, 1, 1, 1], [1, 1, 0, 0.25, 0.5, 0.5]])
    }

    @Test func `a ramp of the volume leaves them alone, whatever the pan is`() throws {
        let mixer = try mixer()
        try mixer.initialize()
        try mixer.setParameter(Parameter.pan, -1, scope: .input)
        try mixer.setMatrixLevels([0, 1, 1, 0], bus: 0)
        try mixer.scheduleParameters([
            ParameterEvent(Parameter.volume, scope: .input, .ramped(offset: 0, frameCount: 2, from: 0, to: 1))
        ])
        #expect(try mixer.rendered(3) == [[0, 0.25, 0.5], [0, 0.5, 1]])
    }

    @Test func `levels of a matrix are no parameters, and are kept with the settings`() throws {
        let other = try mixer(), mixer = try mixer()
        try mixer.setMatrixLevels([0.5, 0, 0, 0.25], bus: 0)
        try other.setMatrixLevels([9, 9, 9, 9], bus: 0)
        try other.setClassInfo(mixer.classInfo)
        #expect(try other.matrixLevels(bus: 0) == [0.5, 0, 0, 0.25])
        #expect(other.classInfo == mixer.classInfo)
        try mixer.setParameter(Parameter.pan, 0, scope: .input)
        try other.setClassInfo(mixer.classInfo)
        #expect(try other.matrixLevels(bus: 0) == [1, 0, 0, 1])
        var bad = mixer.classInfo
        bad.values[0].value = 0.125
        bad.lists = [.init(property: .matrixLevels, scope: .input, element: 0, values: [1])]
        #expect(code { try other.setClassInfo(bad) } == .invalidPropertyValue)
        #expect(other.classInfo == mixer.classInfo)
        bad.lists = [.init(property: .latency, scope: .input, element: 0, values: [1, 1, 1, 1])]
        #expect(code { try other.setClassInfo(bad) } == .invalidPropertyValue)
    }

    @Test func `another number of channels drops them`() throws {
        let mixer = try mixer()
        try mixer.setMatrixLevels([0.5, 0, 0, 0.25], bus: 0)
        try mixer.setStreamFormat(format(48_000, 2), scope: .output)
        #expect(try mixer.matrixLevels(bus: 0) == [0.5, 0, 0, 0.25])
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        #expect(try mixer.matrixLevels(bus: 0) == [0.5, 0.5])
    }

    @Test func `levels that cannot be`() throws {
        let mixer = try mixer()
        for levels in [[], [1], [1, 1, 1, .nan], [1, 1, .infinity, 1], [1, 1, 1, 1, 1]] as [[Float]] {
            #expect(code { try mixer.setMatrixLevels(levels, bus: 0) } == .invalidPropertyValue)
        }
        #expect(code { try mixer.setProperty(.matrixLevels, [1, 0, 0, 1]) } == .invalidScope)
        #expect(
            code { try mixer.setProperty(.matrixLevels, [1, 0, 0, 1], scope: .input, element: 1) } == .invalidElement)
        #expect(code { _ = try Converter().property(.matrixLevels) } == .invalidProperty)
        #expect(code { _ = try Converter().property(.meteringMode) } == .invalidProperty)
    }

    @Test func `the output has a pan and an enable of its own`() throws {
        let mixer = try mixer()
        try mixer.initialize()
        try mixer.setParameter(Parameter.pan, 0.75, scope: .output)
        try mixer.setParameter(Parameter.volume, 2, scope: .output)
        #expect(try heard(mixer) == [0.5, 1])
        #expect(mixer.contribution(ofBus: 0, toChannel: 0, frame: 0) == 0.5)
        try mixer.setParameter(Parameter.enable, 0, scope: .output)
        #expect(try heard(mixer) == [0, 0])
        #expect(mixer.contribution(ofBus: 0, toChannel: 0, frame: 0) == 0)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        var flags: RenderActionFlags = []
        try mixer.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 44_100), frameCount: 4, into: &buffer)
        #expect(flags.contains(.outputIsSilence))
    }
}
