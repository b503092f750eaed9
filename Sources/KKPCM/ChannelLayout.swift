/// Which channel is which, in stream order: an `AudioChannelLayout` as the list of its labels.
///
/// kkmix keeps channels in the order of the WAVE channel mask (L R C LFE Ls Rs …) everywhere inside; each container's
/// own order is undone by its reader and made again by its writer.
public struct ChannelLayout: Hashable, Sendable, Codable {
    public var labels: [ChannelLabel]

    public init(_ labels: [ChannelLabel]) {
        self.labels = labels
    }

    public var channelCount: Int { labels.count }

    public static let mono = ChannelLayout([.mono])
    public static let stereo = ChannelLayout([.left, .right])
    public static let threeZero = ChannelLayout([.left, .right, .center])
    public static let quadraphonic = ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    public static let fiveZero = ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround])
    public static let fiveOne = ChannelLayout([.left, .right, .center, .lfe, .leftSurround, .rightSurround])
    public static let sixOne = ChannelLayout([.left, .right, .center, .lfe, .leftSurround, .rightSurround, .centerSurround])
    public static let sevenOne = ChannelLayout([
        .left, .right, .center, .lfe, .rearSurroundLeft, .rearSurroundRight, .leftSurround, .rightSurround,
    ])

    /// `count` channels with numbers and no places.
    public static func discrete(_ count: Int) -> ChannelLayout {
        ChannelLayout((0..<count).map(ChannelLabel.discrete))
    }

    /// What a file of `count` channels means when it says nothing more: mono, stereo, 3.0, quad, 5.0, 5.1, 6.1, 7.1; discrete beyond.
    public static func standard(_ count: Int) -> ChannelLayout {
        let known: [ChannelLayout] = [.mono, .stereo, .threeZero, .quadraphonic, .fiveZero, .fiveOne, .sixOne, .sevenOne]
        return known.first { $0.channelCount == count } ?? .discrete(count)
    }

    /// The same channels with direct surrounds (WAVE's side pair) called plain surrounds, unless there are plain ones too: for formats
    /// and tables that know one pair of surrounds.
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
    private static let sixOneWithSides = ChannelLayout([.left, .right, .center, .lfe, .centerSurround, .leftSurround, .rightSurround])

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
    public var description: String { name }
}
