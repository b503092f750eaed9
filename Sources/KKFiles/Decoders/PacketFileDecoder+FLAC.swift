internal import KKCodecs
internal import KKPCM

extension PacketFileDecoder {
    /// A FLAC file whose frames are found by their checksums, for one with damage in it: what lies between them is lost, and the frames' numbers
    /// tell how many frames that was.
    ///
    /// - Parameters:
    ///   - start: where the file begins, behind tags.
    ///   - properties: of the file as it was opened; the length becomes what is there.
    /// - Returns: `nil` where nothing can be decoded; without a frame, its warnings tell of the bytes that are none.
    static func flac(_ source: ByteSource, start: Int64, properties: FileProperties) throws(AudioFileError) -> PacketFileDecoder? {
        let end = try source.byteCount()
        let scan = PacketScan(source, FLACFramer(byteCount: end - start), range: start..<end)
        try scan.scanAll()
        guard let stream = scan.stream, let decoder = decoder(of: stream),
            decoder.format == .canonical(sampleRate: properties.dataFormat.sampleRate, channels: properties.dataFormat.channelCount)
        else { return nil }
        let (index, gaps, warnings) = try gaps(source, scan, decoder, total: stream.packetTable?.validFrames, range: start..<end)
        let line = PacketLine(index, gaps: gaps)
        var properties = properties
        properties.frameCount = line.frameCount
        properties.lengthSource = .scan
        properties.warnings += warnings
        if let claimed = properties.claimedFrameCount {
            properties.claimedFrameCount = claimed == line.frameCount ? nil : claimed
            if claimed != line.frameCount { properties.warnings.append(.decodable(line.frameCount, of: claimed, path: source.name)) }
        }
        return PacketFileDecoder(
            source, line, decoder, sound: 0..<line.frameCount, order: Array(0..<decoder.format.channelCount), properties: properties)
    }

    /// A FLAC file in whose metadata something is wrong: its frames may be sound for all that.
    ///
    /// - Parameter error: what is wrong.
    /// - Returns: `nil` where there is no frame, or where the file is refused for another reason.
    static func flac(_ source: ByteSource, start: Int64, refusedBy error: AudioFileError) throws(AudioFileError) -> PacketFileDecoder? {
        guard error.kind == .badData else { return nil }
        let scan = PacketScan(source, FLACFramer(byteCount: try source.byteCount() - start), range: start..<(try source.byteCount()))
        try scan.scan(packets: 1)
        guard let stream = scan.stream, let depth = stream.sourceBitDepth, [8, 16, 24].contains(depth) else { return nil }
        var properties = FileProperties(flac: stream, bitDepth: depth)
        properties.warnings = [FileWarning(path: source.name, at: error.position, error.problem, consequence: "the audio is used without its texts")]
        properties.claimedFrameCount = stream.packetTable?.validFrames
        guard let decoder = try flac(source, start: start, properties: properties), decoder.properties.frameCount > 0 else { return nil }
        return decoder
    }

    private static func decoder(of stream: FramedStream) -> (any PacketDecoder)? {
        try? PacketDecoders.decoder(for: stream.format, magicCookie: stream.magicCookie)
    }

    /// The frames that are lost between those that were found, by their numbers (``LostFrames``).
    private static func gaps(
        _ source: ByteSource, _ scan: PacketScan, _ decoder: any PacketDecoder, total: Int64?, range: Range<Int64>
    ) throws(AudioFileError) -> (index: PacketIndex, gaps: [PacketLine.Gap], warnings: [FileWarning]) {
        var index = PacketIndex()
        var frames = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
        var gaps: [PacketLine.Gap] = []
        var warnings: [FileWarning] = []
        var losses = LostFrames(sampleRate: decoder.format.sampleRate, total: total)
        // The byte that comes next.
        var byte = range.lowerBound
        var entries = scan.index.entries(from: 0)
        while let entry = entries.next() {
            var junk = scan.junkByteCount(byte..<entry.offset)
            // A frame is found by the header behind it. Where that is damaged, the frame before it is sound, and its end is the decoder's to find.
            if junk > 0, junk <= longestFrame {
                let rest = try source.bytes(at: entry.offset - junk, count: Int(junk))
                let first = decoder.firstFrame(of: rest.span)
                let made = first != nil && first == losses.expected ?? 0 ? rescued(rest, decoder, &frames) : 0
                if made > 0 {
                    index.append(offset: entry.offset - junk, byteCount: Int(junk), frames: made)
                    losses.take(first, frameCount: made)
                    junk = 0
                }
            }
            let head = try source.bytes(at: entry.offset, count: min(entry.byteCount, 32))
            let number = decoder.firstFrame(of: head.span)
            let frame = losses.position
            let trouble = losses.trouble(before: number, frameCount: entry.frames, junkByteCount: junk)
            if trouble.frameCount > 0 { gaps.append(PacketLine.Gap(packet: index.packetCount, frames: frame..<losses.position)) }
            warnings.addPlace(trouble, byte: entry.offset - junk, frame: frame, path: source.name)
            index.append(offset: entry.offset, byteCount: entry.byteCount, frames: entry.frames)
            losses.take(number, frameCount: entry.frames)
            byte = entry.offset + Int64(entry.byteCount)
        }
        // With a total, what is missing at the end shows in the count; without one, only bytes that are no frame tell of it.
        let junk = scan.junkByteCount(byte..<range.upperBound)
        if total == nil {
            let trouble = losses.trouble(before: nil, frameCount: 0, junkByteCount: junk)
            warnings.addPlace(trouble, byte: range.upperBound - junk, frame: losses.position, path: source.name)
        }
        return (index, gaps, warnings)
    }

    /// The frames of the FLAC frame that some bytes begin with; 0 where it is damaged.
    private static func rescued(_ bytes: [UInt8], _ decoder: any PacketDecoder, _ frames: inout PCMBuffer) -> Int {
        (try? decoder.decode(bytes.span, into: &frames, at: 0)) ?? 0
    }

    /// The most bytes that are looked through for one.
    private static let longestFrame: Int64 = 1 << 24
}

extension PacketScan {
    /// How many bytes between two packets are no headers either.
    fileprivate func junkByteCount(_ range: Range<Int64>) -> Int64 {
        let between = headers.filter { $0.lowerBound >= range.lowerBound && $0.upperBound <= range.upperBound }
        return between.reduce(range.upperBound - range.lowerBound) { $0 - ($1.upperBound - $1.lowerBound) }
    }
}
