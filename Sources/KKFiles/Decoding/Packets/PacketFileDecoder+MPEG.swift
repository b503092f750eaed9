internal import KKCodecs
internal import KKPCM

extension PacketFileDecoder {
    /// The packets of MPEG audio in a container, by its packet table: what is damaged is silent, and all after it is in
    /// its place, which the MPEG frames themselves do not tell.
    ///
    /// - Parameter format: of the MPEG frames that are there.
    /// - Returns: `nil` if there is no table, or it is not of these frames: most of its packets must be such.
    static func mending(
        _ source: ByteSource, _ container: Container, of fileType: FileType, format: MPEGFrameHeader.Format
    ) throws(AudioFileError) -> PacketFileDecoder? {
        guard container.packetTableInfo != nil,
            container.dataFormat.sampleRate == Double(format.sampleRate),
            container.dataFormat.channelCount == format.channelCount,
            let decoder = try? PacketFileDecoder(source, container, of: fileType),
            decoder.line.maximumFramesPerPacket == format.framesPerPacket
        else { return nil }
        var sound: Int64 = 0
        try decoder.line.forEachHead(of: 4, in: source) { entry, head in
            guard head.count == 4, let header = MPEGFrameHeader(head.reduce(0) { $0 << 8 | UInt32($1) }) else { return }
            if header.format == format, header.byteCount ?? entry.byteCount == entry.byteCount { sound += 1 }
        }
        return 2 * sound > decoder.line.packetCount ? decoder : nil
    }
}
