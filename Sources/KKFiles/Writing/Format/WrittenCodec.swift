internal import CSndfile
internal import KKPCM

/// A codec that is written, by libsndfile: what it takes, and what it is asked for.
struct WrittenCodec: Sendable {
    /// As people name what is heard of it; `nil`: by its container.
    var name: String?
    var formatID: FourCharCode
    /// The channels up to which it has an order for any number.
    var channelLimit = 8
    /// `nil` when any will do.
    var rates: [Double]?
    /// The format number of sndfile.h; of FLAC without the bits.
    var libraryFormat: Int
    /// The settings, which are constant.
    var set: @Sendable (borrowing SndfileWriteHandle, _ channelCount: Int) -> Void = { _, _ in }

    /// Level 5.
    static let flac = WrittenCodec(formatID: .flac, libraryFormat: SF_FORMAT_FLAC)

    /// Quality 6.
    static let vorbis = WrittenCodec(
        name: "Vorbis", formatID: .vorbis, libraryFormat: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    ) { handle, _ in handle.set(SFC_SET_VBR_ENCODING_QUALITY, 0.6) }

    static let opus = WrittenCodec(
        name: "Opus", formatID: .opus, rates: [48_000], libraryFormat: SF_FORMAT_OGG | SF_FORMAT_OPUS
    ) { handle, channelCount in
        if let level = opusCompression(channelCount) { handle.set(SFC_SET_COMPRESSION_LEVEL, level) }
    }

    /// Variable bit rate at LAME's V2.
    static let mp3 = WrittenCodec(
        formatID: .mpegLayer3, channelLimit: 2,
        rates: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
        libraryFormat: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
    ) { handle, _ in
        handle.set(SFC_SET_BITRATE_MODE, SF_BITRATE_MODE_VARIABLE)
        handle.set(SFC_SET_COMPRESSION_LEVEL, 0.2)
    }

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
    var codec: WrittenCodec? {
        switch encoding {
        case .vorbis: .vorbis
        case .opus: .opus
        case .mp3: .mp3
        default: container == .flac ? .flac : nil
        }
    }
}
