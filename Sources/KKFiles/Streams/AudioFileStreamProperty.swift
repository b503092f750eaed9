public import KKPCM

/// A property of a stream, by Core Audio's four-character code (`kAudioFileStreamProperty_…` of AudioFileStream.h).
/// None can be set.
public struct AudioFileStreamProperty: Hashable, Sendable {
    public var code: FourCharCode

    public init(_ code: FourCharCode) {
        self.code = code
    }

    /// Flag: packets can come, and all properties from the start of the stream are known.
    public static let readyToProducePackets = Self("redy")
    /// Code: `'WAVE'`, `'MPG3'`, …
    public static let fileFormat = Self("ffmt")
    /// Format.
    public static let dataFormat = Self("dfmt")
    /// Formats to which a decoder can decode the packets, the richest first.
    public static let formatList = Self("flst")
    /// Bytes: the magic cookie for the decoder.
    public static let magicCookieData = Self("mgic")
    /// Number: bytes of audio.
    public static let audioDataByteCount = Self("bcnt")
    /// Number of packets, as the stream states it; after its end the actual number.
    public static let audioDataPacketCount = Self("pcnt")
    /// Number: bytes of the longest packet.
    public static let maximumPacketSize = Self("psze")
    /// Number: bytes before the first packet.
    public static let dataOffset = Self("doff")
    /// Layout: the channels in the order of the stream.
    public static let channelLayout = Self("cmap")
    /// Number: the first frame of a packet.
    public static let packetToFrame = Self("pkfr")
    /// Place: the packet with a frame.
    public static let frameToPacket = Self("frpk")
    /// Flag: whether decoding cannot begin at some packets.
    public static let restrictsRandomAccess = Self("rrap")
    /// Number of packets to decode before a packet so that its own sound is complete.
    public static let packetToRollDistance = Self("pkrl")
    /// Dependency of a packet.
    public static let packetToDependencyInfo = Self("pkdp")
    /// Offset of a packet from the data offset.
    public static let packetToByte = Self("pkby")
    /// Place: the packet with a byte, counted from the data offset.
    public static let byteToPacket = Self("bypk")
    /// Packet table: frames of sound, priming and remainder.
    public static let packetTableInfo = Self("pnfo")
    /// Number: an upper bound of the packets' bytes.
    public static let packetSizeUpperBound = Self("pkub")
    /// Real: bytes per packet; if packets differ, the average so far.
    public static let averageBytesPerPacket = Self("abpp")
    /// Real: bits per second.
    public static let bitRate = Self("brat")
    /// Texts by the keys of Core Audio's info dictionary.
    public static let infoDictionary = Self("info")

    /// The value of a property.
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
        /// Bytes from the data offset.
        case offset(Int64, isEstimated: Bool)
        case dependency(isIndependentlyDecodable: Bool, prerollPacketCount: Int64)
        case texts([FileProperties.Tag])
    }

    /// Flags between the stream and a listener.
    public struct Flags: OptionSet, Sendable {
        public var rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The value can be read at any time from now on.
        public static let propertyIsCached = Flags(rawValue: 1)
        /// Set by a listener to keep the value. All values are kept.
        public static let cacheProperty = Flags(rawValue: 2)
    }
}
