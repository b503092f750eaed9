public import KKPCM

/// A property of a stream, by Core Audio's four-character code (`kAudioFileStreamProperty_…` of AudioFileStream.h).
/// None can be set.
public struct AudioFileStreamProperty: Hashable, Sendable {
    public var code: FourCharCode

    public init(_ code: FourCharCode) {
        self.code = code
    }

    /// Flag: packets can come, and all properties that the stream's start tells are known.
    public static let readyToProducePackets = Self("redy")
    /// Code: `'WAVE'`, `'MPG3'`, …
    public static let fileFormat = Self("ffmt")
    /// Format.
    public static let dataFormat = Self("dfmt")
    /// Formats: those that a decoder may take the packets for, the richest first.
    public static let formatList = Self("flst")
    /// Bytes: what the decoder wants beside the packets.
    public static let magicCookieData = Self("mgic")
    /// Number: bytes of audio.
    public static let audioDataByteCount = Self("bcnt")
    /// Number of packets, as the stream states it; when it has ended, of those that came.
    public static let audioDataPacketCount = Self("pcnt")
    /// Number: bytes of the longest packet.
    public static let maximumPacketSize = Self("psze")
    /// Number: bytes before the first packet.
    public static let dataOffset = Self("doff")
    /// Layout: the channels in the order of the stream.
    public static let channelLayout = Self("cmap")
    /// Number: the first frame of a packet.
    public static let packetToFrame = Self("pkfr")
    /// Place: the packet that has a frame.
    public static let frameToPacket = Self("frpk")
    /// Flag: whether some packets cannot be where decoding begins.
    public static let restrictsRandomAccess = Self("rrap")
    /// Number of packets to be decoded before a packet, whose own sound is then whole.
    public static let packetToRollDistance = Self("pkrl")
    /// Dependency of a packet.
    public static let packetToDependencyInfo = Self("pkdp")
    /// Offset of a packet behind the data offset.
    public static let packetToByte = Self("pkby")
    /// Place: the packet that has a byte behind the data offset.
    public static let byteToPacket = Self("bypk")
    /// Packet table: frames of sound, priming and remainder.
    public static let packetTableInfo = Self("pnfo")
    /// Number: no packet is longer.
    public static let packetSizeUpperBound = Self("pkub")
    /// Real: bytes in a packet; of packets that differ the average of those that came.
    public static let averageBytesPerPacket = Self("abpp")
    /// Real: bits per second.
    public static let bitRate = Self("brat")
    /// Texts by the keys of Core Audio's info dictionary.
    public static let infoDictionary = Self("info")

    /// What a property is.
    public enum Value: Hashable, Sendable {
        case flag(Bool)
        case number(Int64)
        case real(Double)
        case code(FourCharCode)
        case format(StreamDescription)
        case formats([StreamDescription])
        case bytes([UInt8])
        case layout(ChannelLayout)
        case packetTable(PacketTableInfo)
        /// A packet, and a frame or byte in it.
        case place(packet: Int64, offset: Int64, isEstimated: Bool)
        /// Bytes behind the data offset.
        case offset(Int64, isEstimated: Bool)
        case dependency(isIndependentlyDecodable: Bool, prerollPacketCount: Int64)
        case texts([FileProperties.Tag])
    }

    /// What a listener is told with a property, and may answer.
    public struct Flags: OptionSet, Sendable {
        public var rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The value can be read at any time from now on.
        public static let propertyIsCached = Flags(rawValue: 1)
        /// Set by a listener: the value shall be kept. All values are.
        public static let cacheProperty = Flags(rawValue: 2)
    }
}
