import KKPCM
import KKUnits
import Testing

@Suite struct MixerParameterTests {
    @Test(arguments: [Scope.input, .output]) func `a multi-channel mixer's parameters are Core Audio's`(
        scope: Scope
    ) throws {
        typealias Parameter = MultiChannelMixer.Parameter
        let mixer = MultiChannelMixer()
        let meters: [ParameterID] = [1000, 1001, 2000, 2001, 3000, 3001, 4000, 4001]
        #expect(mixer.parameters(scope).map(\.id) == [0, 1, 2] + meters)
        let infos = mixer.parameters(scope).prefix(3)
        #expect(infos.map(\.unit) == [.linearGain, .boolean, .pan])
        #expect(infos.map(\.range) == [0...1, 0...1, -1...1])
        #expect(infos.map(\.defaultValue) == [1, 1, 0])
        #expect(infos.map(\.canRamp) == [true, false, true])
        #expect(infos.map(\.acceptsAnyFiniteValue) == [true, false, false])
        let values: [(ParameterID, Float)] = [
            (Parameter.volume, .nan), (Parameter.volume, -.infinity), (Parameter.pan, .nan),
            (Parameter.enable, .infinity),
        ]
        #expect(
            values.allSatisfy { id, value in
                code { try mixer.setParameter(id, value, scope: scope) } == .invalidParameterValue
            })
        for (id, beyond, end) in [
            (Parameter.volume, -1e30, -1e30), (Parameter.pan, 1.01, 1), (Parameter.pan, -2, -1),
            (Parameter.enable, 2, 1),
        ] as [(ParameterID, Float, Float)] {
            try mixer.setParameter(id, beyond, scope: scope)
            #expect(try mixer.parameter(id, scope: scope) == end)
        }
        for id in meters {
            let info = try mixer.parameterInfo(id, scope: scope)
            #expect(info.unit == .decibels && info.isReadOnly)
            #expect(try mixer.parameter(id, scope: scope) == -120)
        }
        #expect(try mixer.parameterInfo(3001, scope: scope).name == "Post Average Power 2")
        #expect(code { _ = try mixer.parameter(1002, scope: scope) } == .invalidParameter)
    }

    @Test func `meters follow the channels of their bus, as far as their numbers go`() throws {
        let mixer = MultiChannelMixer()
        try mixer.setStreamFormat(format(48_000, 6), scope: .input, element: 2)
        #expect(try mixer.parameter(4005, scope: .input, element: 2) == -120)
        #expect(
            mixer.parameters(.input, element: 2).count == 3 + 4 * 6
                && mixer.parameters(.input, element: 1).count == 3 + 4 * 2)
        #expect(try mixer.property(.parameterList, scope: .input, element: 2) == mixer.parameters(.input, element: 2))
        try mixer.setParameter(0, 0.5, scope: .input, element: 2)
        try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: 2)
        #expect(try mixer.parameter(0, scope: .input, element: 2) == 0.5)
        #expect(code { _ = try mixer.parameter(1001, scope: .input, element: 2) } == .invalidParameter)
        try mixer.setStreamFormat(format(48_000, 1024), scope: .output)
        #expect(try mixer.parameterInfo(1999, scope: .output).name == "Pre Average Power 1000")
        #expect(try mixer.parameterInfo(2000, scope: .output).name == "Pre Peak Hold Level 1")
        try mixer.setElementCount(9, scope: .input)
        #expect(try mixer.parameter(4001, scope: .input, element: 8) == -120)
    }

    @Test func `a matrix mixer's parameters are Core Audio's`() throws {
        let mixer = MatrixMixer()
        #expect(mixer.elementCount(.input) == 1 && mixer.elementCount(.output) == 1)
        for scope in [Scope.input, .output] {
            #expect(mixer.parameters(scope).map(\.id) == [0, 1, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000])
            #expect(mixer.parameters(scope).map(\.isReadOnly) == [false, false] + Array(repeating: true, count: 8))
            #expect(try mixer.parameter(1000, scope: scope, element: 1) == -120)
            #expect(try mixer.parameter(8000, scope: scope, element: 1) == 0)
        }
        #expect(mixer.parameters(.global).map(\.id) == [0, 1])
        #expect(mixer.parameters(.global).map(\.defaultValue) == [0, 1])
        #expect(mixer.parameters(.global, element: MatrixMixer.master).map(\.defaultValue) == [1, 1])
        #expect(mixer.parameters(.global, element: MatrixMixer.crosspoint(input: 2, output: 0)).isEmpty)
        #expect(try mixer.parameterInfo(0, element: 0x1_0001).defaultValue == 0)
        #expect(try mixer.parameterInfo(0, element: MatrixMixer.master).defaultValue == 1)
        #expect(try mixer.parameterInfo(0, scope: .input, element: 1).acceptsAnyFiniteValue)
        try mixer.setParameter(0, -7, element: 0x1_0001)
        #expect(code { try mixer.setParameter(5000, 1, scope: .input) } == .propertyNotWritable)
    }

    @Test func `properties have Core Audio's numbers`() {
        let numbers: [(PropertyID, UInt32)] = [
            (.matrixLevels, 3006), (.meteringMode, 3007), (.matrixDimensions, 3009), (.meterClipping, 3011),
        ]
        #expect(numbers.allSatisfy { $0.rawValue == $1 })
        #expect(
            [ComponentDescription.matrixMixer, .splitter, .multiSplitter, .merger].map(\.description)
                == ["'aumx' 'mxmx' 'appl'", "'aufc' 'splt' 'appl'", "'aufc' 'mspl' 'appl'", "'aufc' 'merg' 'appl'"])
    }
}
