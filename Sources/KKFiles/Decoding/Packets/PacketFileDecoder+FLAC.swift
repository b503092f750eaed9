internal import KKCodecs
internal import KKPCM

extension PacketFileDecoder {
    /// A FLAC file, whose frames are found by their checksums, as out of a pipe. What lies between them is lost, and the
    /// frames' numbers tell how many frames that was. Of rate, channels, bits and blocks the frames have the last word,
    /// and where the metadata is damaged the frames may be sound for all that.
    ///
    /// - Parameter start: where the file begins, after tags.
    /// - Throws: ``AudioFileError`` where nothing tells what the frames are of, and where there is not one frame among
    ///   the bytes after the metadata; `unavailable` for bits that are not supported.
    static func flac(_ source: ByteSource, start: Int64) throws(AudioFileError) -> PacketFileDecoder {
        let metadata = try FLACMetadata(source, start: start)
        let damage = metadata.damage
        let end = try source.byteCount()
        let scan = PacketScan(source, FLACFramer(byteCount: end - start), range: start..<end)
        try scan.scanAll()
        let longest = max(1, scan.index.maximumFrameCount)
        guard let stream = scan.stream, let depth = stream.sourceBitDepth, damage == nil || stream.hasReadableDepth
        else {
            throw damage ?? metadata.unreadable
        }
        guard stream.hasReadableDepth else { throw .unsupportedFLAC(bitDepth: depth, path: source.name) }
        try SharedLibrary.libFLAC.load(for: source.name)
        let make = { () throws(CodecError) in try PacketDecoders.flac(stream.magicCookie, longestPacket: longest) }
        guard let decoder = try? make() else { throw damage ?? metadata.unreadable }
        if scan.index.packetCount == 0, let damage { throw damage }
        if scan.index.packetCount == 0, let loss = scan.losses.first {
            throw AudioFileError(
                .invalidFile, path: source.name, at: .byte(loss.offset),
                "none of this FLAC file's \(loss.byteCount) bytes of audio are an intact frame",
                nextStep: FLACMetadata.nextStep)
        }
        let claimed = stream.packetTable?.validFrames
        let (gaps, found) = try gaps(source, scan, decoder, total: claimed)
        let line = PacketLine(scan.index, gaps: gaps)
        var properties = FileProperties(flac: stream, bitDepth: depth)
        (properties.frameCount, properties.tags) = (line.frameCount, try metadata.tags())
        if let damage {
            properties.warnings.append(
                FileWarning(
                    path: source.name, at: damage.position, damage.problem,
                    consequence: "the audio is used without its tags"))
        }
        properties.warnings += found
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
        // With a total, what is missing at the end shows in the count; without one, only bytes that are not a frame
        // tell of it.
        if total == nil, let loss = scan.lossAtEnd {
            let trouble = lost.trouble(before: nil, frameCount: 0, junkByteCount: loss.byteCount)
            warnings.addPlace(trouble, byte: loss.offset, frame: lost.position, path: source.name)
        }
        return (gaps, warnings)
    }
}

extension PacketScan {
    /// The bytes after the last packet that are none.
    fileprivate var lossAtEnd: Loss? { losses.last.flatMap { $0.packet == index.packetCount ? $0 : nil } }
}

extension AudioFileError {
    static func unsupportedFLAC(bitDepth: Int, path: String) -> Self {
        Self(
            .unsupportedDataFormat, kind: .unavailable, path: path, "FLAC of \(bitDepth) bits is not supported",
            nextStep: "convert it to 16 or 24 bits with flac or ffmpeg")
    }
}
