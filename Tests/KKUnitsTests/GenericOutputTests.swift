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
}
