internal import KKPCM

extension AudioFileContent {
    /// Finds out what a file is, and reads everything but its audio.
    ///
    /// - Parameter typeHint: the kind to try first of those without a signature.
    static func open(_ source: ByteSource, typeHint: FourCharCode?) throws(AudioFileError) -> AudioFileContent {
        do throws(AudioFileError) {
            let tags = try LeadingTags(source)
            if let kind = try StreamKind.find(source, at: tags.end, typeHint: typeHint) {
                return try stream(source, kind, behind: tags, isTrusted: typeHint == kind.typeID)
            }
            let probe = try FormatProbe(source, behind: tags)
            var content: AudioFileContent
            switch probe.fileType {
            case .caf:
                content = try caf(source, start: probe.start)
                if case .table = content.packets { try content.completeFrames(source) }
            case .wav, .rifx, .rf64, .bw64, .w64, .aiff, .aifc, .au:
                content = try chunked(source, fileType: probe.fileType, start: probe.start)
            case .mpeg: content = try stream(source, .mpeg, behind: tags)
            case .flac: content = try stream(source, .flac, behind: tags)
            case .ogg, .synth:
                throw AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name,
                    "the packets of \(probe.fileType.name) are not told apart here",
                    nextStep: "open it with AudioFileReader, which decodes it")
            }
            content.warnings = probe.warnings + content.warnings
            try content.requireCountableFrames(source)
            return content
        } catch {
            // A pipe is not read to its end for the sake of an error: it may have none.
            guard error.position == nil, error.kind == .badData, error.code != .unsupportedFileType, !source.isPipe
            else { throw error }
            // What is missing is missing where the file ends.
            var placed = error
            placed.position = .byte(try source.byteCount())
            throw placed
        }
    }

    /// A stream of packets, from its first byte or the tags before it on.
    private static func stream(
        _ source: ByteSource, _ kind: StreamKind, behind tags: LeadingTags, isTrusted: Bool = false
    ) throws(AudioFileError) -> AudioFileContent {
        var content = AudioFileContent(
            typeID: kind.typeID, dataFormat: StreamDescription(sampleRate: 0, formatID: "none", channelsPerFrame: 0))
        try content.becomeStream(source, kind, range: 0..<source.byteCount(), isTrusted: isTrusted)
        content.id3Tag =
            if let first = tags.id3v2.first { first } else { try source.trailingID3v1(behind: max(1, tags.end)) }
        if kind == .mpeg { content.typeID = AudioFile.TypeID.mpeg(content.dataFormat.formatID) }
        content.info = try StreamNotes.read(source, kind, behind: tags)
        return content
    }

    /// Looks for the first packet, and takes what it tells of the rest.
    mutating func becomeStream(
        _ source: ByteSource, _ kind: StreamKind, range: Range<Int64>, isTrusted: Bool = false
    ) throws(AudioFileError) {
        let scan = PacketScan(
            source, kind.framer(byteCount: range.upperBound - range.lowerBound, isTrusted: isTrusted), range: range)
        try scan.scan(packets: 1)
        guard scan.index.packetCount > 0, let stream = scan.stream else {
            throw source.damage(.invalidFile, at: range.upperBound, "there is no packet of \(kind) in the file")
        }
        let stated = dataFormat
        dataFormat = stream.format
        // A container's rate is what its other parts count by.
        if stated.sampleRate > 0, stated.sampleRate != dataFormat.sampleRate {
            warnings.append(
                .otherRate(
                    dataFormat.sampleRate, than: stated.sampleRate, at: .byte(scan.index.firstOffset), path: source.name
                ))
        }
        packets = .scanned(scan)
        dataOffset = scan.index.firstOffset
        dataByteCount = try Self.audioEnd(of: source, dataOffset..<range.upperBound) - dataOffset
        layout = stream.layout
        magicCookie = stream.magicCookie.isEmpty ? nil : stream.magicCookie
        packetTableInfo = stream.packetTable
        statedPacketCount = stream.packetCount
        statedBitRate = stream.bitRate
        sourceBitDepth = stream.sourceBitDepth
        packetSizeUpperBound = stream.packetSizeUpperBound
    }

    /// Throws where packets of one size would have more frames than a number can count.
    func requireCountableFrames(_ source: ByteSource) throws(AudioFileError) {
        guard case .constant = packets, dataFormat.bytesPerPacket > 0 else { return }
        let count = dataByteCount / Int64(dataFormat.bytesPerPacket)
        let (frames, isBeyond) = count.multipliedReportingOverflow(by: Int64(dataFormat.framesPerPacket))
        guard isBeyond || frames >= 1 << 60 else { return }
        throw source.damage(
            .invalidFile, at: dataOffset,
            "\(count) packets of \(dataFormat.framesPerPacket) frames are more than can be counted")
    }

    /// Where the tags at the end of a stream begin: ID3v1, APE and Lyrics3, of which there may be several.
    private static func audioEnd(of source: ByteSource, _ range: Range<Int64>) throws(AudioFileError) -> Int64 {
        var window = MPEGByteWindow(source, end: range.upperBound)
        for _ in 0..<64 {
            guard let count = try window.trailingTagByteCount(), count <= window.end - range.lowerBound else { break }
            window.end -= count
        }
        return window.end
    }
}

/// The streams whose packets are found by their own bytes.
enum StreamKind: CustomStringConvertible, CaseIterable {
    case mpeg, adts, ac3, enhancedAC3, flac

    var typeID: FourCharCode {
        switch self {
        case .mpeg: AudioFile.TypeID.mpegLayer3
        case .adts: AudioFile.TypeID.adts
        case .ac3: AudioFile.TypeID.ac3
        case .enhancedAC3: AudioFile.TypeID.enhancedAC3
        case .flac: AudioFile.TypeID.flac
        }
    }

    var description: String {
        switch self {
        case .mpeg: "MPEG audio"
        case .adts: "ADTS"
        case .ac3: "AC-3"
        case .enhancedAC3: "E-AC-3"
        case .flac: "FLAC"
        }
    }

    /// - Parameters:
    ///   - byteCount: the bytes of the stream.
    ///   - isTrusted: whether the first packet is believed without others.
    func framer(byteCount: Int64, isTrusted: Bool = false) -> any StreamFramer {
        switch self {
        case .mpeg: return MPEGFramer(byteCount: byteCount)
        case .adts:
            var framer = ADTSFramer(byteCount: byteCount)
            framer.state.isTrusted = isTrusted
            return framer
        case .ac3, .enhancedAC3:
            var framer = AC3Framer(byteCount: byteCount)
            framer.state.isTrusted = isTrusted
            return framer
        case .flac: return FLACFramer(byteCount: byteCount)
        }
    }

    /// A stream that ``FormatProbe`` does not know, because nothing decodes it: packets that follow one another as
    /// ``SyncFramer`` wants it, or the header of one where it is hinted at.
    static func find(
        _ source: ByteSource, at start: Int64, typeHint: FourCharCode?
    ) throws(AudioFileError) -> StreamKind? {
        let head = try source.bytes(at: start, count: 2)
        guard isSyncWord(head) else { return nil }
        let bytes = try source.bytes(at: start, count: longestChain)
        let isEnd = bytes.count < longestChain
        do throws(FramingShortage) {
            if head[0] == 0xFF {
                let adts = ADTSFramer()
                if try adts.opensStream(bytes.span, isEnd: isEnd) { return .adts }
                guard typeHint == AudioFile.TypeID.adts else { return nil }
                return try adts.header(at: 0, in: bytes.span, isEnd: isEnd) == nil ? nil : .adts
            }
            let ac3 = AC3Framer()
            guard let header = try ac3.header(at: 0, in: bytes.span, isEnd: isEnd) else { return nil }
            let isChain = try ac3.opensStream(bytes.span, isEnd: isEnd)
            guard isChain || typeHint == AudioFile.TypeID.ac3 || typeHint == AudioFile.TypeID.enhancedAC3 else {
                return nil
            }
            return header.isEnhanced ? .enhancedAC3 : .ac3
        } catch {
            return nil
        }
    }

    /// Whether these two bytes begin AC-3, E-AC-3 or ADTS.
    static func isSyncWord(_ bytes: [UInt8]) -> Bool {
        bytes.count == 2 && (bytes[0] == 0x0B && bytes[1] == 0x77 || bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0)
    }

    /// More than the longest packets that have to follow one another, of 8191 bytes each.
    private static let longestChain = 1 << 16
}
