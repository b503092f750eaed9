internal import KKCodecs
internal import KKPCM

/// What a sound's description means: the format of the packets, and what their decoder wants.
struct MP4Sound {
    /// As it is stored. What the packets alone tell is added by ``complete(_:)``.
    var format: StreamDescription
    /// What a decoder that knows AAC's extensions makes of it.
    var extended: StreamDescription?
    var codec = Container.Codec.packets
    var magicCookie: [UInt8]?
    var layout: ChannelLayout?
    var bitDepth: Int?
    /// Opus frames before the sound, where no edit list says it.
    var preSkip: Int64?
    /// Where its description stands.
    let place: Int64
    /// Whether SBR may be there without a word.
    var maySignalImplicitly = false

    /// Whether samples stand one beside the other, without packets.
    var isLinear: Bool { codec == .linear }

    /// - Parameters:
    ///   - entry: of `stsd`.
    ///   - source: has the bytes of its boxes.
    init(_ entry: MP4SampleEntry, in source: ByteSource) throws(AudioFileError) {
        place = entry.start
        if let protected = try Self.protection(entry, in: source) {
            throw AudioFileError(
                .unsupportedFileType, kind: .unavailable, path: source.name, at: .byte(entry.start),
                "the audio is encrypted (\(protected)) and cannot be read here",
                nextStep: "use a file that is not protected, or export one with its own program")
        }
        format = StreamDescription(sampleRate: entry.sampleRate, formatID: entry.code, channelsPerFrame: 0)
        format.channelsPerFrame = UInt32(entry.channelCount)
        switch entry.code {
        case "mp4a": try takeDescriptor(entry, in: source)
        case "alac": try takeLossless(entry, in: source)
        case "fLaC":
            guard let cookie = try entry.whole("dfLa", in: source) else { throw Self.lacks("dfLa", entry, source) }
            try takeFLAC(cookie, in: source)
        case "Opus":
            guard let cookie = try entry.whole("dOps", in: source), cookie.count >= 19 else {
                throw Self.lacks("dOps", entry, source)
            }
            format = StreamDescription(sampleRate: 48_000, formatID: .opus, channelsPerFrame: UInt32(cookie[9]))
            (magicCookie, preSkip) = (cookie, Int64(cookie[10]) << 8 | Int64(cookie[11]))
        case ".mp3", FourCharCode(rawValue: 0x6D73_0055), "mp3 ": takeMPEG(.mpegLayer3)
        case ".mp2", FourCharCode(rawValue: 0x6D73_0050): takeMPEG(.mpegLayer2)
        case ".mp1": takeMPEG(.mpegLayer1)
        case "dtsh", "dtsl", "dtse": format.formatID = "dtsc"
        case "ac-3", "sac3": format.formatID = .ac3
        case "ec-3": format.formatID = .enhancedAC3
        // Its entry says nothing of rate and channels that is true (3GPP TS 26.244, 6.5).
        case "samr", "sawb": (format, layout) = (AMRKind.of(entry.code), .mono)
        case "ima4":
            format.bytesPerPacket = UInt32(34 * entry.channelCount)
            format.framesPerPacket = 64
            layout = try entry.layout(channels: entry.channelCount, in: source)
        case "ulaw", "alaw":
            take(.companded(entry.code, rate: entry.sampleRate, channels: entry.channelCount))
            layout = try entry.layout(channels: entry.channelCount, in: source)
        default:
            if let linear = try Self.linear(entry, in: source) {
                take(linear)
                layout = try entry.layout(channels: entry.channelCount, in: source)
            }
        }
        try source.checkRate(format.sampleRate, at: place)
        try source.checkChannels(format.channelCount, at: place)
    }

    private mutating func take(_ stored: Container.StoredFormat) {
        (format, codec, bitDepth) = (stored.description, stored.codec, stored.bitDepth)
    }

    private mutating func takeMPEG(_ formatID: FourCharCode) {
        format.formatID = formatID
        codec = .mpeg
    }

    /// AAC, MPEG audio and what else has descriptors.
    private mutating func takeDescriptor(_ entry: MP4SampleEntry, in source: ByteSource) throws(AudioFileError) {
        guard let bytes = try entry.bytes("esds", from: 4, in: source) else { throw Self.lacks("esds", entry, source) }
        let descriptor = MP4Descriptor(bytes)
        switch descriptor.objectType {
        case 0x40, 0x66, 0x67, 0x68: try takeAAC(bytes, descriptor.configuration, in: source)
        case 0x69, 0x6B: takeMPEG(.mpegLayer3)
        case 0xA5: format.formatID = .ac3
        case 0xA6: format.formatID = .enhancedAC3
        case 0xDD: format.formatID = .vorbis
        case 0xA9, 0xAA, 0xAB, 0xAC: format.formatID = "dtsc"
        case let type?: format.formatID = FourCharCode(rawValue: 0x6D70_3400 | UInt32(type))
        case nil:
            throw source.damage(.invalidChunk, at: place, "the esds box does not name a codec")
        }
    }

    private mutating func takeAAC(
        _ descriptor: [UInt8], _ configuration: [UInt8], in source: ByteSource
    ) throws(AudioFileError) {
        guard let aac = AACConfiguration(configuration) else {
            throw source.damage(
                .invalidChunk, at: place, "the esds box has no valid AAC configuration")
        }
        let channels = aac.channelCount > 0 ? aac.channelCount : format.channelCount
        format = StreamDescription(
            sampleRate: Double(aac.sampleRate), formatID: aac.formatID, framesPerPacket: UInt32(aac.framesPerPacket),
            channelsPerFrame: UInt32(channels))
        (magicCookie, layout) = (descriptor, ADTSHeader.layout(of: aac.channelConfiguration))
        maySignalImplicitly = aac.formatID == .aac && !aac.deniesExtension && aac.extendedRate == nil
        extended = aac.extended(format)
    }

    /// Takes it for AAC with spectral band replication.
    mutating func extend(to rate: Int, isParametric: Bool) {
        extended = AACConfiguration.extended(format, to: rate, isParametric: isParametric) ?? extended
    }

    private mutating func takeLossless(_ entry: MP4SampleEntry, in source: ByteSource) throws(AudioFileError) {
        guard let cookie = try entry.bytes("alac", from: 4, in: source), cookie.count >= 24 else {
            throw Self.lacks("alac", entry, source)
        }
        bitDepth = Int(cookie[5])
        format = StreamDescription(alac: cookie, rate: entry.sampleRate) ?? format
        magicCookie = cookie
        layout = ADTSHeader.layout(ofLosslessChannels: Int(cookie[9]))
    }

    private mutating func takeFLAC(_ cookie: [UInt8], in source: ByteSource) throws(AudioFileError) {
        let info: FLACStreamInfo
        do throws(CodecError) {
            info = try FLACStreamInfo(cookie)
        } catch {
            throw source.damage(.invalidChunk, at: place, error.problem)
        }
        (format, bitDepth) = (StreamDescription(info), info.bitDepth)
        magicCookie = FLACStreamInfo.box(cookie) ?? cookie
    }

    /// The samples of QuickTime and of ISO/IEC 23003-5; `nil` for a code that is none of them.
    private static func linear(
        _ entry: MP4SampleEntry, in source: ByteSource
    ) throws(AudioFileError) -> Container.StoredFormat? {
        let (rate, channels) = (entry.sampleRate, entry.channelCount)
        func whole(_ bits: Int, _ flags: FormatFlags) throws(AudioFileError) -> Container.StoredFormat {
            let isFloat = flags.contains(.isFloat)
            guard isFloat ? bits == 32 || bits == 64 : (1...32).contains(bits), channels > 0 else {
                throw source.damage(
                    .unsupportedDataFormat, at: entry.start,
                    "the sound's description states \(channels) channels of \(bits)-bit samples")
            }
            return .linear(
                rate: rate, channels: channels, bits: bits, containerBits: (bits + 7) / 8 * 8,
                flags: bits <= 8 ? flags.subtracting(.isBigEndian) : flags)
        }
        let order: FormatFlags = try entry.isLittleEndian(in: source) ? [] : .isBigEndian
        switch entry.code {
        case "twos": return try whole(entry.bits, [.isSignedInteger, order])
        case "sowt": return try whole(entry.bits, .isSignedInteger)
        case "raw ", "NONE":
            return try whole(entry.bits, entry.bits > 8 ? [.isSignedInteger, .isBigEndian] : [])
        case "in24": return try whole(24, [.isSignedInteger, order])
        case "in32": return try whole(32, [.isSignedInteger, order])
        case "fl32": return try whole(32, [.isFloat, order])
        case "fl64": return try whole(64, [.isFloat, order])
        case "lpcm":
            guard entry.version == 2 else { return try whole(entry.bits, [.isSignedInteger, .isBigEndian]) }
            let flags = FormatFlags(rawValue: entry.flags)
            return try whole(entry.bits, flags.intersection([.isFloat, .isBigEndian, .isSignedInteger]))
        case "ipcm", "fpcm":
            // PCMConfig: flags, of which the first is little-endian, and the bits.
            guard let bytes = try entry.bytes("pcmC", from: 4, in: source), bytes.count >= 2 else {
                throw lacks("pcmC", entry, source)
            }
            let flags: FormatFlags = bytes[0] & 1 == 1 ? [] : .isBigEndian
            return try whole(Int(bytes[1]), flags.union(entry.code == "fpcm" ? .isFloat : .isSignedInteger))
        default: return nil
        }
    }

    /// By what it is encrypted; `nil` if it is not.
    private static func protection(
        _ entry: MP4SampleEntry, in source: ByteSource
    ) throws(AudioFileError) -> String? {
        guard entry.code == "enca" || entry.code == "drms" || entry.code == "drmi" else { return nil }
        guard let sinf = entry.parts.first("sinf") else { return entry.code.characters }
        guard let scheme = try source.boxes(in: sinf.content).first("schm") else { return entry.code.characters }
        let name = try source.fields(of: scheme, limit: 8).code(4)
        return name == "itun" ? "FairPlay of iTunes" : name?.characters ?? entry.code.characters
    }

    private static func lacks(_ box: FourCharCode, _ entry: MP4SampleEntry, _ source: ByteSource) -> AudioFileError {
        source.damage(
            .invalidChunk, at: entry.start,
            "the sound's description \(entry.code) has no box \(box), which says how to decode it")
    }
}

extension MP4Sound {
    /// Takes from the first packet what its description leaves open: layer, rate and channels of MPEG audio, the frames
    /// of AC-3.
    mutating func complete(_ packet: [UInt8]) {
        guard let (format, order) = format.completed(by: packet) else { return }
        self.format = format
        if let order { layout = order }
    }
}
