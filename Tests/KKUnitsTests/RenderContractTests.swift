import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct RenderContractTests {
    /// A generic output over a callback, 1 channel, slices of 100.
    private func head(_ callback: RenderCallback? = nil) throws -> GenericOutput {
        let unit = GenericOutput()
        try unit.setMaximumFramesPerSlice(100)
        try unit.setStreamFormat(format(48_000, 1), scope: .output)
        try unit.setRenderCallback(callback, bus: 0)
        return unit
    }

    private func status(
        _ unit: AudioUnit, bus: Int = 0, frames: Int, channels: Int, capacity: Int
    ) -> AudioUnitError.Code? {
        code {
            var flags: RenderActionFlags = []
            var buffer = PCMBuffer(channelCount: channels, frameCapacity: capacity)
            try unit.render(
                &flags, time: AudioTime(sampleTime: 0, sampleRate: 48_000), bus: bus, frameCount: frames, into: &buffer)
        }
    }

    @Test func `the checks come in AUBase's order`() throws {
        let unit = try head(give([[1]]))
        // Each call is wrong in everything that is still to be checked.
        #expect(status(unit, bus: 7, frames: 101, channels: 2, capacity: 1) == .uninitialized)
        try unit.initialize()
        #expect(status(unit, bus: 7, frames: 101, channels: 2, capacity: 1) == .tooManyFramesToProcess)
        #expect(status(unit, bus: 7, frames: 100, channels: 2, capacity: 1) == .invalidElement)
        #expect(status(unit, bus: 0, frames: 100, channels: 2, capacity: 1) == .parameter)
        #expect(status(unit, bus: 0, frames: 100, channels: 1, capacity: 99) == .parameter)
        #expect(status(unit, bus: 0, frames: -1, channels: 1, capacity: 100) == .parameter)
        #expect(status(unit, bus: 0, frames: 100, channels: 1, capacity: 100) == nil)
    }

    @Test func `the numbers are Core Audio's`() {
        let numbers: [(AudioUnitError.Code, Int32)] = [
            (.uninitialized, -10867), (.tooManyFramesToProcess, -10874), (.invalidElement, -10877), (.parameter, -50),
            (.formatNotSupported, -10868), (.noConnection, -10876), (.initialized, -10849),
            (.invalidParameterValue, -66743),
            (.invalidParameter, -10878), (.propertyNotWritable, -10865),
        ]
        #expect(numbers.allSatisfy { AudioUnitError($0.0, place: "", "").status == $0.1 })
    }

    @Test func `the first error is kept until it is read`() throws {
        let unit = try head()
        #expect(status(unit, frames: 1, channels: 1, capacity: 1) == .uninitialized)
        try unit.initialize()
        #expect(status(unit, frames: 1, channels: 1, capacity: 1) == .noConnection)
        #expect((unit.takeLastRenderError() as? AudioUnitError)?.code == .uninitialized)
        #expect(unit.takeLastRenderError() == nil)
    }

    @Test func `a callback's error arrives unchanged`() throws {
        struct Trouble: Error {}
        let unit = try head { _, _, _, _, _ in throw Trouble() }
        try unit.initialize()
        #expect(throws: Trouble.self) { try unit.rendered(10) }
        #expect(unit.takeLastRenderError() is Trouble)
    }

    @Test func `the length of a larger buffer becomes the slice's`() throws {
        let unit = try head(give([[1, 2, 3, 4]]))
        try unit.initialize()
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4096)
        var flags: RenderActionFlags = []
        try unit.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 48_000), frameCount: 3, into: &buffer)
        #expect(buffer.samples(ofChannel: 0) == [1, 2, 3])
    }

    @Test func `notifications come before and after, with what was rendered, and tell of an error`() throws {
        struct Trouble: Error {}
        var heard: [String] = []
        let unit = try head { _, time, _, _, buffer in
            if time.sampleTime > 0 { throw Trouble() }
            buffer.fill(channel: 0, with: [0.5])
        }
        let token = unit.addRenderNotify { flags, _, _, frames, buffer in
            let sample =
                flags.contains(.postRender) && !flags.contains(.postRenderError)
                ? " \(buffer.samples(ofChannel: 0)[0])" : ""
            heard.append("\(flags.rawValue & ~RenderActionFlags.offlineRender.rawValue) \(frames)\(sample)")
        }
        try unit.initialize()
        _ = try unit.rendered(10, .every(10))
        #expect(throws: Trouble.self) { try unit.rendered(1, from: 10) }
        #expect(heard == ["4 10", "8 10 0.5", "4 1", "264 1"])
        unit.removeRenderNotify(token)
        _ = try unit.rendered(10, .every(10))
        #expect(heard.count == 4)
    }

    @Test func `a head passes a unit's silence on`() throws {
        let unit = try head { flags, _, _, _, _ in flags.insert(.outputIsSilence) }
        try unit.initialize()
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 10)
        var flags: RenderActionFlags = []
        try unit.render(&flags, time: AudioTime(sampleTime: 0, sampleRate: 48_000), frameCount: 10, into: &buffer)
        #expect(flags.contains(.outputIsSilence))
    }
}
