import KKGraph
import KKPCM
import KKUnits
import Testing

/// A graph as programs built it when samples were integers.
@Suite struct GraphBusFormatTests {
    @Test func `a mixer fed by 16-bit interleaved stereo gives an output in 8.24`() throws {
        let integers = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)
        let fixed = StreamDescription.fixedPoint(sampleRate: 44_100, channels: 2)
        let graph = AudioGraph()
        let mixer = try graph.addNode(.multiChannelMixer), output = try graph.addNode(.genericOutput)
        try graph.open()
        try graph.unit(of: mixer, as: MultiChannelMixer.self).setStreamFormat(integers, scope: .input)
        try graph.unit(of: mixer, as: MultiChannelMixer.self).setStreamFormat(fixed, scope: .output)
        try graph.setBufferListCallback(mixer) { _, time, _, frames, list in
            for frame in 0..<frames {
                let code = Int16(truncatingIfNeeded: 100 * (Int(time.sampleTime) + frame))
                for (offset, sample) in [(0, code), (2, -code)] {
                    list[0].bytes[4 * frame + offset] = UInt8(truncatingIfNeeded: sample)
                    list[0].bytes[4 * frame + offset + 1] = UInt8(truncatingIfNeeded: sample >> 8)
                }
            }
        }
        try graph.connect(mixer, 0, to: output, 0)
        try graph.initialize()
        let head = try graph.unit(of: output, as: GenericOutput.self)
        #expect(try head.streamFormat(.output) == .canonical(sampleRate: 44_100, channels: 2))
        #expect(try head.streamFormat(.input) == fixed)
        try graph.uninitialize()
        try head.setStreamFormat(fixed, scope: .output)
        try graph.initialize()
        var list = AudioBufferList(for: fixed, frameCapacity: 300)
        for start in stride(from: 0, to: 900, by: 300) {
            var flags: RenderActionFlags = []
            try head.render(
                &flags, time: AudioTime(sampleTime: Int64(start), sampleRate: 44_100), frameCount: 300, into: &list)
            for frame in 0..<300 {
                let code = Int32(Int16(truncatingIfNeeded: 100 * (start + frame)))
                // 1.0 is 2 to the 15th there and 2 to the 24th here.
                #expect(list[0].samples(as: Int32.self)[frame] == code << 9)
                #expect(list[1].samples(as: Int32.self)[frame] == -code << 9)
            }
        }
    }
}
