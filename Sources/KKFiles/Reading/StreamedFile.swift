internal import KKCodecs
internal import KKConvert
internal import KKPCM

/// A pipe that is decoded as it comes: bytes → ``AudioFileStream`` → packets → frames, in constant memory.
///
/// What comes out is what the decoders of files make of the same bytes, to the bit. Linear data goes through
/// ``LinearPCMDecoder`` itself, MPEG audio is decoded in the pieces of its files, and FLAC's frames need nothing of
/// each other.
enum StreamedFile {
    /// - Parameter quality: how a rate that changes inside the stream is converted.
    /// - Returns: `nil` for what must be read by position: kinds that the parser refuses or does not know, codecs that
    ///   have no decoder of packets, headers that may mean something else once the end is known. Nothing of the pipe is
    ///   lost then.
    /// - Throws: for a pipe that cannot be read.
    static func open(_ source: ByteSource, quality: ResamplerQuality) throws(AudioFileError) -> (any FileDecoder)? {
        guard let feed = try StreamFeed(source) else { return nil }
        if feed.stream.framer is MPEGFramer, let first = feed.nextOffset {
            try feed.reach(MPEGSearch.reach(behind: Int(first)))
        }
        let header = source.file?.taken ?? []
        guard let decoder = try? decoder(for: feed, header: header, quality: quality) else { return nil }
        source.file?.keepNoMore()
        return decoder
    }

    private static func decoder(
        for feed: StreamFeed, header: [UInt8], quality: ResamplerQuality
    ) throws -> (any FileDecoder)? {
        let head = ByteSource(bytes: header, name: feed.name)
        // What the file would be taken for by its name.
        let probe = try FormatProbe(head)
        switch (probe.fileType, feed.stream.framer) {
        case (.mpeg, is MPEGFramer):
            guard let run = try feed.nextRun(), let format = run.format else { return nil }
            var properties = MPEGDecoder.properties(of: run, format: format)
            let scan = try MPEGScan(head, range: 0..<Int64(header.count))
            properties.tags = try ID3Texts.read(head, range: 0..<Int64(header.count), tagRanges: scan.tagRanges)
            properties.warnings = probe.warnings
            return try StreamedMPEGDecoder(feed, properties: properties, quality: quality)
        case (.flac, is FLACFramer):
            // Of what has no packet its end may tell more.
            guard feed.nextOffset != nil, let stream = feed.stream.stream,
                let properties = flac(stream, head, start: probe.start)
            else { return nil }
            // How long the longest frame is shows at the end alone.
            let decoder = try PacketDecoders.flac(stream.magicCookie, longestPacket: 0xFFFF)
            return StreamedFLACDecoder(feed, decoder, properties: properties)
        case (_, nil):
            guard let audio = feed.stream.audio, let container = audio.container,
                feed.stream.container?.fileType == probe.fileType,
                feed.stream.container?.audio?.hasZeroSize == false,
                var properties = linear(audio, container, probe.fileType)
            else { return nil }
            properties.warnings =
                probe.warnings
                + properties.warnings.map {
                    FileWarning(path: feed.name, at: $0.position, $0.problem, consequence: $0.consequence)
                }
            let data = StreamedLinearData(feed, start: audio.dataOffset, claimedByteCount: audio.dataByteCount)
            return try LinearPCMDecoder(data, container: container, properties: properties)
        default: return nil
        }
    }

    /// From here on a size of 32 bits is what a writer puts there that cannot go back: FFmpeg 2³² − 1, others something
    /// near 2³¹.
    private static let leastPlaceholder: Int64 = 0x7FFF_0000

    /// No audio is as long as this: the size is a slip, and the end of the pipe says more.
    private static let mostByteCount: Int64 = 1 << 50
    /// Farther after a header that says where no program puts the audio.
    private static let farthestOffset: Int64 = 1 << 16

    /// What is known of linear data before it has come; `nil` if its end may tell something else.
    private static func linear(
        _ audio: StreamAudio, _ container: Container, _ fileType: FileType
    ) -> FileProperties? {
        guard let kind = fileType.kind else { return nil }
        // Of a size of 0, or of one that has no room for audio, only what follows tells what it means; and the order of
        // the channels may come after the audio.
        guard audio.dataByteCount != 0, case .constant = audio.packets else { return nil }
        if kind.statesDataOffset, audio.dataOffset > farthestOffset { return nil }
        if kind.layoutMayFollow, !container.statesLayout, audio.dataByteCount != nil { return nil }
        var properties = container.properties(of: fileType)
        // Whether the last bytes come shows at the end.
        properties.warnings.removeAll { $0 == container.restWarning }
        if let count = audio.dataByteCount, count < (kind.hasLongSizes ? mostByteCount : leastPlaceholder) {
            return properties
        }
        (properties.frameCount, properties.lengthSource, properties.claimedFrameCount) = (
            FileProperties.openFrameCount, .open, nil
        )
        return properties
    }

    /// What is known of FLAC; `nil` where something is wrong with its metadata.
    private static func flac(_ stream: FramedStream, _ head: ByteSource, start: Int64) -> FileProperties? {
        guard let depth = stream.sourceBitDepth, stream.hasReadableDepth,
            let metadata = try? FLACMetadata(head, start: start), metadata.damage == nil,
            let tags = try? metadata.tags()
        else { return nil }
        var properties = FileProperties(flac: stream, bitDepth: depth)
        (properties.frameCount, properties.lengthSource) = (FileProperties.openFrameCount, .open)
        properties.expectedFrameCount = stream.packetTable?.validFrames
        properties.tags = tags
        return properties
    }
}

extension FileProperties {
    /// What STREAMINFO says of a FLAC file, but for its length.
    init(flac stream: FramedStream, bitDepth: Int) {
        let channels = stream.format.channelCount
        self.init(
            fileType: .flac,
            dataFormat: stream.format, layout: stream.layout ?? .standard(channels), frameCount: 0, lengthSource: .scan,
            sourceBitDepth: bitDepth)
        soundChecksum = stream.streamInfo?.soundChecksum
    }
}

extension MPEGDecoder {
    /// What is known of a stream whose first packets are of `run`.
    fileprivate static func properties(of run: StreamRun, format: MPEGFrameHeader.Format) -> FileProperties {
        var segment = MPEGSegment(format: format, info: run.info)
        segment.packetCount = run.info?.packetCount ?? 1 << 32
        var properties = properties(of: [segment], first: segment, isPlain: true)
        properties.expectedFrameCount = run.info?.packetCount.map { _ in segment.frameCount }
        (properties.frameCount, properties.lengthSource) = (FileProperties.openFrameCount, .open)
        (properties.claimedFrameCount, properties.padding) = (nil, nil)
        return properties
    }
}
