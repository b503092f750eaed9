import KKPCM
import Testing

@Suite struct ChannelLayoutTagTests {
    @Test func `the tag of a layout names it, and a layout has one if any tag names it`() throws {
        for count in 1...12 {
            for tag in ChannelLayout.tags(channelCount: count) {
                let layout = try #require(ChannelLayout(tag: tag))
                #expect(layout.channelCount == count)
                let own = try #require(layout.tag, "\(tag >> 16)")
                #expect(ChannelLayout(tag: own) == layout)
            }
        }
        #expect(ChannelLayout([.lfe, .left]).tag == nil)
    }

    /// Where several tags name one order, the one that is not an application's.
    @Test func `well-known layouts have their well-known tags`() {
        let tags: [(ChannelLayout, UInt32)] = [
            (.mono, 100 << 16 | 1), (.stereo, 101 << 16 | 2), (.quadraphonic, 108 << 16 | 4),
            (.fiveZero, 117 << 16 | 5), (.mpegFiveZeroB, 118 << 16 | 5), (.fiveOne, 121 << 16 | 6),
            (.sixOne, 125 << 16 | 7), (.sevenOne, 189 << 16 | 8), (.discrete(9), 147 << 16 | 9),
        ]
        for (layout, tag) in tags { #expect(layout.tag == tag, "\(layout)") }
        #expect(ChannelLayout.tags(channelCount: 2).map { $0 >> 16 } == [101, 102, 103, 104, 105, 106, 147])
        #expect(ChannelLayout.tags(channelCount: 0).isEmpty && ChannelLayout.tags(channelCount: 70_000).isEmpty)
        #expect(ChannelLayout([]).tag == nil && ChannelLayout.discrete(70_000).tag == nil)
    }

    @Test func `a bitmap is the channels of its bits in their order`() {
        #expect(ChannelLayout(bitmap: 0x3F) == .fiveOne && ChannelLayout.fiveOne.bitmap == 0x3F)
        #expect(ChannelLayout(bitmap: 0x3).bitmap == 3 && ChannelLayout(bitmap: 0x20000).labels.map(\.rawValue) == [18])
        #expect(ChannelLayout(bitmap: 0xFFFC_0000).channelCount == 0)
        #expect(ChannelLayout([.right, .left]).bitmap == nil && ChannelLayout.mono.bitmap == nil)
        #expect(ChannelLayout([.left, .left]).bitmap == nil && ChannelLayout.discrete(2).bitmap == nil)
    }
}
