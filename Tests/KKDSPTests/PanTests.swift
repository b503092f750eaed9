import KKDSP
import KKPCM
import Testing

@Suite struct PanTests {
    @Test func `the far side falls in a straight line and the near side stays`() {
        let table: [(Float, Float, Float)] = [(-1, 1, 0), (-0.5, 1, 0.5), (0, 1, 1), (0.25, 0.75, 1), (1, 0, 1)]
        #expect(table.allSatisfy { Pan($0.0).leftGain == $0.1 && Pan($0.0).rightGain == $0.2 })
    }

    @Test func `positions beyond the ends are the ends`() {
        #expect(Pan(3) == Pan(1))
        #expect(Pan(-3).rightGain == 0)
    }

    @Test func `left channels, right channels and the others`() {
        let pan = Pan(0.5)
        #expect(ChannelLayout.sevenOne.labels.map(pan.gain) == [0.5, 1, 1, 1, 0.5, 1, 0.5, 1])
        #expect([.leftTotal, .rightTotal, .mono, .discrete(0)].map(pan.gain) == [0.5, 1, 1, 1])
    }
}
