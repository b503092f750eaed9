/// What a channel is for: `kAudioChannelLabel_…` of CoreAudioBaseTypes.h.
public struct ChannelLabel: RawRepresentable, Hashable, Sendable, Codable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let unknown = ChannelLabel(rawValue: 0xFFFF_FFFF)
    public static let left = ChannelLabel(rawValue: 1)
    public static let right = ChannelLabel(rawValue: 2)
    public static let center = ChannelLabel(rawValue: 3)
    public static let lfe = ChannelLabel(rawValue: 4)
    public static let leftSurround = ChannelLabel(rawValue: 5)
    public static let rightSurround = ChannelLabel(rawValue: 6)
    public static let leftCenter = ChannelLabel(rawValue: 7)
    public static let rightCenter = ChannelLabel(rawValue: 8)
    public static let centerSurround = ChannelLabel(rawValue: 9)
    public static let leftSurroundDirect = ChannelLabel(rawValue: 10)
    public static let rightSurroundDirect = ChannelLabel(rawValue: 11)
    public static let topCenterSurround = ChannelLabel(rawValue: 12)
    public static let rearSurroundLeft = ChannelLabel(rawValue: 33)
    public static let rearSurroundRight = ChannelLabel(rawValue: 34)
    public static let leftTotal = ChannelLabel(rawValue: 38)
    public static let rightTotal = ChannelLabel(rawValue: 39)
    public static let mono = ChannelLabel(rawValue: 42)

    /// A channel with a number and no place, counted from zero.
    public static func discrete(_ index: Int) -> ChannelLabel {
        ChannelLabel(rawValue: 1 << 16 | UInt32(truncatingIfNeeded: index) & 0xFFFF)
    }

    /// The number of a discrete channel, `nil` for every other label.
    public var discreteIndex: Int? {
        rawValue >> 16 == 1 ? Int(rawValue & 0xFFFF) : nil
    }
}

extension ChannelLabel: CustomStringConvertible {
    /// The usual short name: `L`, `LFE`, `Rls`; `3` for the fourth discrete channel (they are counted from 0).
    public var description: String {
        switch self {
        case .left: "L"
        case .right: "R"
        case .center: "C"
        case .lfe: "LFE"
        case .leftSurround: "Ls"
        case .rightSurround: "Rs"
        case .leftCenter: "Lc"
        case .rightCenter: "Rc"
        case .centerSurround: "Cs"
        case .leftSurroundDirect: "Lsd"
        case .rightSurroundDirect: "Rsd"
        case .topCenterSurround: "Ts"
        case .rearSurroundLeft: "Rls"
        case .rearSurroundRight: "Rrs"
        case .leftTotal: "Lt"
        case .rightTotal: "Rt"
        case .mono: "M"
        case .unknown: "?"
        default: discreteIndex.map(String.init) ?? "label \(rawValue)"
        }
    }
}
