import KKPCM
import Testing

/// The channel masks of WAVE, there and back.
@Suite struct ChannelLayoutMaskTests {
    @Test(
        arguments: [
            0x3F, 0x13F, 0x63F, 0xFF, 0x33, 0x107, 0x37, 0x7, 0x603, 0x607, 0x60F, 0x70F, 0x20F, 0x230, 0x610, 0x3_FFFF,
        ] as [UInt32])
    func `a mask comes back as it was read`(mask: UInt32) {
        let layout = ChannelLayout(waveMask: mask, channels: mask.nonzeroBitCount)
        #expect(layout.waveMask == mask, "\(layout.name)")
        #expect(layout.withPlainSurrounds.channelCount == layout.channelCount)
    }

    @Test func `every mask of the first twelve places comes back`() {
        var wrong: [UInt32] = []
        for mask: UInt32 in 3..<0x1000 where mask != 4 {
            if ChannelLayout(waveMask: mask, channels: mask.nonzeroBitCount).waveMask != mask { wrong.append(mask) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `no mask is no places, and comes back as none`() {
        #expect(ChannelLayout(waveMask: 0, channels: 6) == .discrete(6))
        #expect(ChannelLayout.discrete(6).waveMask == nil)
        #expect(ChannelLayout(waveMask: 0, channels: 2) == .stereo)
        #expect(ChannelLayout(waveMask: 4, channels: 1) == .mono)
        #expect(ChannelLayout.mono.waveMask == 4)
    }

    @Test func `the pairs of surrounds have the labels that Core Audio gives them`() {
        #expect(ChannelLayout(waveMask: 0x3F, channels: 6) == .fiveOne)
        #expect(ChannelLayout(waveMask: 0x13F, channels: 7) == .sixOne)
        #expect(ChannelLayout(waveMask: 0x63F, channels: 8) == .sevenOne)
        #expect(
            ChannelLayout(waveMask: 0x60F, channels: 6).labels[4...] == [.leftSurroundDirect, .rightSurroundDirect])
        #expect(ChannelLayout(waveMask: 0x60F, channels: 6).withPlainSurrounds == .fiveOne)
        #expect(ChannelLayout.sevenOne.withPlainSurrounds == .sevenOne)
    }

    @Test func `layouts with side surrounds have a name`() {
        let names = [0x603, 0x607, 0x60F, 0x70F, 0x3F].map {
            ChannelLayout(waveMask: $0, channels: $0.nonzeroBitCount).name
        }
        #expect(names == ["quad (side)", "5.0 (side)", "5.1 (side)", "6.1 (side)", "5.1"])
    }
}
