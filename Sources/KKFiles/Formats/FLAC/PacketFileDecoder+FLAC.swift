internal import KKCodecs
internal import KKPCM

extension PacketFileDecoder {
    /// A FLAC file: by its packets, as out of a pipe. libsndfile gives its texts, and the words for what it refuses.
    static func flac(_ source: ByteSource, start: Int64) throws(AudioFileError) -> PacketFileDecoder {
        do throws(AudioFileError) {
            let metadata = try FLACMetadata(source, start: start)
            if let damage = metadata.damage { throw damage }
            // Of a STREAMINFO that libsndfile refuses the frames may say otherwise.
            var (tags, cause) = ([FileProperties.Tag](), String?.none)
            do throws(AudioFileError) {
                tags = SndfileDecoder.tags(try SndfileHandle(SndfileStream(source, start: start)))
            } catch {
                cause = error.cause
            }
            if let packets = try flac(source, start: start, tags: tags) { return packets }
            throw metadata.unreadable(cause)
        } catch {
            guard let packets = try flac(source, start: start, refusedBy: error) else { throw error }
            return packets
        }
    }

    /// A FLAC file whose frames are found by their checksums. What lies between them is
    /// lost, and the frames' numbers tell how many frames that was. Of rate, channels, bits and blocks the frames have
    /// the last word.
    ///
    /// - Parameters:
    ///   - start: where the file begins, behind tags.
    ///   - tags: the file's texts.
    ///   - warnings: what was found before.
    /// - Returns: `nil` where nothing tells what the frames are of.
    /// - Throws: ``AudioFileError`` where there are bytes behind the metadata, and not one frame; `unavailable` for
    ///   bits that are not supported.
    static func flac(
        _ source: ByteSource, start: Int64, tags: [FileProperties.Tag], warnings: [FileWarning] = []
    ) throws(AudioFileError) -> PacketFileDecoder? {
        let end = try source.byteCount()
        let scan = PacketScan(source, FLACFramer(byteCount: end - start), range: start..<end)
        try scan.scanAll()
        guard let stream = scan.stream, let depth = stream.sourceBitDepth else { return nil }
        guard stream.hasReadableDepth else { throw .unsupportedFLAC(bitDepth: depth, path: source.name) }
        let longest = max(1, scan.index.maximumFrameCount)
        let make = { () throws(CodecError) in try PacketDecoders.flac(stream.magicCookie, longestPacket: longest) }
        guard let decoder = try? make() else { return nil }
        if scan.index.packetCount == 0, let loss = scan.losses.first {
            throw AudioFileError(
                .invalidFile, path: source.name, at: .byte(loss.offset),
                "of this FLAC file's \(loss.byteCount) bytes of audio none are a sound frame",
                nextStep: FLACMetadata.nextStep)
        }
        let claimed = stream.packetTable?.validFrames
        let (gaps, found) = try gaps(source, scan, decoder, total: claimed)
        let line = PacketLine(scan.index, gaps: gaps)
        var properties = FileProperties(flac: stream, bitDepth: depth)
        (properties.frameCount, properties.tags, properties.warnings) = (line.frameCount, tags, warnings + found)
        if let claimed, claimed == line.frameCount {
            properties.lengthSource = .header
        } else if let claimed {
            properties.claimedFrameCount = claimed
            properties.warnings.append(
                .decodable(line.frameCount, of: claimed, at: scan.lossAtEnd.map { .byte($0.offset) }, path: source.name)
            )
        }
        return PacketFileDecoder(
            source, line, decoder, sound: 0..<line.frameCount, order: Array(0..<decoder.format.channelCount),
            properties: properties, another: make)
    }

    /// A FLAC file in whose metadata something is wrong: its frames may be sound for all that.
    ///
    /// - Parameter error: what is wrong.
    /// - Returns: `nil` where there is no frame, or where the file is refused for another reason.
    static func flac(
        _ source: ByteSource, start: Int64, refusedBy error: AudioFileError
    ) throws(AudioFileError) -> PacketFileDecoder? {
        guard error.kind == .badData else { return nil }
        let scan = PacketScan(
            source, FLACFramer(byteCount: try source.byteCount() - start), range: start..<(try source.byteCount()))
        try scan.scan(packets: 1)
        guard scan.index.packetCount > 0, scan.stream?.hasReadableDepth ?? false else { return nil }
        let warning = FileWarning(
            path: source.name, at: error.position, error.problem, consequence: "the audio is used without its texts")
        return try flac(source, start: start, tags: [], warnings: [warning])
    }

    /// The frames that are lost between those that were found, by their numbers (``LostFrames``).
    private static func gaps(
        _ source: ByteSource, _ scan: PacketScan, _ decoder: any PacketDecoder, total: Int64?
    ) throws(AudioFileError) -> (gaps: [PacketLine.Gap], warnings: [FileWarning]) {
        var gaps: [PacketLine.Gap] = []
        var warnings: [FileWarning] = []
        var lost = LostFrames(sampleRate: decoder.format.sampleRate, total: total)
        var contradictions = FLACContradictions(scan.stream)
        var losses = scan.losses[...]
        var entries = scan.index.entries(from: 0)
        var packet: Int64 = 0
        while let entry = entries.next() {
            let loss = losses.first?.packet == packet ? losses.removeFirst() : nil
            let head = try source.bytes(at: entry.offset, count: min(entry.byteCount, 32))
            for warning in contradictions.warnings(head.span, at: entry.offset, path: source.name) {
                warnings.addPlace(warning)
            }
            let stated = decoder.statedFrames(of: head.span)
            let frame = lost.position
            let trouble = lost.trouble(
                before: stated?.lowerBound, frameCount: entry.frames, junkByteCount: loss?.byteCount ?? 0)
            if trouble.frameCount > 0 { gaps.append(PacketLine.Gap(packet: packet, frames: frame..<lost.position)) }
            warnings.addPlace(trouble, byte: loss?.offset ?? 0, frame: frame, path: source.name)
            lost.take(stated, frameCount: entry.frames)
            packet += 1
        }
        // With a total, what is missing at the end shows in the count; without one, only bytes that are no frame tell
        // of it.
        if total == nil, let loss = scan.lossAtEnd {
            let trouble = lost.trouble(before: nil, frameCount: 0, junkByteCount: loss.byteCount)
            warnings.addPlace(trouble, byte: loss.offset, frame: lost.position, path: source.name)
        }
        return (gaps, warnings)
    }
}

extension PacketScan {
    /// The bytes behind the last packet that are none.
    fileprivate var lossAtEnd: Loss? { losses.last.flatMap { $0.packet == index.packetCount ? $0 : nil } }
}

extension FramedStream {
    static let readableFLACDepths = [8, 16, 24]

    /// Whether the bits of FLAC are some that files are read of.
    var hasReadableDepth: Bool { sourceBitDepth.map(Self.readableFLACDepths.contains) ?? false }
}

extension AudioFileError {
    /// - Parameter refusal: libsndfile's, where it was asked.
    static func unsupportedFLAC(bitDepth: Int, _ refusal: AudioFileError? = nil, path: String) -> Self {
        Self(
            .unsupportedDataFormat, kind: .unavailable, path: path, "FLAC of \(bitDepth) bits is not supported",
            cause: refusal?.cause,
            nextStep: "convert it to 16 or 24 bits with flac or ffmpeg")
    }
}
