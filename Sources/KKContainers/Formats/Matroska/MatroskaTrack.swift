internal import KKCodecs
internal import KKPCM

/// A track of sound: its description, and what of it the packets' decoder wants.
struct MatroskaTrack {
    let number: UInt64
    let uid: UInt64
    let isDefault: Bool
    let place: Int64
    private(set) var format: StreamDescription
    private(set) var codec = Container.Codec.packets
    private(set) var bitDepth: Int?
    private(set) var magicCookie: [UInt8]?
    private(set) var layout: ChannelLayout?
    /// Frames before the sound.
    private(set) var priming: Int64 = 0
    /// What keeps the packets from being taken: they are encrypted or compressed.
    private(set) var hindrance: String?
    /// What every packet begins with and the file has once, in the track's description.
    private(set) var packetHead: [UInt8] = []

    private let codecName: String

    /// - Returns: `nil` of a track of something else.
    init?(_ entry: EBMLElement, in source: ByteSource) throws(AudioFileError) {
        typealias ID = MatroskaID
        let parts = try source.elements(in: entry)
        guard try parts.first(ID.trackType, source.integer(of:)) == 2 else { return nil }
        number = try parts.first(ID.trackNumber, source.integer(of:)) ?? 0
        uid = try parts.first(ID.trackUID, source.integer(of:)) ?? 0
        place = entry.start
        isDefault = try parts.first(ID.flagDefault, source.integer(of:)) ?? 1 == 1
        codecName = try parts.first(ID.codecID, source.text(of:)) ?? ""
        let own = try parts.first(ID.codecPrivate, source.bytes(of:))
        let audio = try parts.first(ID.audio, source.elements(in:)) ?? []
        let rate = try audio.first(ID.samplingFrequency, source.real(of:))
        let channels = try audio.first(ID.channels, source.integer(of:))
        let bits = try audio.first(ID.bitDepth, source.integer(of:))
        format = StreamDescription(
            sampleRate: rate ?? 8000, formatID: Self.code(codecName),
            channelsPerFrame: UInt32(clamping: channels ?? 1))
        if let encodings = parts.first(ID.contentEncodings) { try take(encodings: encodings, in: source) }
        try settle(own, bits: Int(clamping: bits ?? 0), in: source)
        try source.checkRate(format.sampleRate, at: place)
        try source.checkChannels(format.channelCount, at: place)
        if format.formatID != .opus, format.formatID != .vorbis {
            let delay = try parts.first(ID.codecDelay, source.integer(of:)) ?? 0
            priming = Self.frames(delay, rate: format.sampleRate)
        }
    }

    /// Nanoseconds in frames of a rate that was checked, to the nearest.
    static func frames(_ nanoseconds: UInt64, rate: Double) -> Int64 {
        Int64((Double(min(nanoseconds, 1 << 50)) * rate / 1e9).rounded())
    }

    /// What of it decides whether it is read.
    var candidate: StreamChoice.Candidate {
        StreamChoice.Candidate(
            formatID: format.formatID,
            isDecodable: hindrance == nil && (codec == .linear || PacketDecoders.formatIDs.contains(format.formatID)),
            isPlain: hindrance == nil, isDefault: isDefault)
    }

    /// What people call it.
    var name: String {
        switch format.formatID {
        case .linearPCM: "PCM \(format.encodingName)"
        case .appleLossless: "ALAC"
        case let code where code == Self.foreign: codecName
        default: format.encodingName.uppercased()
        }
    }

    /// What cannot be decoded, in words.
    var refusal: String {
        format.formatID == Self.foreign ? "the codec \(codecName)" : StreamDescription.codecName(format.formatID)
    }

    // MARK: Codecs

    /// Stands for a codec that nothing here knows.
    private static let foreign: FourCharCode = "????"

    /// What libavformat knows of the list of codecs.
    private static let demuxed: [String: FourCharCode] = [
        "A_TRUEHD": "mlpa", "A_MLP": "MLP ", "A_TTA1": "TTA1", "A_WAVPACK4": .wavPack, "A_ATRAC/AT1": "ATR1",
        "A_REAL/14_4": "lpcJ", "A_REAL/28_8": "28_8", "A_REAL/COOK": "COOK", "A_REAL/SIPR": "sipr",
        "A_REAL/RALF": "ralf", "A_REAL/ATRC": "ATR3",
    ]

    /// The tags of `WAVEFORMATEX` under `A_MS/ACM`, of codecs that have no name of their own.
    private static let tagged: [Int: FourCharCode] = [
        0x0A: "WMAV", 0x160: "WMA1", 0x161: "WMA2", 0x162: "WMAP", 0x163: "WMAL", 0x2001: "dtsc",
    ]

    private static func code(_ name: String) -> FourCharCode {
        switch name {
        case "A_OPUS": .opus
        case "A_VORBIS": .vorbis
        case "A_FLAC": .flac
        case "A_ALAC": .appleLossless
        case "A_AC3": .ac3
        case "A_EAC3": .enhancedAC3
        case "A_MPEG/L1": .mpegLayer1
        case "A_MPEG/L2": .mpegLayer2
        case "A_MPEG/L3": .mpegLayer3
        case "A_PCM/INT/LIT", "A_PCM/INT/BIG", "A_PCM/FLOAT/IEEE": .linearPCM
        case _ where name.hasPrefix("A_AAC"): .aac
        case _ where name.hasPrefix("A_DTS"): "dtsc"
        default: demuxed[name] ?? foreign
        }
    }

    private mutating func settle(_ own: [UInt8]?, bits: Int, in source: ByteSource) throws(AudioFileError) {
        let channels = format.channelCount
        switch format.formatID {
        case .linearPCM:
            let isFloat = codecName == "A_PCM/FLOAT/IEEE"
            guard isFloat ? bits == 32 || bits == 64 : (1...32).contains(bits) else {
                throw source.damage(
                    .unsupportedDataFormat, at: place, "the track's description states \(bits)-bit samples")
            }
            let flags: FormatFlags =
                isFloat
                ? .isFloat
                : bits <= 8 ? [] : codecName.hasSuffix("BIG") ? [.isSignedInteger, .isBigEndian] : .isSignedInteger
            let stored = Container.StoredFormat.linear(
                rate: format.sampleRate, channels: channels, bits: bits, containerBits: (bits + 7) / 8 * 8, flags: flags
            )
            (format, codec, bitDepth) = (stored.description, stored.codec, stored.bitDepth)
        case .opus:
            guard let own, own.count >= 19 else { throw lacks(in: source) }
            format = StreamDescription(sampleRate: 48_000, formatID: .opus, channelsPerFrame: UInt32(own[9]))
            (magicCookie, priming) = (own, Int64(own[10]) | Int64(own[11]) << 8)
        case .vorbis:
            guard let own else { throw lacks(in: source) }
            magicCookie = own
        case .flac:
            guard let own, let info = try? FLACStreamInfo(own) else { throw lacks(in: source) }
            (format, bitDepth, magicCookie) = (StreamDescription(info), info.bitDepth, own)
        case .appleLossless:
            guard let own, let described = StreamDescription(alac: own, rate: format.sampleRate) else {
                throw lacks(in: source)
            }
            (format, bitDepth, magicCookie) = (described, Int(own[5]), own)
            layout = ADTSHeader.layout(ofLosslessChannels: Int(own[9]))
        case .aac:
            guard let own, let aac = AACConfiguration(own) else { throw lacks(in: source) }
            format = StreamDescription(
                sampleRate: Double(aac.sampleRate), formatID: aac.formatID,
                framesPerPacket: UInt32(aac.framesPerPacket),
                channelsPerFrame: UInt32(aac.channelCount > 0 ? aac.channelCount : channels))
            (magicCookie, layout) = (own, ADTSHeader.layout(of: aac.channelConfiguration))
        case Self.foreign where codecName == "A_MS/ACM":
            guard let own, own.count >= 2 else { break }
            format.formatID = Self.tagged[Int(own[0]) | Int(own[1]) << 8] ?? Self.foreign
        default: break
        }
    }

    private func lacks(in source: ByteSource) -> AudioFileError {
        source.damage(
            .invalidChunk, at: place, "the track of \(codecName) has no header that says how to decode it")
    }

    /// Takes from the first packet what the description leaves open.
    mutating func complete(_ packet: [UInt8]) {
        if let (format, layout) = format.completed(by: packet) {
            self.format = format
            if let layout { self.layout = layout }
        }
    }

    /// What was done to the packets (RFC 9559 §5.1.4.1.31): the bytes with which all begin can be given back to them,
    /// those of samples aside.
    private mutating func take(encodings list: EBMLElement, in source: ByteSource) throws(AudioFileError) {
        typealias ID = MatroskaID
        let encodings = try source.elements(in: list).filter { $0.id == ID.contentEncoding }
        guard let first = encodings.first else { return }
        let parts = try source.elements(in: first)
        guard try parts.first(ID.contentEncodingType, source.integer(of:)) ?? 0 == 0 else {
            hindrance = "encrypted"
            return
        }
        let scope = try parts.first(ID.contentEncodingScope, source.integer(of:)) ?? 1
        let compression = try parts.first(ID.contentCompression, source.elements(in:)) ?? []
        let isStripped = try compression.first(ID.contentCompAlgo, source.integer(of:)) == 3
        let settings = compression.first(ID.contentCompSettings)
        guard encodings.count == 1, scope == 1, isStripped, settings?.byteCount ?? 0 <= Self.longestHead,
            format.formatID != .linearPCM
        else {
            hindrance = "compressed a second time"
            return
        }
        if let settings { packetHead = try source.bytes(of: settings) }
    }

    /// No codec's packets have as many bytes in common.
    private static let longestHead: Int64 = 1024
}
