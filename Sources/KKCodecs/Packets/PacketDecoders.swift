public import KKPCM

/// The decoders, by format.
///
/// A-law and µ-law are not among them: they are sample formats, which `KKConvert` reads like integers.
public enum PacketDecoders {
    /// The supported formats.
    public static let formatIDs: [FourCharCode] = AudioCodec.all.filter { $0.decoder != nil }.map(\.formatID)

    /// A decoder has at most so many channels.
    package static let mostChannels = 255

    /// A decoder before its first packet.
    ///
    /// | format | cookie | what `description` has to say |
    /// |---|---|---|
    /// | `.mp1` `.mp2` `.mp3` | none | rate, channels (1 or 2) |
    /// | `flac` | `fLaC` and the metadata blocks, the block STREAMINFO with or without its header, or a `dfLa` box; may be missing | rate and channels, where it is missing |
    /// | `vorb` | the three headers in Xiph's lacing, as Matroska's CodecPrivate has them | nothing |
    /// | `opus` | OpusHead, or a `dOps` box; may be missing for one or two channels | the channels, where it is missing |
    /// | `alac` | ALACSpecificConfig, bare or in its `frma` and `alac` atoms | nothing |
    /// | `ima4` | none | rate, channels |
    /// | `aac ` `aach` `aacp` | AudioSpecificConfig, bare or in MPEG-4's descriptors; may be missing where packets have ADTS headers, and of plain AAC LC | rate, channels; `aac ` is what is coded, without SBR and PS |
    /// | `ac-3` `ec-3` | none | rate, channels |
    /// | `samr` `sawb` | none | nothing |
    ///
    /// If the cookie has rate and channels, they take precedence: ``PacketDecoder/format`` is the actual output.
    ///
    /// - Throws: ``CodecError``: `unavailable` for a format without a decoder and for a library that cannot be loaded,
    ///   otherwise `badData`.
    public static func decoder(
        for description: StreamDescription, magicCookie: [UInt8] = []
    ) throws(CodecError) -> any PacketDecoder {
        try decoder(for: description, magicCookie: magicCookie, first: [])
    }

    /// As ``decoder(for:magicCookie:)``, where the first packets are known: of some formats they alone say what comes
    /// out.
    package static func decoder(
        for description: StreamDescription, magicCookie: [UInt8], first: [[UInt8]]
    ) throws(CodecError) -> any PacketDecoder {
        guard let decoder = AudioCodec.of(description.formatID)?.decoder else {
            throw CodecError(
                .unavailable, format: description.formatID, "kkmix has no decoder for packets of this format")
        }
        return try decoder.make(description, magicCookie, first)
    }

    /// A decoder of FLAC that has room for any frame of at most `longestPacket` samples, whatever STREAMINFO says of
    /// them.
    package static func flac(_ magicCookie: [UInt8], longestPacket: Int) throws(CodecError) -> any PacketDecoder {
        try FLACPacketDecoder(
            magicCookie, StreamDescription.canonical(sampleRate: 0, channels: 0), longestPacket: longestPacket)
    }
}
