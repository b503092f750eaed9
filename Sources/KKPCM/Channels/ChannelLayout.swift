/// The labels of the channels, in stream order: an `AudioChannelLayout`.
///
/// Inside kkmix, channels are always in the order of the WAVE channel mask (L R C LFE Ls Rs …). Readers convert from a
/// container's own order, and writers convert back.
public struct ChannelLayout: Hashable, Sendable, Codable {
    /// What each channel is for, in stream order.
    public var labels: [ChannelLabel]

    /// Any labels in any order; nothing is checked.
    public init(_ labels: [ChannelLabel]) {
        self.labels = labels
    }

    /// As many as there are labels.
    public var channelCount: Int { labels.count }

    /// One channel.
    public static let mono = ChannelLayout([.mono])
    /// L R.
    public static let stereo = ChannelLayout([.left, .right])
    /// L R C.
    public static let threeZero = ChannelLayout([.left, .right, .center])
    /// L R Ls Rs: WAVE's mask 0x33.
    public static let quadraphonic = ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    /// L R C Ls Rs: 0x37.
    public static let fiveZero = ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround])
    /// L R C LFE Ls Rs: 0x3F.
    public static let fiveOne = ChannelLayout([.left, .right, .center, .lfe, .leftSurround, .rightSurround])
    /// L R C LFE Ls Rs Cs: 0x13F.
    public static let sixOne = ChannelLayout([
        .left, .right, .center, .lfe, .leftSurround, .rightSurround, .centerSurround,
    ])
    /// L R C LFE Rls Rrs Ls Rs: 0x63F.
    public static let sevenOne = ChannelLayout([
        .left, .right, .center, .lfe, .rearSurroundLeft, .rearSurroundRight, .leftSurround, .rightSurround,
    ])

    /// `count` channels with numbers and no positions.
    public static func discrete(_ count: Int) -> ChannelLayout {
        ChannelLayout((0..<count).map(ChannelLabel.discrete))
    }

    /// The layout of a file that states only the number of channels: mono, stereo, 3.0, quad, 5.0, 5.1, 6.1, 7.1;
    /// discrete for more.
    public static func standard(_ count: Int) -> ChannelLayout {
        let known: [ChannelLayout] = [
            .mono, .stereo, .threeZero, .quadraphonic, .fiveZero, .fiveOne, .sixOne, .sevenOne,
        ]
        return known.first { $0.channelCount == count } ?? .discrete(count)
    }

    /// The same channels, with plain surrounds in place of direct surrounds (WAVE's side pair), unless there are plain
    /// ones too: for formats and tables with only one pair of surrounds.
    public var withPlainSurrounds: ChannelLayout {
        guard !labels.contains(.leftSurround), !labels.contains(.rightSurround) else { return self }
        return ChannelLayout(
            labels.map { label in
                switch label {
                case .leftSurroundDirect: .leftSurround
                case .rightSurroundDirect: .rightSurround
                default: label
                }
            })
    }

    /// WAVE's 6.1, whose surrounds are its side pair, with plain surrounds (`kAudioChannelLayoutTag_WAVE_6_1`).
    package static let sixOneWithSides = ChannelLayout([
        .left, .right, .center, .lfe, .centerSurround, .leftSurround, .rightSurround,
    ])

    /// `mono`, `stereo`, `5.1`, `5.1 (side)` with direct surrounds, `discrete 12`, or the labels: `L R Cs`.
    public var name: String {
        switch self {
        case .mono: return "mono"
        case .stereo: return "stereo"
        case .threeZero: return "3.0"
        case .quadraphonic: return "quad"
        case .fiveZero: return "5.0"
        case .fiveOne: return "5.1"
        case .sixOne: return "6.1"
        case .sevenOne: return "7.1"
        case .discrete(channelCount): return "discrete \(channelCount)"
        default: break
        }
        switch withPlainSurrounds {
        case self: break
        case .quadraphonic: return "quad (side)"
        case .fiveZero: return "5.0 (side)"
        case .fiveOne: return "5.1 (side)"
        case .sixOneWithSides: return "6.1 (side)"
        default: break
        }
        return labels.map(\.description).joined(separator: " ")
    }
}

extension ChannelLayout: CustomStringConvertible {
    /// ``name``.
    public var description: String { name }
}
