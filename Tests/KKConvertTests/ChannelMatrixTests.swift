import KKConvert
import KKPCM
import Testing

@Suite struct ChannelMatrixTests {
    private let half: Float = 0.70710678118654752
    private let layouts = (1...8).map(ChannelLayout.standard) + [.discrete(3), .discrete(6), .discrete(12)]

    private func rows(_ from: ChannelLayout, _ to: ChannelLayout) -> [[Float]] {
        ChannelMatrix.mixing(from, to: to).rows
    }

    @Test func `a layout to itself is the identity`() {
        for layout in layouts { #expect(ChannelMatrix.mixing(layout, to: layout).isIdentity) }
        #expect(!ChannelMatrix(inputCount: 2, outputCount: 2).isIdentity)
        #expect(!ChannelMatrix.mixing(.mono, to: .stereo).isIdentity)
        #expect(ChannelMatrix.mixing(.stereo, to: .discrete(2)).isIdentity)
    }

    @Test func `mono goes to both sides at full level, or to the center`() {
        #expect(rows(.mono, .stereo) == [[1], [1]])
        #expect(rows(.mono, .quadraphonic) == [[1], [1], [0], [0]])
        #expect(rows(.mono, .fiveOne) == [[0], [0], [1], [0], [0], [0]])
        #expect(rows(ChannelLayout([.center]), .mono) == [[1]])
        #expect(rows(ChannelLayout([.center]), .stereo) == [[1], [1]])
    }

    @Test func `to mono is half the sum of stereo`() {
        #expect(rows(.stereo, .mono) == [[0.5, 0.5]])
        #expect(rows(.fiveOne, .mono) == [[0.5, 0.5, half, 0, half / 2, half / 2]])
    }

    /// ITU-R BS.775-3, annex 4.
    @Test func `surround to stereo is as the recommendation has it, without the low-frequency channel`() {
        #expect(rows(.fiveOne, .stereo) == [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]])
        #expect(rows(.fiveZero, .stereo) == [[1, 0, half, half, 0], [0, 1, half, 0, half]])
        #expect(rows(.threeZero, .stereo) == [[1, 0, half], [0, 1, half]])
        #expect(rows(.quadraphonic, .stereo) == [[1, 0, half, 0], [0, 1, 0, half]])
        let threeOne = ChannelLayout([.left, .right, .center, .centerSurround])
        #expect(rows(threeOne, .stereo) == [[1, 0, half, 0.5], [0, 1, half, 0.5]])
        #expect(rows(.sixOne, .stereo) == [[1, 0, half, 0, half, 0, 0.5], [0, 1, half, 0, 0, half, 0.5]])
        #expect(rows(.sevenOne, .stereo) == [[1, 0, half, 0, half, 0, half, 0], [0, 1, half, 0, 0, half, 0, half]])
    }

    @Test func `an up-mix puts channels at their labels and leaves the rest silent`() {
        let matrix = ChannelMatrix.mixing(.stereo, to: .sevenOne)
        #expect(matrix.rows == [[1, 0], [0, 1]] + [[Float]](repeating: [0, 0], count: 6))
        let wider = ChannelMatrix.mixing(.fiveOne, to: .sevenOne)
        #expect(wider[output: 6, input: 4] == 1 && wider[output: 7, input: 5] == 1)
        #expect(wider.rows[4] == [0, 0, 0, 0, 0, 0] && wider.rows[5] == [0, 0, 0, 0, 0, 0])
    }

    @Test func `two channels that share a place each give half their power`() {
        let matrix = ChannelMatrix.mixing(.sevenOne, to: .fiveOne)
        #expect(matrix.rows[4] == [0, 0, 0, 0, half, 0, 1, 0])
        #expect(matrix.rows[3] == [0, 0, 0, 1, 0, 0, 0, 0])
        #expect(ChannelMatrix.mixing(.sixOne, to: .fiveOne).rows[5] == [0, 0, 0, 0, 0, 1, half])
        let rear = ChannelLayout([.left, .right, .rearSurroundLeft, .rearSurroundRight])
        #expect(ChannelMatrix.mixing(rear, to: .quadraphonic).isIdentity)
    }

    @Test func `discrete channels go by number`() {
        #expect(rows(.discrete(3), .stereo) == [[1, 0, 0], [0, 1, 0]])
        #expect(rows(.stereo, .discrete(3)) == [[1, 0], [0, 1], [0, 0]])
        #expect(rows(.discrete(2), .discrete(1)) == [[1, 0]])
        #expect(rows(ChannelLayout([.unknown, .left]), .stereo) == [[1, 0], [0, 1]])
    }

    @Test func `a channel without a rule goes by number if nobody else stands there`() {
        let height = ChannelLabel(rawValue: 13)
        #expect(rows(ChannelLayout([.left, .right, height]), .threeZero) == [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
        #expect(rows(ChannelLayout([.center, .right, height]), .threeZero) == [[0, 0, 0], [0, 1, 0], [1, 0, 0]])
    }

    @Test func `every pair has finite gains of at most one, and keeps what it has room for`() {
        for from in layouts {
            for to in layouts {
                let matrix = ChannelMatrix.mixing(from, to: to)
                #expect(matrix.inputCount == from.channelCount && matrix.outputCount == to.channelCount)
                #expect(matrix.rows.allSatisfy { $0.allSatisfy { (0...1).contains($0) } })
                for (index, label) in from.labels.enumerated() {
                    guard let output = to.labels.firstIndex(of: label) else { continue }
                    #expect(matrix[output: output, input: index] == 1)
                }
            }
        }
    }

    @Test func `surrounds at the sides are mixed like those at the back`() {
        let side = ChannelLayout(waveMask: 0x60F, channels: 6)
        #expect(side != .fiveOne)
        for other in layouts {
            #expect(ChannelMatrix.mixing(side, to: other) == ChannelMatrix.mixing(.fiveOne, to: other))
            #expect(ChannelMatrix.mixing(other, to: side) == ChannelMatrix.mixing(other, to: .fiveOne))
        }
        #expect(ChannelMatrix.mixing(side, to: .fiveOne).isIdentity)
    }

    @Test func `a matrix prints a line per output`() {
        #expect(ChannelMatrix.mixing(.threeZero, to: .stereo).description == "1 0 0.70710677\n0 1 0.70710677")
    }
}
