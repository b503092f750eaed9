internal import CSndfile
package import KKCodecs
internal import KKPCM

/// A codec that is written: by whom, what it takes, and what it is asked for.
package struct WrittenCodec: Sendable {
    /// Who makes the file of it.
    package enum Writer: Sendable {
        /// libsndfile makes all of it.
        case sndfile
        /// An encoder's packets are put down here.
        case packets
        case wavPack
    }

    /// The order in which channels are given to the writer.
    enum Order: Sendable {
        case wave, flac, xiph
    }

    /// As people name what is heard of it; `nil`: by its container.
    var name: String?
    var formatID: FourCharCode
    package var writer = Writer.sndfile
    /// What encodes; `nil`: kkmix itself.
    package var library: SharedLibrary? = .libsndfile
    /// The layouts that it has an order for, in the WAVE order; `nil` where it takes any channels.
    var layouts: [ChannelLayout]? = standard(8)
    var order = Order.wave
    /// `nil` when any will do.
    var rates: [Double]?
    /// The format number of sndfile.h; of FLAC without the bits.
    var libraryFormat: Int?
    /// The settings of libsndfile, which are constant.
    var set: @Sendable (borrowing SndfileWriteHandle, _ channelCount: Int) -> Void = { _, _ in }

    private static func standard(_ count: Int) -> [ChannelLayout] { (1...count).map(ChannelLayout.standard) }

    /// Level 5.
    static let flac = WrittenCodec(formatID: .flac, order: .flac, libraryFormat: SF_FORMAT_FLAC)

    /// Quality 6.
    static let vorbis = WrittenCodec(
        name: "Vorbis", formatID: .vorbis, order: .xiph, libraryFormat: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    ) { handle, _ in handle.set(SFC_SET_VBR_ENCODING_QUALITY, 0.6) }

    static let opus = WrittenCodec(
        name: "Opus", formatID: .opus, order: .xiph, rates: [48_000],
        libraryFormat: SF_FORMAT_OGG | SF_FORMAT_OPUS
    ) { handle, channelCount in
        if let level = opusCompression(channelCount) { handle.set(SFC_SET_COMPRESSION_LEVEL, level) }
    }

    /// Variable bit rate at LAME's V2.
    static let mp3 = WrittenCodec(
        formatID: .mpegLayer3, layouts: standard(2),
        rates: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
        libraryFormat: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
    ) { handle, _ in
        handle.set(SFC_SET_BITRATE_MODE, SF_BITRATE_MODE_VARIABLE)
        handle.set(SFC_SET_COMPRESSION_LEVEL, 0.2)
    }

    static let alac = WrittenCodec(
        name: "ALAC", formatID: .appleLossless, writer: .packets, library: nil,
        layouts: PacketEncoders.layouts(of: .appleLossless))

    /// Low Complexity.
    static let aac = packets("AAC", .aac)
    static let ac3 = packets("AC-3", .ac3)

    private static func packets(_ name: String, _ formatID: FourCharCode) -> WrittenCodec {
        WrittenCodec(
            name: name, formatID: formatID, writer: .packets, library: .libavcodec,
            layouts: PacketEncoders.layouts(of: formatID),
            rates: PacketEncoders.limits(of: formatID)?.sampleRates.map(\.lowerBound))
    }

    static let wavPack = WrittenCodec(
        formatID: .wavPack, writer: .wavPack, library: .libwavpack, layouts: nil)

    /// What makes libsndfile ask for opusenc's bit rate: 64 kbit/s for each stream and 32 more for each that is a pair.
    ///
    /// Of more than two channels the rate must be asked for: libopus' surround encoder takes "automatic" for the lowest
    /// of all rates, and cuts off everything above 4 kHz. One and two channels stay at libopus' own choice, 60 and 120
    /// kbit/s, which is the whole band.
    ///
    /// libsndfile knows no bit rate; a level from 0 to 1 means one from 256 to 6 kbit/s a channel.
    private static func opusCompression(_ channelCount: Int) -> Double? {
        // RFC 7845, 5.1.1.2: the streams, and those among them that are pairs.
        let streams = [3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3)]
        guard let (count, pairs) = streams[channelCount] else { return nil }
        let bitRate = Double(64_000 * count + 32_000 * pairs) / Double(channelCount)
        return 1 - (bitRate - 6_000) / 250_000
    }
}

extension OutputFormat {
    /// `nil` of PCM.
    package var codec: WrittenCodec? {
        switch encoding {
        case .vorbis: .vorbis
        case .opus: .opus
        case .mp3: .mp3
        case .aac: .aac
        case .ac3: .ac3
        case .alac, .alac16, .alac24: .alac
        default: container == .flac ? .flac : container == .wavpack ? .wavPack : nil
        }
    }
}
