/// The flags of a stream description: `kAudioFormatFlag…` and `kLinearPCMFormatFlag…` of CoreAudioBaseTypes.h.
public struct FormatFlags: OptionSet, Hashable, Sendable, Codable {
    public var rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let isFloat = FormatFlags(rawValue: 1 << 0)
    public static let isBigEndian = FormatFlags(rawValue: 1 << 1)
    public static let isSignedInteger = FormatFlags(rawValue: 1 << 2)
    /// Every bit of the sample's container is used.
    public static let isPacked = FormatFlags(rawValue: 1 << 3)
    /// The valid bits sit at the top of a container that is wider than they are.
    public static let isAlignedHigh = FormatFlags(rawValue: 1 << 4)
    /// One buffer per channel; the per-frame and per-packet fields then describe one of them.
    public static let isNonInterleaved = FormatFlags(rawValue: 1 << 5)
    public static let isNonMixable = FormatFlags(rawValue: 1 << 6)

    /// The number of fraction bits of a fixed-point format: 24 in 8.24 (`kLinearPCMFormatFlagsSampleFractionMask`, bits 7 to 12).
    public var fractionBits: Int {
        get { Int(rawValue & 0x1F80) >> 7 }
        set { rawValue = rawValue & ~0x1F80 | UInt32(newValue & 0x3F) << 7 }
    }
}
