/// The flags of a stream description: `kAudioFormatFlag…` and `kLinearPCMFormatFlag…` of CoreAudioBaseTypes.h.
public struct FormatFlags: OptionSet, Hashable, Sendable, Codable {
    /// The bits, as in the header.
    public var rawValue: UInt32

    /// Any bits, known or not.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// IEEE 754 floating point; otherwise integers.
    public static let isFloat = FormatFlags(rawValue: 1 << 0)
    /// The most significant byte comes first.
    public static let isBigEndian = FormatFlags(rawValue: 1 << 1)
    /// Two's complement. Integers without this flag are unsigned, with silence in the middle.
    public static let isSignedInteger = FormatFlags(rawValue: 1 << 2)
    /// Every bit of the sample's container is used.
    public static let isPacked = FormatFlags(rawValue: 1 << 3)
    /// The valid bits are at the top of a wider container.
    public static let isAlignedHigh = FormatFlags(rawValue: 1 << 4)
    /// One buffer per channel; the per-frame and per-packet fields then describe one of them.
    public static let isNonInterleaved = FormatFlags(rawValue: 1 << 5)

    /// The number of fraction bits of a fixed-point format: 24 in 8.24 (`kLinearPCMFormatFlagsSampleFractionMask`, bits
    /// 7 to 12).
    public var fractionBits: Int {
        get { Int(rawValue & 0x1F80) >> 7 }
        set { rawValue = rawValue & ~0x1F80 | UInt32(newValue & 0x3F) << 7 }
    }
}
