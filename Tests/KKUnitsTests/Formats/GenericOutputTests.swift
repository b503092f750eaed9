import KKConvert
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct GenericOutputTests {
    private let ramp = (1...300).map { Float($0) }

    /// A unit at 48 kHz, mono on both elements, with a ramp at the input.
    private func unit() throws -> GenericOutput {
        let unit = GenericOutput()
        try unit.setStreamFormat(format(48_000, 1), scope: .input, element: 0)
        try unit.setStreamFormat(format(48_000, 1), scope: .output, element: 1)
        try unit.setInputSource(ArraySource([ramp], sampleRate: 48_000))
        return unit
    }

    private func input(
        _ unit: GenericOutput, _ frames: Int, from start: Int64
    ) throws -> (samples: [Float], isSilence: Bool) {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: frames)
        var flags: RenderActionFlags = .offlineRender
        try unit.render(
            &flags, time: AudioTime(sampleTime: start, sampleRate: 48_000), bus: 1, frameCount: frames, into: &buffer)
        return (buffer.samples(ofChannel: 0), flags.contains(.outputIsSilence))
    }

    @Test func `the input element is off and the output element on, unless set`() throws {
        let unit = try unit()
        #expect(try !unit.property(.enableIO, scope: .input, element: 1))
        #expect(try unit.property(.enableIO, scope: .output, element: 0))
        try unit.initialize()
        #expect(code { _ = try input(unit, 4, from: 0) } == .cannotDoInCurrentContext)
        #expect(code { try unit.setProperty(.enableIO, true, scope: .input, element: 1) } == .initialized)
        #expect(code { try unit.setProperty(.enableIO, true, scope: .output, element: 1) } == .invalidElement)
        #expect(code { try unit.setProperty(.enableIO, true, scope: .input, element: 0) } == .invalidElement)
        #expect(code { try unit.setProperty(.enableIO, true) } == .invalidScope)
        #expect(code { _ = try MultiChannelMixer().property(.enableIO) } == .invalidProperty)
    }

    @Test func `the input element gives the source's frames by their numbers, and silence around them`() throws {
        let unit = try unit()
        try unit.setIOEnabled(true, scope: .input, element: 1)
        try unit.initialize()
        #expect(try input(unit, 3, from: 0).samples == [1, 2, 3])
        #expect(try input(unit, 2, from: 3).samples == [4, 5])
        #expect(try input(unit, 2, from: 3).samples == [4, 5])
        #expect(try input(unit, 4, from: -2).samples == [0, 0, 1, 2])
        #expect(try input(unit, 4, from: 298) == ([299, 300, 0, 0], false))
        #expect(try input(unit, 2, from: 302) == ([0, 0], true))
    }

    @Test(arguments: Cut.all) func `the input element may feed the same unit's output`(cut: Cut) throws {
        let unit = try unit()
        try unit.setIOEnabled(true, scope: .input, element: 1)
        try unit.makeConnection(from: unit, sourceBus: 1, to: 0)
        #expect(code { try unit.makeConnection(from: unit, sourceBus: 0, to: 0) } == .invalidPropertyValue)
        try unit.initialize()
        #expect(try unit.rendered(400, cut) == [ramp + Array(repeating: 0, count: 100)])
    }

    @Test func `the input callback comes before each slice, and a disabled output pulls nothing`() throws {
        let unit = try unit()
        try unit.setIOEnabled(true, scope: .input, element: 1)
        try unit.setIOEnabled(false, scope: .output, element: 0)
        try unit.setRenderCallback({ _, _, _, _, _ in Issue.record("a disabled output pulls") }, bus: 0)
        var heard: [Float] = []
        unit.inputCallback = { [unowned unit] _, time, bus, frames in
            #expect(bus == 1)
            heard += try input(unit, frames, from: time.sampleTime).samples
        }
        try unit.initialize()
        #expect(try unit.rendered(300, .every(70)) == [Array(repeating: 0, count: 300)])
        #expect(heard == ramp)
    }

    @Test func `what cannot come in is refused when the unit is initialized`() throws {
        let unit = try unit()
        try unit.setIOEnabled(true, scope: .input, element: 1)
        try unit.setInputSource(nil)
        #expect(code { try unit.initialize() } == .noConnection)
        try unit.setInputSource(ArraySource([ramp, ramp], sampleRate: 48_000))
        #expect(code { try unit.initialize() } == .formatNotSupported)
        try unit.setStreamFormat(format(48_000, 2), scope: .input, element: 1)
        try unit.initialize()
        #expect(code { try unit.setInputSource(nil) } == .initialized)
    }

    @Test func `starting tells its listeners, and needs an initialized unit`() throws {
        let unit = try unit()
        var heard: [Bool] = []
        unit.addPropertyListener(.isRunning) { unit, _, _, _ in heard.append((try? unit.property(.isRunning)) ?? false)
        }
        #expect(code { try unit.start() } == .uninitialized)
        try unit.initialize()
        try unit.start()
        try unit.start()
        unit.stop()
        #expect(heard == [true, false])
    }

    // Two sides with formats of their own.

    /// What a converter makes of the same input.
    private func converted(
        _ channels: [[Float]], _ from: StreamDescription, _ to: StreamDescription, _ frames: Int
    ) throws -> [[Float]] {
        let converter = Converter()
        try converter.setStreamFormat(from, scope: .input)
        try converter.setStreamFormat(to, scope: .output)
        try converter.setRenderCallback(give(channels), bus: 0)
        try converter.initialize()
        return try converter.rendered(frames)
    }

    @Test(arguments: Cut.all) func `an output with a format of its own is a converter`(cut: Cut) throws {
        let noise = [SeededNumbers.noise(2_000, seed: 3), SeededNumbers.noise(2_000, seed: 4)]
        for (from, to) in [
            (format(44_100, 2), format(48_000, 2)), (format(48_000, 2), format(48_000, 1)),
            (format(44_100, 1), format(22_050, 2)),
        ] {
            let channels = Array(noise.prefix(from.channelCount))
            let output = GenericOutput()
            try output.setStreamFormat(to, scope: .output)
            try output.setStreamFormat(from, scope: .input)
            try output.setRenderCallback(give(channels), bus: 0)
            try output.initialize()
            #expect(try output.streamFormat(.input) == from && output.streamFormat(.output) == to)
            #expect(try bits(output.rendered(2_000, cut)) == bits(converted(channels, from, to, 2_000)))
        }
    }

    @Test func `a connection's format stays on its side of an output that was set`() throws {
        let mixer = MultiChannelMixer(), output = GenericOutput(), noise = SeededNumbers.noise(2_000, seed: 5)
        try mixer.setRenderCallback(give([noise, noise]), bus: 0)
        try output.makeConnection(from: mixer, to: 0)
        try output.setStreamFormat(format(48_000, 2), scope: .output)
        try mixer.initialize()
        try output.initialize()
        #expect(try output.streamFormat(.input) == format(44_100, 2))
        let straight = try converted([noise, noise], format(44_100, 2), format(48_000, 2), 2_000)
        #expect(try bits(output.rendered(2_000)) == bits(straight))
    }

    @Test func `the source of the input element is converted, and found by its frames`() throws {
        let unit = GenericOutput(), noise = SeededNumbers.noise(4_000, seed: 6)
        try unit.setStreamFormat(format(48_000, 1), scope: .output, element: 1)
        try unit.setStreamFormat(format(24_000, 2), scope: .input, element: 1)
        try unit.setInputSource(ArraySource([noise, noise], sampleRate: 24_000))
        try unit.setIOEnabled(true, scope: .input, element: 1)
        try unit.initialize()
        let whole = try converted([noise, noise], format(24_000, 2), format(48_000, 1), 1_000)[0]
        #expect(try input(unit, 1_000, from: 0).samples == whole)
        #expect(try input(unit, 100, from: 500).samples == Array(whole[500..<600]))
    }

    @Test func `an output in 16 bits is the converter's sound to half a step`() throws {
        let output = GenericOutput(), noise = SeededNumbers.noise(1_000, seed: 7)
        let small = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
        try output.setStreamFormat(small, scope: .output)
        try output.setStreamFormat(format(44_100, 1), scope: .input)
        try output.setRenderCallback(give([noise]), bus: 0)
        try output.initialize()
        let exact = try converted([noise], format(44_100, 1), format(48_000, 1), 1_000)[0]
        let rounded = try output.rendered(1_000)[0]
        #expect(zip(exact, rounded).allSatisfy { abs(max(-1, min($0, 32_767 / 32_768)) - $1) <= 0.5 / 32_768 })
        #expect(exact != rounded)
    }

    @Test func `an output that is a device is found as the generic output`() throws {
        for device in [ComponentDescription.remoteIO, .halOutput, .defaultOutput] {
            #expect(try device.makeUnit() is GenericOutput)
            #expect(AudioComponent.findNext(device)?.description == .genericOutput)
            var anyones = device
            anyones.manufacturer = FourCharCode(rawValue: 0)
            #expect(AudioComponent.findNext(anyones)?.description == .genericOutput)
            #expect(AudioComponent.count(anyones) == 1)
            let own = AudioComponent(device, "Demo: device") { MultiChannelMixer() }
            #expect(AudioComponent.findNext(device, in: AudioComponent.all + [own])?.description == device)
        }
    }
}
