internal import KKPCM

extension AudioFileContent {
    /// Finds out what a file is, and reads everything but its audio.
    ///
    /// - Parameter typeHint: the kind to try first of those without a signature.
    static func open(_ source: ByteSource, typeHint: FourCharCode?) throws(AudioFileError) -> AudioFileContent {
        do throws(AudioFileError) {
            let start = try tagEnd(of: source)
            if let kind = try StreamKind.find(source, at: start, typeHint: typeHint) { return try stream(source, kind, start: start) }
            let probe = try FormatProbe(source)
            var content: AudioFileContent
            switch probe.fileType {
            case .caf: content = try caf(source, start: probe.start)
            case .wav, .rifx, .rf64, .bw64, .w64, .aiff, .aifc, .au: content = try chunked(source, fileType: probe.fileType, start: probe.start)
            case .mpeg: content = try stream(source, .mpeg, start: start)
            case .flac: content = try stream(source, .flac, start: probe.start)
            case .ogg, .synth:
                throw AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name, "the packets of \(probe.fileType.name) are not told apart here",
                    nextStep: "open it with AudioFileReader, which decodes it")
            }
            content.warnings = probe.warnings + content.warnings
            return content
        } catch {
            // A pipe is not read to its end for the sake of an error: it may have none.
            guard error.position == nil, error.kind == .badData, error.code != .unsupportedFileType, !source.isPipe else { throw error }
            // What is missing is missing where the file ends.
            var placed = error
            placed.position = .byte(try source.byteCount())
            throw placed
        }
    }

    /// The first byte behind the ID3v2 tags at the start. How long the file is is not asked: a pipe would be read to its end before anybody
    /// knows what it is.
    private static func tagEnd(of source: ByteSource) throws(AudioFileError) -> Int64 {
        var window = MPEGByteWindow(source, end: .max)
        var start: Int64 = 0
        for _ in 0..<64 {
            guard try window.isID3v2(at: start), let count = try window.tagByteCount(at: start), count > 0,
                try !source.bytes(at: start + count - 1, count: 1).isEmpty
            else { break }
            start += count
        }
        return start
    }

    /// A stream of packets, from its first byte or the tags before it on.
    private static func stream(_ source: ByteSource, _ kind: StreamKind, start: Int64) throws(AudioFileError) -> AudioFileContent {
        var content = AudioFileContent(typeID: kind.typeID, dataFormat: StreamDescription(sampleRate: 0, formatID: "none", channelsPerFrame: 0))
        try content.becomeStream(source, kind, range: 0..<source.byteCount())
        if start > 0 {
            content.id3Tag = 0..<start
        } else {
            let last = try source.byteCount() - 128
            if last > 0, try source.bytes(at: last, count: 3) == Array("TAG".utf8) { content.id3Tag = last..<last + 128 }
        }
        if kind == .mpeg { content.typeID = mpegType(content.dataFormat.formatID) }
        content.info = try StreamNotes.read(source, kind, content)
        return content
    }

    private static func mpegType(_ formatID: FourCharCode) -> FourCharCode {
        switch formatID {
        case .mpegLayer1: AudioFile.TypeID.mpegLayer1
        case .mpegLayer2: AudioFile.TypeID.mpegLayer2
        default: AudioFile.TypeID.mpegLayer3
        }
    }

    /// Looks for the first packet, and takes what it tells of the rest.
    mutating func becomeStream(_ source: ByteSource, _ kind: StreamKind, range: Range<Int64>) throws(AudioFileError) {
        let scan = PacketScan(source, kind.framer(byteCount: range.upperBound - range.lowerBound), range: range)
        try scan.scan(packets: 1)
        guard scan.index.packetCount > 0, let stream = scan.stream else {
            throw source.damage(.invalidFile, at: range.upperBound, "there is no packet of \(kind) in the file")
        }
        let stated = dataFormat
        dataFormat = stream.format
        // A container's rate is what its other parts count by.
        if stated.sampleRate > 0, stated.sampleRate != dataFormat.sampleRate {
            warnings.append(
                FileWarning(
                    path: source.name, at: .byte(scan.index.firstOffset),
                    "the header says \(StreamDescription.rateText(stated.sampleRate)) Hz, and the packets are of "
                        + "\(StreamDescription.rateText(dataFormat.sampleRate)) Hz", consequence: "what the packets say is used"))
        }
        packets = .scanned(scan)
        dataOffset = scan.index.firstOffset
        dataByteCount = range.upperBound - dataOffset
        layout = stream.layout
        magicCookie = stream.magicCookie.isEmpty ? nil : stream.magicCookie
        packetTableInfo = stream.packetTable
        statedPacketCount = stream.packetCount
        statedBitRate = stream.bitRate
        sourceBitDepth = stream.sourceBitDepth
        packetSizeUpperBound = stream.packetSizeUpperBound
    }
}

/// The streams whose packets are found by their own bytes.
enum StreamKind: CustomStringConvertible {
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

    /// - Parameter byteCount: the bytes of the stream.
    func framer(byteCount: Int64) -> any StreamFramer {
        switch self {
        case .mpeg: MPEGFramer(byteCount: byteCount)
        case .adts: ADTSFramer(byteCount: byteCount)
        case .ac3, .enhancedAC3: AC3Framer(byteCount: byteCount)
        case .flac: FLACFramer(byteCount: byteCount)
        }
    }

    /// A stream that ``FormatProbe`` does not know, because nothing decodes it: two headers that follow one another, or one where it is hinted at.
    static func find(_ source: ByteSource, at start: Int64, typeHint: FourCharCode?) throws(AudioFileError) -> StreamKind? {
        let head = try source.bytes(at: start, count: 8)
        guard head.count >= 7 else { return nil }
        let word = UInt32(head[0]) << 8 | UInt32(head[1])
        let isHinted = [AudioFile.TypeID.adts, AudioFile.TypeID.ac3, AudioFile.TypeID.enhancedAC3].contains(typeHint)
        if word == 0x0B77 {
            // ATSC A/52, section 5.4.2.1 and annex E: the identification is beyond 10 in E-AC-3.
            let identification = head[5] >> 3
            guard identification <= 16 else { return nil }
            return identification > 10 ? .enhancedAC3 : .ac3
        }
        guard word & 0xFFF6 == 0xFFF0, head[2] >> 2 & 15 < 13 else { return nil }
        let length = Int64(head[3] & 3) << 11 | Int64(head[4]) << 3 | Int64(head[5] >> 5)
        guard length >= 7 else { return nil }
        let next = try source.bytes(at: start + length, count: 2)
        let follows = next.count == 2 && next[0] == 0xFF && next[1] & 0xF6 == 0xF0
        return follows || isHinted || next.isEmpty ? .adts : nil
    }
}
