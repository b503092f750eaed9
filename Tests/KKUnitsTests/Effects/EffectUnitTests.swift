import KKPCM
import KKTestSupport
@testable import KKUnits
import Testing

/// Gives every frame a frame later: the simplest effect with something left in it.
private final class TestDelay: EffectUnit {
    private var last: [Float] = []

    init() {
        super.init(ComponentDescription(type: .effectUnit, subType: "tdly"), parameters: [])
    }

    override var isAtRest: Bool { last.allSatisfy { $0 == 0 } }
    override func prepare() { last = Array(repeating: 0, count: outputs[0].format.channelCount) }
    override func resetState() { for index in last.indices { last[index] = 0 } }

    override func apply(to buffer: inout PCMBuffer, frameCount: Int) {
        for channel in last.indices {
            let before = last[channel]
            last[channel] = buffer.withMutableChannel(channel) { span in
                let newest = span[frameCount - 1]
                for frame in stride(from: frameCount - 1, to: 0, by: -1) { span[frame] = span[frame - 1] }
                span[0] = before
                return newest
            }
        }
    }
}

@Suite struct EffectUnitTests {
    private func unit(_ callback: @escaping RenderCallback) throws -> TestDelay {
        let unit = TestDelay()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        try unit.setRenderCallback(callback, bus: 0)
        try unit.initialize()
        return unit
    }

    private func render(
        _ unit: AudioUnit, _ frames: Int, from start: Int64
    ) throws -> (samples: [Float], isSilence: Bool) {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 16)
        var flags: RenderActionFlags = .offlineRender
        try unit.render(
            &flags, time: AudioTime(sampleTime: start, sampleRate: 48_000), frameCount: frames, into: &buffer)
        return (buffer.samples(ofChannel: 0), flags.contains(.outputIsSilence))
    }

    @Test func `either side's format is both sides'`() throws {
        let unit = TestDelay()
        try unit.setStreamFormat(format(32_000, 6), scope: .output)
        try unit.setChannelLayout(.discrete(6), scope: .output)
        #expect(try unit.streamFormat(.input) == format(32_000, 6))
        #expect(try unit.channelLayout(.input) == .discrete(6))
    }

    @Test func `what is left in the unit sounds on after the input has ended, and only then it is silence`() throws {
        let unit = try unit { flags, time, _, frames, buffer in
            if time.sampleTime == 0 { buffer.fill(channel: 0, with: [1, 2]) } else { flags.insert(.outputIsSilence) }
        }
        #expect(try render(unit, 2, from: 0) == ([0, 1], false))
        #expect(try render(unit, 2, from: 2) == ([2, 0], false))
        #expect(try render(unit, 2, from: 4) == ([0, 0], true))
    }

    @Test(arguments: [true, false]) func `in place or not, the sound is the same`(isInPlace: Bool) throws {
        let unit = try unit(give([[1, 2, 3, 4, 5]]))
        unit.processesInPlace = isInPlace
        #expect(try unit.rendered(6, .every(4)) == [[0, 1, 2, 3, 4, 5]])
    }

    @Test func `a bypassed unit passes its input, and has forgotten everything when it works again`() throws {
        let unit = try unit(give([[1, 2, 3, 4, 5, 6, 7]]))
        #expect(try render(unit, 2, from: 0).samples == [0, 1])
        try unit.setProperty(.bypassEffect, true)
        #expect(try render(unit, 2, from: 2).samples == [3, 4])
        try unit.setProperty(.bypassEffect, false)
        #expect(try render(unit, 2, from: 4).samples == [0, 5])
    }
}
