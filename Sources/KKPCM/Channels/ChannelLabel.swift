/// What a channel is for: `kAudioChannelLabel_…` of CoreAudioBaseTypes.h.
public struct ChannelLabel: RawRepresentable, Hashable, Sendable, Codable {
    /// The number in CoreAudioBaseTypes.h.
    public var rawValue: UInt32

    /// Any label by its number, even without a constant here.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Nothing is known about the channel.
    public static let unknown = ChannelLabel(rawValue: 0xFFFF_FFFF)
    /// Front left and right.
    public static let left = ChannelLabel(rawValue: 1)
    public static let right = ChannelLabel(rawValue: 2)
    /// Front center.
    public static let center = ChannelLabel(rawValue: 3)
    /// Low-frequency effects.
    public static let lfe = ChannelLabel(rawValue: 4)
    /// The surrounds of 5.1, which are WAVE's back pair; if there are rear surrounds too, WAVE's side pair.
    public static let leftSurround = ChannelLabel(rawValue: 5)
    public static let rightSurround = ChannelLabel(rawValue: 6)
    /// Between center and left, and center and right.
    public static let leftCenter = ChannelLabel(rawValue: 7)
    public static let rightCenter = ChannelLabel(rawValue: 8)
    /// Behind the listener, WAVE's back center.
    public static let centerSurround = ChannelLabel(rawValue: 9)
    /// Surrounds at the sides: WAVE's side pair if there is no back pair.
    public static let leftSurroundDirect = ChannelLabel(rawValue: 10)
    public static let rightSurroundDirect = ChannelLabel(rawValue: 11)
    /// Above the listener, WAVE's top center.
    public static let topCenterSurround = ChannelLabel(rawValue: 12)
    /// The rear pair of 7.1, WAVE's back pair.
    public static let rearSurroundLeft = ChannelLabel(rawValue: 33)
    public static let rearSurroundRight = ChannelLabel(rawValue: 34)
    /// A matrix-encoded stereo pair (Lt Rt).
    public static let leftTotal = ChannelLabel(rawValue: 38)
    public static let rightTotal = ChannelLabel(rawValue: 39)
    /// The one channel of mono.
    public static let mono = ChannelLabel(rawValue: 42)

    /// A channel with a number, from 0, and no position.
    public static func discrete(_ index: Int) -> ChannelLabel {
        ChannelLabel(rawValue: 1 << 16 | UInt32(truncatingIfNeeded: index) & 0xFFFF)
    }

    /// The number of a discrete channel; `nil` for every other label.
    public var discreteIndex: Int? {
        rawValue >> 16 == 1 ? Int(rawValue & 0xFFFF) : nil
    }
}

extension ChannelLabel {
    /// The same for people, who count channels from 1.
    public var numberedName: String { discreteIndex.map { "\($0 + 1)" } ?? description }
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
