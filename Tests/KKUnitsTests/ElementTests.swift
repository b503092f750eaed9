import KKPCM
import KKUnits
import KKTestSupport
import Testing

@Suite struct ElementTests {
    @Test func `a new unit has AUBase's defaults`() throws {
        let mixer = MultiChannelMixer()
        #expect(mixer.maximumFramesPerSlice == 1156)
        #expect(mixer.elementCount(.input) == 8)
        #expect(try mixer.streamFormat(.output) == format(44_100, 2))
        #expect(try mixer.channelLayout(.input, element: 7) == .stereo)
    }

    @Test func `impossible formats are refused`() {
        let mixer = MultiChannelMixer()
        let impossible = [format(0, 2), format(-1, 2), format(.infinity, 2), format(44_100, 0), format(44_100, 1025)]
        #expect(
            impossible.allSatisfy { format in
                code { try mixer.setStreamFormat(format, scope: .input) } == .formatNotSupported
            })
    }

    @Test func `a format brings the usual layout, and a layout has to fit`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format(48_000, 6), scope: .input, element: 2)
        #expect(try mixer.channelLayout(.input, element: 2) == .fiveOne)
        #expect(code { try mixer.setChannelLayout(.stereo, scope: .input, element: 2) } == .invalidPropertyValue)
        try mixer.setChannelLayout(.discrete(6), scope: .input, element: 2)
        try mixer.setStreamFormat(format(44_100, 6), scope: .input, element: 2)
        #expect(try mixer.channelLayout(.input, element: 2) == .discrete(6))
    }

    @Test func `what memory depends on cannot change while the unit is initialized`() throws {
        let mixer = MultiChannelMixer()
        try mixer.initialize()
        #expect(code { try mixer.setMaximumFramesPerSlice(512) } == .initialized)
        #expect(code { try mixer.setStreamFormat(format(48_000, 2), scope: .output) } == .propertyNotWritable)
        #expect(code { try mixer.setChannelLayout(.discrete(2), scope: .output) } == .initialized)
        #expect(code { try mixer.setElementCount(9, scope: .input) } == .initialized)
        mixer.uninitialize()
        #expect(code { try mixer.setMaximumFramesPerSlice(512) } == nil)
        #expect(mixer.maximumFramesPerSlice == 512)
    }

    @Test func `scopes, elements, counts and slice sizes that are not there`() {
        let mixer = MultiChannelMixer()
        #expect(code { _ = try mixer.streamFormat(.global) } == .invalidScope)
        #expect(code { _ = try mixer.streamFormat(.input, element: 8) } == .invalidElement)
        #expect(code { _ = try mixer.streamFormat(.input, element: -1) } == .invalidElement)
        #expect(code { try mixer.setElementCount(2, scope: .output) } == .propertyNotWritable)
        #expect(code { try mixer.setElementCount(-1, scope: .input) } == .invalidPropertyValue)
        #expect(code { try FilePlayer().setElementCount(1, scope: .input) } == .propertyNotWritable)
        #expect(
            [0, -1, .max].allSatisfy { frames in
                code { try mixer.setMaximumFramesPerSlice(frames) } == .invalidPropertyValue
            })
    }

    @Test func `parameters have numbers, ranges and defaults`() throws {
        typealias Parameter = MultiChannelMixer.Parameter
        let mixer = MultiChannelMixer()
        #expect(mixer.parameters(.input).prefix(3).map(\.id) == [0, 1, 2])
        #expect(mixer.parameters(.input).prefix(3).map(\.defaultValue) == [1, 1, 0])
        #expect(
            mixer.parameters(.global).isEmpty && mixer.parameters(.input, element: 8).isEmpty
                && mixer.parameters(.output, element: -1).isEmpty)
        #expect(code { _ = try mixer.property(.parameterList, scope: .input, element: 8) } == .invalidElement)
        try mixer.setParameter(Parameter.volume, -3, scope: .input, element: 4)
        #expect(try mixer.parameter(Parameter.volume, scope: .input, element: 4) == -3)
        #expect(try mixer.parameter(Parameter.volume, scope: .input, element: 3) == 1)
        let values: [(ParameterID, Float)] = [
            (Parameter.volume, .nan), (Parameter.volume, .infinity), (Parameter.pan, .nan),
        ]
        #expect(
            values.allSatisfy { id, value in
                code { try mixer.setParameter(id, value, scope: .input) } == .invalidParameterValue
            })
        #expect(code { try mixer.setParameter(99, 0, scope: .input) } == .invalidParameter)
        #expect(code { try mixer.setParameter(0, 0) } == .invalidParameter)
        #expect(code { try mixer.setParameter(0, 0, scope: .input, element: 8) } == .invalidElement)
        #expect(
            text { try mixer.checkParameter(Parameter.pan, 2, scope: .input, element: 1) }
                == "'aumx' 'mcmx' bus 1: Pan cannot be 2.0; use -1.0 to 1.0")
    }

    @Test func `a connection brings format and layout along, and never makes a circle`() throws {
        let player = FilePlayer(), first = MultiChannelMixer(), second = MultiChannelMixer()
        try player.setStreamFormat(format(32_000, 6), scope: .output)
        try player.setChannelLayout(.discrete(6), scope: .output)
        try first.makeConnection(from: player, to: 3)
        #expect(try first.streamFormat(.input, element: 3) == format(32_000, 6))
        #expect(try first.channelLayout(.input, element: 3) == .discrete(6))
        try second.makeConnection(from: first, to: 0)
        #expect(code { try first.makeConnection(from: second, to: 0) } == .invalidPropertyValue)
        #expect(code { try first.makeConnection(from: first, to: 0) } == .invalidPropertyValue)
        #expect(code { try first.makeConnection(from: player, sourceBus: 1, to: 0) } == .invalidElement)
        #expect(code { try first.makeConnection(from: player, to: 8) } == .invalidElement)
    }

    @Test func `components are known by their three codes`() throws {
        #expect(ComponentDescription.multiChannelMixer.description == "'aumx' 'mcmx' 'appl'")
        #expect(try ComponentDescription.filePlayer.makeUnit() is FilePlayer)
        #expect(try ComponentDescription.converter.makeUnit() is Converter)
        #expect(try ComponentDescription.genericOutput.makeUnit() is GenericOutput)
        #expect(code { _ = try ComponentDescription(type: "aumu", subType: "dls ").makeUnit() } == .invalidComponentID)
    }
}
