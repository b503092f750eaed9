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
    /// The layouts that it has an order for, in the WAVE order; `nil` if it takes any channels.
    var layouts: [ChannelLayout]? = standard(8)
    var order = Order.wave
    /// `nil` when any will do.
    var rates: [Double]?
    /// The format number of sndfile.h; of FLAC without the bits.
    var libraryFormat: Int?
    /// What can be asked for; `nil` if there is no choice.
    var choices: EncodingChoices?
    /// Tells libsndfile what is asked for, or the standard.
    var set: @Sendable (borrowing SndfileWriteHandle, EncodingSettings, _ stream: Stream) -> Void = { _, _, _ in }

    /// What the bits of a bit rate are of.
    struct Stream: Sendable {
        var sampleRate: Double
        var channelCount: Int
    }

    private static func standard(_ count: Int) -> [ChannelLayout] { (1...count).map(ChannelLayout.standard) }

    /// Level 5, which is libsndfile's.
    static let flac = WrittenCodec(
        formatID: .flac, order: .flac, libraryFormat: SF_FORMAT_FLAC, choices: .flac
    ) { handle, settings, _ in
        if let level = EncodingChoices.flac.level(settings) {
            handle.set(SFC_SET_COMPRESSION_LEVEL, Double(level) / 8)
        }
    }

    /// Quality 6.
    static let vorbis = WrittenCodec(
        name: "Vorbis", formatID: .vorbis, order: .xiph, libraryFormat: SF_FORMAT_OGG | SF_FORMAT_VORBIS,
        choices: .vorbis
    ) { handle, settings, _ in handle.set(SFC_SET_VBR_ENCODING_QUALITY, (settings.quality ?? 6) / 10) }

    static let opus = WrittenCodec(
        name: "Opus", formatID: .opus, order: .xiph, rates: [48_000],
        libraryFormat: SF_FORMAT_OGG | SF_FORMAT_OPUS, choices: .opus
    ) { handle, settings, stream in
        if let level = opusCompression(settings, stream.channelCount) { handle.set(SFC_SET_COMPRESSION_LEVEL, level) }
    }

    /// Variable bit rate at LAME's V2.
    static let mp3 = WrittenCodec(
        formatID: .mpegLayer3, layouts: standard(2),
        rates: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
        libraryFormat: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, choices: .mp3
    ) { handle, settings, stream in
        switch settings.bitRate ?? .variable(2) {
        case .variable(let level):
            handle.set(SFC_SET_BITRATE_MODE, SF_BITRATE_MODE_VARIABLE)
            handle.set(SFC_SET_COMPRESSION_LEVEL, Double(level) / 10)
        case .rate(let rate):
            handle.set(SFC_SET_BITRATE_MODE, SF_BITRATE_MODE_CONSTANT)
            handle.set(SFC_SET_COMPRESSION_LEVEL, mp3Compression(rate, stream))
        }
    }

    static let alac = WrittenCodec(
        name: "ALAC", formatID: .appleLossless, writer: .packets, library: nil,
        layouts: PacketEncoders.layouts(of: .appleLossless))

    /// Low Complexity.
    static let aac = packets("AAC", .aac, .aac)
    static let ac3 = packets("AC-3", .ac3, .ac3)

    private static func packets(
        _ name: String, _ formatID: FourCharCode, _ choices: EncodingChoices
    ) -> WrittenCodec {
        WrittenCodec(
            name: name, formatID: formatID, writer: .packets, library: .libavcodec,
            layouts: PacketEncoders.layouts(of: formatID),
            rates: PacketEncoders.limits(of: formatID)?.sampleRates.map(\.lowerBound), choices: choices)
    }

    static let wavPack = WrittenCodec(
        formatID: .wavPack, writer: .wavPack, library: .libwavpack, layouts: nil, choices: .wavPack)

    /// What makes libsndfile ask for a bit rate, without one for opusenc's: 64 kbit/s for each stream and 32 more for each
    /// that is a pair.
    ///
    /// Of more than two channels the rate must be asked for: libopus' surround encoder takes "automatic" for the lowest
    /// of all rates, and cuts off everything above 4 kHz. One and two channels stay at libopus' own choice, 60 and 120
    /// kbit/s, which is the whole band.
    ///
    /// libsndfile knows no bit rate; a level from 0 to 1 means one from 256 to 6 kbit/s a channel.
    private static func opusCompression(_ settings: EncodingSettings, _ channelCount: Int) -> Double? {
        func level(_ bitRate: Int) -> Double { 1 - (Double(bitRate) / Double(channelCount) - 6_000) / 250_000 }
        if case .rate(let rate) = settings.bitRate { return level(rate) }
        // RFC 7845, 5.1.1.2: the streams, and those among them that are pairs.
        let streams = [3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3)]
        guard let (count, pairs) = streams[channelCount] else { return nil }
        return level(64_000 * count + 32_000 * pairs)
    }

    /// What makes libsndfile ask for a constant bit rate: a level from 0 to 1 means one from the highest to the lowest of
    /// the sample rate, of which it drops what is beyond whole kbit/s.
    private static func mp3Compression(_ bitRate: Int, _ stream: Stream) -> Double {
        let rates = PacketEncoders.bitRates(
            of: StreamDescription(
                sampleRate: stream.sampleRate, formatID: .mpegLayer3, channelsPerFrame: UInt32(stream.channelCount)))
        guard let lowest = rates.first?.lowerBound, let highest = rates.last?.upperBound else { return 0 }
        return max(0, (Double(highest) / 1000 - (Double(bitRate) / 1000 + 0.5)) / (Double(highest - lowest) / 1000))
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
