import KKConvert
import KKPCM
import Testing

/// Gains of the channels of a layout by a place in the room.
@Suite struct PanningTests {
    private func close(_ one: [Float], _ other: [Float]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 1e-6 }
    }

    @Test func `a sound between two speakers is shared by them, and has one power`() throws {
        let half = Float(0.5).squareRoot()
        for (azimuth, gains) in [
            (0, [half, half]), (-30, [1, 0]), (30, [0, 1]), (-100, [1, 0]), (180, [half, half]),
        ]
            as [(Double, [Float])]
        {
            #expect(close(try AudioFormat.panningMatrix(azimuth: azimuth, to: .stereo), gains), "\(azimuth)")
        }
        // L R C LFE Ls Rs
        for (azimuth, gains) in [
            (0, [0, 0, 1, 0, 0, 0]), (15, [0, half, half, 0, 0, 0]), (-70, [half, 0, 0, 0, half, 0]),
            (180, [0, 0, 0, 0, half, half]), (-470, [0, 0, 0, 0, 1, 0]),
        ] as [(Double, [Float])] {
            #expect(close(try AudioFormat.panningMatrix(azimuth: azimuth, to: .fiveOne), gains), "\(azimuth)")
        }
        for azimuth in stride(from: -180.0, through: 180, by: 7) {
            let gains = try AudioFormat.panningMatrix(azimuth: azimuth, to: .fiveOne, gain: 0.5)
            #expect(abs(gains.reduce(0) { $0 + $1 * $1 } - 0.25) < 1e-6 && gains[3] == 0)
        }
        #expect(try AudioFormat.panningMatrix(azimuth: 77, to: .mono) == [1])
        #expect(throws: AudioFormatError.self) { try AudioFormat.panningMatrix(azimuth: .nan, to: .stereo) }
        #expect(throws: AudioFormatError.self) {
            try AudioFormat.panningMatrix(azimuth: 0, to: ChannelLayout([.lfe]))
        }
    }

    @Test func `a balance turns one side down, or gives its power to the other`() throws {
        let root = Float(2).squareRoot(), half = Float(0.5).squareRoot()
        #expect(try AudioFormat.balanceFade(of: .stereo, leftRight: 0.25) == [0.75, 1])
        #expect(try AudioFormat.balanceFade(of: .stereo, leftRight: -1, type: .equalPower) == [root, 0])
        #expect(try AudioFormat.balanceFade(of: .stereo, leftRight: 0, type: .equalPower) == [1, 1])
        // L R C LFE Ls Rs: the middle has no side, the LFE channel no place.
        #expect(
            try AudioFormat.balanceFade(of: .fiveOne, leftRight: 1, frontBack: -0.5)
                == [0, 0.5, 0.5, 1, 0, 1])
        #expect(
            close(
                try AudioFormat.balanceFade(of: .fiveOne, leftRight: 0, frontBack: -0.5, type: .equalPower),
                [half, half, half, 1, Float(1.5).squareRoot(), Float(1.5).squareRoot()]))
        #expect(throws: AudioFormatError.self) { try AudioFormat.balanceFade(of: .stereo, leftRight: 1.5) }
        #expect(throws: AudioFormatError.self) { try AudioFormat.balanceFade(of: .stereo, leftRight: .nan) }
    }
}
