internal import KKCodecs
internal import KKPCM

/// Streams of containers that have a parser here, and whose codec has no decoder of packets here: libavformat takes
/// them out of the file. What the parser has found beside the sound is told as of any other file.
extension PacketFileDecoder {
    /// A stream of Matroska, MP4 or CAF (``Container/demuxedStream``).
    static func demuxed(
        _ source: ByteSource, _ container: Container, of fileType: FileType, stream: Int
    ) throws(AudioFileError) -> (any FileDecoder, FileProperties) {
        let decoder = try demuxed(
            source, fileType, stream: stream, formatID: container.dataFormat.formatID,
            stated: container.statedFrameCount)
        var properties = container.completing(decoder.properties, of: fileType)
        if !container.tags.isEmpty { properties.tags = container.tags }
        return (decoder, properties)
    }

    /// A stream of Ogg (``OggScan/demuxed``).
    static func demuxed(
        _ source: ByteSource, _ scan: OggScan, stream: Int, formatID: FourCharCode
    ) throws(AudioFileError) -> (any FileDecoder, FileProperties) {
        let decoder = try demuxed(source, .ogg, stream: stream, formatID: formatID)
        var properties = decoder.properties
        properties.streams = scan.audio
        properties.warnings = scan.warnings + properties.warnings
        return (decoder, properties)
    }

    /// - Throws: as ``demuxed(_:_:_:stream:)``; `unavailable` also where libavformat takes the stream for something else.
    private static func demuxed(
        _ source: ByteSource, _ fileType: FileType, stream: Int, formatID: FourCharCode, stated: Int64? = nil
    ) throws(AudioFileError) -> PacketFileDecoder {
        let name = StreamDescription.codecName(formatID)
        guard let demuxer = ContainerFormat.of(fileType)?.demuxer else {
            throw source.unavailable(name, in: fileType)
        }
        let decoder = try demuxed(source, fileType, demuxer, stream: stream, stated: stated)
        guard decoder.properties.dataFormat.formatID == formatID else { throw source.unavailable(name, in: fileType) }
        return decoder
    }
}
