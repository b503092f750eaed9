import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct MatrixMixerTests {
    private typealias Parameter = MatrixMixer.Parameter

    /// Buses of 48 kHz, each as wide as its data, with all faders of the inputs and outputs at 1 and no crosspoint up.
    private func mixer(_ buses: [[[Float]]], outputs: [Int]) throws -> MatrixMixer {
        let mixer = MatrixMixer()
        try mixer.setElementCount(buses.count, scope: .input)
        try mixer.setElementCount(outputs.count, scope: .output)
        for (bus, channels) in buses.enumerated() {
            try mixer.setStreamFormat(format(48_000, channels.count), scope: .input, element: bus)
            try mixer.setRenderCallback(give(channels), bus: bus)
        }
        for (bus, count) in outputs.enumerated() {
            try mixer.setStreamFormat(format(48_000, count), scope: .output, element: bus)
        }
        for channel in 0..<mixer.matrixDimensions.inputs {
            try mixer.setParameter(Parameter.volume, 1, scope: .input, element: channel)
        }
        for channel in 0..<mixer.matrixDimensions.outputs {
            try mixer.setParameter(Parameter.volume, 1, scope: .output, element: channel)
        }
        return mixer
    }

    private func set(_ mixer: MatrixMixer, _ input: Int, _ output: Int, _ level: Float) throws {
        try mixer.setParameter(Parameter.volume, level, element: MatrixMixer.crosspoint(input: input, output: output))
    }

    @Test func `a new mixer is silent until crosspoint, input and output are up, and the master is`() throws {
        let mixer = MatrixMixer()
        try mixer.setRenderCallback(give([[1, 1, 1, 1], [2, 2, 2, 2]]), bus: 0)
        try mixer.initialize()
        let steps: [(Scope, Int)] = [(.global, MatrixMixer.crosspoint(input: 1, output: 0)), (.input, 1), (.output, 0)]
        for (scope, element) in steps {
            #expect(try mixer.parameter(Parameter.volume, scope: scope, element: element) == 0)
            #expect(try mixer.parameter(Parameter.enable, scope: scope, element: element) == 1)
            #expect(try mixer.rendered(1) == [[0], [0]])
            try mixer.setParameter(Parameter.volume, 1, scope: scope, element: element)
        }
        #expect(try mixer.parameter(Parameter.volume, element: MatrixMixer.master) == 1)
        #expect(try mixer.rendered(1) == [[2], [0]])
    }

    @Test func `an output is the sum of inputs by all four volumes, and each enable`() throws {
        let mixer = try mixer([[[1]], [[2], [4]]], outputs: [2, 1])
        try set(mixer, 0, 2, 0.5)
        try set(mixer, 1, 2, -3)
        try set(mixer, 2, 1, 8)
        try mixer.setParameter(Parameter.volume, 0.25, scope: .input, element: 1)
        try mixer.setParameter(Parameter.volume, 2, scope: .output, element: 2)
        try mixer.setParameter(Parameter.volume, 0.5, element: MatrixMixer.master)
        try mixer.initialize()
        #expect(try mixer.rendered(1) == [[0], [16]])
        #expect(try mixer.rendered(1, bus: 1) == [[0.5 - 1.5]])
        let switches: [(Scope, Int, [Float])] = [
            (.global, MatrixMixer.crosspoint(input: 0, output: 2), [16, -1.5]), (.input, 1, [16, 0.5]),
            (.output, 1, [0, -1]),
            (.global, MatrixMixer.master, [0, 0]),
        ]
        for (scope, element, expected) in switches {
            try mixer.setParameter(Parameter.enable, 0, scope: scope, element: element)
            #expect(try [mixer.rendered(1)[1][0], mixer.rendered(1, bus: 1)[0][0]] == expected)
            try mixer.setParameter(Parameter.enable, 1, scope: scope, element: element)
        }
    }

    @Test func `one crosspoint at unity passes every bit`() throws {
        let track = [SeededNumbers.noise(3000, seed: 1) + [-0.0, 2.5, .leastNonzeroMagnitude]]
        let mixer = try mixer([track], outputs: [2])
        try set(mixer, 0, 1, 1)
        try mixer.initialize()
        #expect(bits(try mixer.rendered(3003)) == bits([Array(repeating: 0, count: 3003)] + track))
    }

    @Test func `elements count channels across the buses`() throws {
        let mixer = try mixer([[[0], [0]], [[0]]], outputs: [1, 3])
        #expect(try mixer.property(.matrixDimensions) == MatrixDimensions(inputs: 3, outputs: 4))
        #expect(MatrixMixer.crosspoint(input: 2, output: 3) == 0x2_0003)
        #expect(MatrixMixer.master == 0xFFFF_FFFF)
        for (scope, element) in [
            (Scope.input, 3), (.input, -1), (.output, 4), (.global, 0x3_0000), (.global, 4), (.global, -1),
        ] {
            #expect(
                code { try mixer.setParameter(Parameter.volume, 1, scope: scope, element: element) } == .invalidElement)
        }
        #expect(
            text { try mixer.setParameter(Parameter.volume, 1, element: 0x3_0000) }
                == "'aumx' 'mxmx': there is no crosspoint from channel 3 to channel 0; the mixer has 3 × 4")
        for value in [Float.nan, .infinity] {
            #expect(code { try mixer.setParameter(Parameter.volume, value, element: 0) } == .invalidParameterValue)
        }
        try mixer.setParameter(Parameter.enable, 2, element: 0)
        #expect(try mixer.parameter(Parameter.enable, element: 0) == 1)
        #expect(code { _ = try mixer.parameter(Parameter.preAveragePower, element: 0) } == .invalidParameter)
    }

    @Test func `levels are rows of the inputs with their volumes last, and the outputs' volumes with the master last`()
        throws
    {
        let mixer = try mixer([[[1]], [[1]]], outputs: [3])
        let levels: [Float] = [1, 2, 3, 0.1, 4, 5, 6, 0.2, 0.3, 0.4, 0.5, 0.6]
        try mixer.setProperty(.matrixLevels, levels)
        #expect(try mixer.property(.matrixLevels) == levels)
        #expect(try mixer.parameter(Parameter.volume, element: MatrixMixer.crosspoint(input: 1, output: 0)) == 4)
        #expect(try mixer.parameter(Parameter.volume, scope: .input, element: 1) == 0.2)
        #expect(try mixer.parameter(Parameter.volume, scope: .output, element: 2) == 0.5)
        #expect(try mixer.parameter(Parameter.volume, element: MatrixMixer.master) == 0.6)
        for bad in [[], [1], Array(repeating: .nan, count: 12)] as [[Float]] {
            #expect(code { try mixer.setMatrixLevels(bad) } == .invalidPropertyValue)
        }
        #expect(mixer.matrixLevels == levels)
        #expect(code { _ = try mixer.property(.matrixLevels, scope: .input) } == .invalidScope)
    }

    @Test func `settings hold every crosspoint`() throws {
        let mixer = try mixer([[[1]], [[1]]], outputs: [2]), other = try self.mixer([[[1]], [[1]]], outputs: [2])
        try mixer.setMatrixLevels([1, 2, 3, 4, 5, 6, 7, 8, 9])
        try mixer.setParameter(Parameter.enable, 0, element: 1)
        try other.setParameter(Parameter.enable, 0, element: 0x1_0001)
        try other.setClassInfo(mixer.classInfo)
        #expect(other.matrixLevels == mixer.matrixLevels)
        #expect(other.classInfo == mixer.classInfo)
        #expect(mixer.classInfo.values.count == 2 * (4 + 2 + 2 + 1))
    }

    @Test func `a channel keeps its parameters by its number`() throws {
        let mixer = try mixer([[[1], [1]]], outputs: [2])
        try mixer.setMatrixLevels([1, 2, 3, 4, 5, 6, 7, 8, 9])
        try mixer.setStreamFormat(format(48_000, 3), scope: .input)
        #expect(mixer.matrixLevels == [1, 2, 3, 4, 5, 6, 0, 0, 0, 7, 8, 9])
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        #expect(mixer.matrixLevels == [1, 3, 4, 6, 0, 0, 7, 9])
    }

    @Test func `a matrix that is too large is refused, and one that fits is not`() throws {
        let mixer = MatrixMixer()
        try mixer.setStreamFormat(format(48_000, 257), scope: .input)
        try mixer.setStreamFormat(format(48_000, 256), scope: .output)
        #expect(code { try mixer.setParameter(Parameter.volume, 1, element: 0) } == .invalidElement)
        #expect(
            text { try mixer.initialize() }
                == "'aumx' 'mxmx': a matrix of 257 × 256 is too large; use at most 65536 crosspoints, and as many channels on either side"
        )
        try mixer.setStreamFormat(format(48_000, 256), scope: .input)
        try mixer.setParameter(Parameter.volume, 1, element: 0xFF_00FF)
        try mixer.initialize()
    }

    @Test func `buses of different rates are refused by name`() throws {
        let mixer = try mixer([[[1]], [[1]]], outputs: [1])
        try mixer.setStreamFormat(format(44_100, 1), scope: .input, element: 1)
        #expect(
            text { try mixer.initialize() }
                == "'aumx' 'mxmx' bus 1: the format [ 1 ch,  44100 Hz, Float32, deinterleaved] has another rate than the first output; "
                + "put a Converter before it")
        try mixer.disconnect(bus: 1)
        try mixer.initialize()
        #expect(code { try mixer.setRenderCallback(give([[1]]), bus: 1) } == .formatNotSupported)
    }

    @Test(arguments: Cut.all) func `slices change no bit, on either output, out of step`(cut: Cut) throws {
        let tracks = [[SeededNumbers.noise(4000, seed: 1)], (2..<4).map { SeededNumbers.noise(4000, seed: $0) }]
        func sum(_ cut: Cut) throws -> [[UInt32]] {
            let mixer = try mixer(tracks, outputs: [2, 1])
            var numbers = SeededNumbers(seed: 8)
            try mixer.setMatrixLevels((0..<16).map { _ in Float(numbers.next() % 1000) / 500 - 1 })
            try mixer.initialize()
            return bits(try mixer.rendered(4000, cut) + mixer.rendered(4000, .every(123), bus: 1))
        }
        #expect(try sum(cut) == sum(.every(1000)))
    }

    @Test(arguments: Cut.all) func `volumes ramp frame by frame, all four`(cut: Cut) throws {
        let track = SeededNumbers.noise(3000, seed: 1)
        let expected = (0..<3000).map { frame -> Float in
            let gain = frame < 100 ? 1 : Float(0.5 + (-2 - 0.5) * (Double(min(2000, frame - 100)) / 2000))
            return track[frame] * gain
        }
        for (scope, element) in [(Scope.input, 0), (.output, 0), (.global, 0), (.global, MatrixMixer.master)] {
            let mixer = try mixer([[track]], outputs: [1])
            try set(mixer, 0, 0, 1)
            try mixer.initialize()
            let heard = try mixer.rendered(3000, cut) { start, count in
                guard start < 2100 && start + count > 100 else { return }
                let change = ParameterEvent.Change.ramped(offset: 100 - start, frameCount: 2000, from: 0.5, to: -2)
                try mixer.scheduleParameters([ParameterEvent(Parameter.volume, scope: scope, element: element, change)])
            }
            #expect(bits(heard) == bits([expected]))
        }
    }

    @Test func `meters tell of every channel, in decibels and as amplitudes`() throws {
        let mixer = try mixer(
            [[Array(repeating: 1, count: 4800)], [Array(repeating: 0.5, count: 4800)]], outputs: [1, 1])
        try set(mixer, 0, 1, 1)
        try set(mixer, 1, 1, 1)
        try mixer.setParameter(Parameter.volume, 0.25, scope: .input, element: 1)
        try mixer.setParameter(Parameter.volume, 2, scope: .output, element: 1)
        try mixer.setProperty(.meteringMode, true)
        #expect(try mixer.property(.meteringMode, scope: .output, element: 1))
        try mixer.initialize()
        // Out of step: the inputs' frames are heard once.
        _ = try mixer.rendered(4800, bus: 1)
        _ = try mixer.rendered(4000)
        func amplitudes(_ scope: Scope, _ channel: Int) throws -> [Float] {
            for place in 0..<4 {
                let linear = try mixer.parameter(
                    Parameter.preAveragePowerLinear + 1000 * place, scope: scope, element: channel)
                let decibels = try mixer.parameter(
                    Parameter.preAveragePower + 1000 * place, scope: scope, element: channel)
                #expect(abs(linear - (decibels == -120 ? 0 : Float(Decibels(Double(decibels)).linear))) < 1e-6)
            }
            return try (0..<4).map {
                try mixer.parameter(Parameter.preAveragePowerLinear + 1000 * $0, scope: scope, element: channel)
            }
        }
        #expect(try amplitudes(.input, 0) == [1, 1, 1, 1])
        #expect(try amplitudes(.input, 1) == [0.5, 0.5, 0.125, 0.125])
        #expect(try amplitudes(.output, 0) == [0, 0, 0, 0])
        #expect(try amplitudes(.output, 1) == [1.125, 1.125, 2.25, 2.25])
        try mixer.setProperty(.meteringMode, false, scope: .input, element: 1)
        #expect(try amplitudes(.input, 1) == [0, 0, 0, 0])
        #expect(try !mixer.property(.meteringMode))
    }

    @Test func `an input is metered once for each frame, also when two outputs ask for it`() throws {
        let mixer = try mixer(
            [[Array(repeating: 1, count: 4800) + Array(repeating: 0.5, count: 3200)]], outputs: [1, 1])
        try mixer.setMetered(true, scope: .input)
        try mixer.initialize()
        _ = try mixer.rendered(2400, bus: 1)
        _ = try mixer.rendered(7000)
        _ = try mixer.rendered(4800, from: 2400, bus: 1)
        #expect(try mixer.parameter(Parameter.preAveragePowerLinear, scope: .input) == 1)
        #expect(try mixer.parameter(Parameter.postAveragePowerLinear, scope: .input) == 1)
        _ = try mixer.rendered(800, from: 7200, bus: 1)
        _ = try mixer.rendered(1600, from: 8000)
        let rest = Float((0.25 * 3200 / 4800).squareRoot())
        #expect(try abs(mixer.parameter(Parameter.preAveragePowerLinear, scope: .input) - rest) < 1e-6)
        #expect(try abs(mixer.parameter(Parameter.postAveragePowerLinear, scope: .input) - rest) < 1e-6)
    }

    @Test func `clipping is what was seen since it was asked last`() throws {
        let mixer = try mixer([[[0, -3, .nan, 1, 0.5, .infinity]]], outputs: [1])
        try set(mixer, 0, 0, 0.5)
        try mixer.setMetered(true, scope: .global)
        try mixer.initialize()
        _ = try mixer.rendered(4, .every(4))
        var expected = MeterClipping()
        expected.peakSinceLastCall = 3
        expected.sawNotANumber = true
        #expect(try mixer.property(.meterClipping, scope: .input) == expected)
        #expect(try mixer.property(.meterClipping, scope: .input) == MeterClipping())
        _ = try mixer.rendered(2, .every(2), from: 4)
        expected.peakSinceLastCall = 1.5
        expected.sawInfinity = true
        #expect(try mixer.property(.meterClipping, scope: .output) == expected)
        #expect(try mixer.property(.meterClipping, scope: .input).sawNotANumber == false)
        #expect(code { _ = try mixer.property(.meterClipping) } == .invalidScope)
        #expect(code { _ = try mixer.property(.meterClipping, scope: .output, element: 1) } == .invalidElement)
        #expect(code { _ = try MultiChannelMixer().property(.matrixDimensions) } == .invalidProperty)
    }

    @Test func `an idle bus is skipped, and silence is reported`() throws {
        let mixer = try mixer([[[1, 1]], [[1, 1]]], outputs: [1])
        try set(mixer, 0, 0, 1)
        try set(mixer, 1, 0, 1)
        try mixer.disconnect(bus: 0)
        try mixer.initialize()
        #expect(try mixer.rendered(2) == [[1, 1]])
        try mixer.setRenderCallback({ flags, _, _, _, _ in flags.insert(.outputIsSilence) }, bus: 1)
        mixer.reset()
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4)
        var flags: RenderActionFlags = []
        try mixer.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 48_000), frameCount: 4, into: &buffer)
        #expect(flags.contains(.outputIsSilence) && buffer.samples(ofChannel: 0) == [0, 0, 0, 0])
    }
}
