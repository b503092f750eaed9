import KKConvert
import KKPCM
import KKTestSupport
import Testing

/// Maps, layouts and what goes without either.
@Suite struct AudioConverterChannelTests {
    /// One frame of Float32 through a converter.
    private static func frame(
        _ samples: [Float], to count: Int, _ change: (inout AudioConverter.Settings) -> Void = { _ in }
    ) throws -> [Float] {
        var settings = AudioConverter.Settings()
        change(&settings)
        let converter = try AudioConverter(
            from: .linearPCM(sampleRate: 48_000, channels: samples.count, bits: 32, flags: .isFloat),
            to: .linearPCM(sampleRate: 48_000, channels: count, bits: 32, flags: .isFloat), settings: settings)
        var output = AudioBuffer(channelCount: count, byteCapacity: 4 * count)
        try converter.convertBuffer(AudioBuffer(channelCount: samples.count, samples: samples), into: &output)
        return output.samples(as: Float.self)
    }

    @Test func `without a map the first channels are copied, and the others dropped or silent`() throws {
        #expect(try Self.frame([1], to: 2) == [1, 0])
        #expect(try Self.frame([1, 2, 3], to: 2) == [1, 2])
        #expect(try Self.frame([1, 2, 3], to: 5) == [1, 2, 3, 0, 0])
    }

    @Test func `a map says for every output channel where it comes from`() throws {
        #expect(try Self.frame([1], to: 2) { $0.channelMap = [0, 0] } == [1, 1])
        #expect(try Self.frame([1, 2], to: 2) { $0.channelMap = [1, 0] } == [2, 1])
        #expect(try Self.frame([1, 2, 3], to: 4) { $0.channelMap = [2, -1, 0, 2] } == [3, 0, 1, 3])
        // The map is asked first.
        let both = try Self.frame([1, 2], to: 1) {
            $0.channelMap = [1]
            $0.inputLayout = .stereo
            $0.outputLayout = .mono
        }
        #expect(both == [2])
    }

    @Test func `a mapped sample keeps its 32 bits`() throws {
        let wide = integers(32, in: 32, channels: 2)
        var settings = AudioConverter.Settings()
        settings.channelMap = [1, 0]
        let input = AudioBufferList([AudioBuffer(channelCount: 2, samples: [Int32.max, 1, 0x1234_5679, -3])])
        let output = try converted(input, 2, by: AudioConverter(from: wide, to: wide, settings: settings))
        #expect(output[0].samples(as: Int32.self) == [1, .max, -3, 0x1234_5679])
    }

    @Test func `layouts on both sides are mixed, one alone is not`() throws {
        let half = Float(0.5).squareRoot()
        let stereo = try Self.frame([1, 2, 4, 8, 16, 32], to: 2) {
            $0.inputLayout = .fiveOne
            $0.outputLayout = .stereo
        }
        #expect(stereo == [1 + 4 * half + 16 * half, 2 + 4 * half + 32 * half])
        #expect(try Self.frame([1, 2, 4, 8, 16, 32], to: 2) { $0.inputLayout = .fiveOne } == [1, 2])
    }

    /// The orders written out: the number of each of C L R Ls Rs LFE, Cs, Lc, Rc, Rls, Rrs.
    private static let orders: [(layout: ChannelLayout, tag: UInt32, text: String)] = [
        (.mono, 100 << 16 | 1, "M"), (.stereo, 101 << 16 | 2, "L R"), (.quadraphonic, 108 << 16 | 4, "L R Ls Rs"),
        (.threeZero, 113 << 16 | 3, "L R C"), (ChannelLayout([.center, .left, .right]), 114 << 16 | 3, "C L R"),
        (.mpegFiveZeroA, 117 << 16 | 5, "L R C Ls Rs"), (.mpegFiveZeroB, 118 << 16 | 5, "L R Ls Rs C"),
        (.mpegFiveZeroC, 119 << 16 | 5, "L C R Ls Rs"), (.mpegFiveZeroD, 120 << 16 | 5, "C L R Ls Rs"),
        (.mpegFiveOneA, 121 << 16 | 6, "L R C LFE Ls Rs"), (.mpegFiveOneB, 122 << 16 | 6, "L R Ls Rs C LFE"),
        (.mpegFiveOneC, 123 << 16 | 6, "L C R Ls Rs LFE"), (.mpegFiveOneD, 124 << 16 | 6, "C L R Ls Rs LFE"),
        (.mpegSixOneA, 125 << 16 | 7, "L R C LFE Ls Rs Cs"), (.mpegSevenOneA, 126 << 16 | 8, "L R C LFE Ls Rs Lc Rc"),
        (.mpegSevenOneB, 127 << 16 | 8, "C Lc Rc L R Ls Rs LFE"),
        (.mpegSevenOneC, 128 << 16 | 8, "L R C LFE Ls Rs Rls Rrs"),
        (.sevenOne, 189 << 16 | 8, "L R C LFE Rls Rrs Ls Rs"), (.discrete(3), 147 << 16 | 3, "0 1 2"),
        (
            ChannelLayout([.left, .right, .center, .lfe, .rearSurroundLeft, .rearSurroundRight]), 187 << 16 | 6,
            "L R C LFE Rls Rrs"
        ),
    ]

    @Test func `the tags stand for the written-out orders`() {
        for order in Self.orders {
            #expect(ChannelLayout(tag: order.tag) == order.layout)
            #expect(order.layout.labels.map(\.description).joined(separator: " ") == order.text)
        }
        for tag: UInt32 in [0, 121 << 16 | 5, 0xFFFF_0006, 190 << 16] { #expect(ChannelLayout(tag: tag) == nil) }
    }

    @Test func `between the orders of 5-1 and 5-0 channels change their places and nothing else`() throws {
        let numbers: [ChannelLabel: Float] = [
            .left: 1, .right: 2, .center: 3, .lfe: 4, .leftSurround: 5, .rightSurround: 6,
        ]
        for count in [5, 6] {
            let layouts = Self.orders.map(\.layout).filter {
                $0.channelCount == count && $0.labels.allSatisfy { numbers[$0] != nil }
            }
            #expect(layouts.count == 4)
            for from in layouts {
                for to in layouts {
                    let output = try Self.frame(from.labels.compactMap { numbers[$0] }, to: count) {
                        $0.inputLayout = from
                        $0.outputLayout = to
                    }
                    #expect(output == to.labels.compactMap { numbers[$0] })
                }
            }
        }
    }

    /// What one channel at a time becomes, in the order of `to`'s channels.
    @Test func `up- and down-mixes are the written-out table`() throws {
        let half = Float(0.5).squareRoot()
        let table: [(ChannelLayout, ChannelLayout, [ChannelLabel: [Float]])] = [
            (
                .mpegFiveOneD, .stereo,
                [
                    .center: [half, half], .left: [1, 0], .right: [0, 1], .leftSurround: [half, 0],
                    .rightSurround: [0, half], .lfe: [0, 0],
                ]
            ),
            (
                .mpegFiveOneB, .mono,
                [
                    .left: [0.5], .right: [0.5], .leftSurround: [half / 2], .rightSurround: [half / 2], .center: [half],
                    .lfe: [0],
                ]
            ),
            (
                .mpegFiveOneC, .quadraphonic,
                [
                    .left: [1, 0, 0, 0], .right: [0, 1, 0, 0], .center: [half, half, 0, 0],
                    .leftSurround: [0, 0, 1, 0], .rightSurround: [0, 0, 0, 1],
                    .lfe: [0, 0, 0, 0],
                ]
            ),
            (
                .mpegSevenOneB, .mpegFiveOneD,
                [
                    .center: [1, 0, 0, 0, 0, 0], .left: [0, 1, 0, 0, 0, 0], .right: [0, 0, 1, 0, 0, 0],
                    .leftCenter: [0, 1, 0, 0, 0, 0],
                    .rightCenter: [0, 0, 1, 0, 0, 0], .leftSurround: [0, 0, 0, 1, 0, 0],
                    .rightSurround: [0, 0, 0, 0, 1, 0], .lfe: [0, 0, 0, 0, 0, 1],
                ]
            ),
            (
                .mpegSevenOneC, .mpegFiveOneA,
                [
                    .leftSurround: [0, 0, 0, 0, 1, 0], .rearSurroundLeft: [0, 0, 0, 0, half, 0],
                    .rearSurroundRight: [0, 0, 0, 0, 0, half],
                ]
            ),
            (
                .sixOne, .mpegFiveZeroB,
                [.centerSurround: [0, 0, half, half, 0], .lfe: [0, 0, 0, 0, 0], .center: [0, 0, 0, 0, 1]]
            ),
            (.quadraphonic, .mpegFiveOneB, [.leftSurround: [0, 0, 1, 0, 0, 0], .right: [0, 1, 0, 0, 0, 0]]),
            (.mono, .mpegFiveOneC, [.mono: [0, 1, 0, 0, 0, 0]]), (.mono, .quadraphonic, [.mono: [1, 1, 0, 0]]),
            (.stereo, .mpegSevenOneC, [.left: [1, 0, 0, 0, 0, 0, 0, 0]]),
        ]
        for (from, to, expected) in table {
            for (label, gains) in expected {
                let input: [Float] = from.labels.map { $0 == label ? 1 : 0 }
                let output = try Self.frame(input, to: to.channelCount) {
                    $0.inputLayout = from
                    $0.outputLayout = to
                }
                #expect(output == gains, "\(label) of \(from.name) in \(to.name)")
            }
        }
    }
}
