import KKPCM
import KKUnits
import Testing

/// The properties whose key says more than a number.
@Suite struct PropertyKeyTests {
    @Test func `a connection and a callback are set on a bus, and cannot be read`() throws {
        let splitter = MultiSplitter(), mixer = MultiChannelMixer()
        try splitter.setProperty(.setRenderCallback, give([[0.5], [0.25]]), scope: .input)
        try mixer.setProperty(
            .makeConnection, AudioUnitConnection(source: splitter, sourceBus: 1), scope: .input, element: 3)
        try splitter.initialize()
        try mixer.initialize()
        #expect(try mixer.rendered(2) == [[0.5, 0], [0.25, 0]])
        try mixer.setProperty(.makeConnection, AudioUnitConnection(source: nil), scope: .input, element: 3)
        #expect(try mixer.rendered(1) == [[0], [0]])
        try mixer.setProperty(.setRenderCallback, give([[1], [1]]), scope: .input, element: 3)
        #expect(try mixer.rendered(1) == [[1], [1]])
        try mixer.setProperty(.setRenderCallback, nil, scope: .input, element: 3)
        #expect(try mixer.rendered(1) == [[0], [0]])

        #expect(code { _ = try mixer.property(.makeConnection, scope: .input) } == .propertyNotInUse)
        #expect(code { _ = try mixer.property(.setRenderCallback, scope: .input) } == .propertyNotInUse)
        #expect(code { try mixer.setProperty(.setRenderCallback, nil, scope: .output) } == .invalidScope)
        #expect(code { try mixer.setProperty(.setRenderCallback, nil, scope: .input, element: 8) } == .invalidElement)
        let missing = AudioUnitConnection(source: splitter, sourceBus: 2), circle = AudioUnitConnection(source: mixer)
        #expect(code { try mixer.setProperty(.makeConnection, missing, scope: .input) } == .invalidElement)
        #expect(code { try mixer.setProperty(.makeConnection, circle, scope: .input) } == .invalidPropertyValue)
        #expect(code { try mixer.setProperty(.makeConnection, missing) } == .invalidScope)
        #expect(code { try FilePlayer().setProperty(.setRenderCallback, nil, scope: .input) } == .invalidElement)
    }

    @Test func `a parameter is asked for by its number`() throws {
        let unit = GraphicEQ(), mixer = MultiChannelMixer()
        #expect(try unit.property(.parameterInfo(of: 3)).name == "Band 4")
        #expect(try unit.property(.parameterValueStrings(of: GraphicEQ.Parameter.numberOfBands)) == ["10", "31"])
        #expect(code { _ = try unit.property(.parameterValueStrings(of: 3)) } == .propertyNotInUse)
        #expect(code { _ = try unit.property(.parameterInfo(of: 31)) } == .invalidParameter)
        #expect(
            code { try unit.setProperty(.parameterInfo(of: 3), try unit.property(.parameterInfo(of: 4))) }
                == .propertyNotWritable)
        try mixer.setStreamFormat(format(44_100, 3), scope: .input, element: 1)
        #expect(try mixer.property(.parameterInfo(of: 1002), scope: .input, element: 1).isReadOnly)
        #expect(code { _ = try mixer.property(.parameterInfo(of: 1002), scope: .input) } == .invalidParameter)
    }

    @Test func `a frequency response is asked for by its frequencies`() throws {
        let unit = ParametricEQ()
        try unit.setParameter(ParametricEQ.Parameter.gain, 6)
        #expect(try unit.property(.frequencyResponse(at: [0, 2000])) == unit.frequencyResponse(at: [0, 2000]))
        #expect(code { _ = try unit.property(.frequencyResponse(at: [-1])) } == .invalidPropertyValue)
        #expect(code { _ = try Delay().property(.frequencyResponse(at: [])) } == .invalidProperty)
    }
}
