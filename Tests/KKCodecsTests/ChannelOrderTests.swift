import KKPCM
import Testing

@testable import KKCodecs

struct ChannelOrderTests {
    @Test(
        "Xiph's channels go to WAVE's places as the Vorbis specification lists them",
        arguments: [
            (1, [0], ChannelLayout.mono), (2, [0, 1], .stereo), (3, [0, 2, 1], .threeZero),
            (4, [0, 1, 2, 3], .quadraphonic),
            (5, [0, 2, 1, 3, 4], .fiveZero), (6, [0, 2, 1, 5, 3, 4], .fiveOne), (7, [0, 2, 1, 6, 3, 4, 5], .sixOne),
            (8, [0, 2, 1, 7, 5, 6, 3, 4], .sevenOne), (11, Array(0..<11), .discrete(11)),
        ])
    func xiph(_ count: Int, _ order: [Int], _ layout: ChannelLayout) {
        #expect(XiphOrder.stored(count).waveOrder == order)
        #expect(XiphOrder.stored(count).inWaveOrder == layout)
    }

    @Test(
        "Apple Lossless' channels go to WAVE's places as ALACChannelLayoutTags lists them",
        arguments: [
            (1, [0], "mono"), (2, [0, 1], "stereo"), (3, [1, 2, 0], "3.0"), (4, [1, 2, 0, 3], "L R C Cs"),
            (5, [1, 2, 0, 3, 4], "5.0"),
            (6, [1, 2, 0, 5, 3, 4], "5.1"), (7, [1, 2, 0, 6, 3, 4, 5], "6.1"),
            (8, [3, 4, 0, 7, 5, 6, 1, 2], "L R C LFE Ls Rs Lc Rc"),
        ])
    func alac(_ count: Int, _ order: [Int], _ name: String) {
        #expect(ALACOrder.stored(count).waveOrder == order)
        #expect(ALACOrder.stored(count).inWaveOrder.name == name)
    }
}
