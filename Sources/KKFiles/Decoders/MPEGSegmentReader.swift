internal import KKPCM

/// The audio of one ``MPEGSegment``, priming and padding cut off, with a fresh decoder for every place that is sought.
///
/// libmpg123 is never asked to seek: after its own seek the samples differ in the last bits from those of a straight run. A fresh decoder
/// that starts at a frame whose number is a multiple of 8 gives the very same bits once its bit reservoir and filters are filled.
final class MPEGSegmentReader: FrameSource {
    let segment: MPEGSegment
    /// At the segment's own rate.
    let format: StreamDescription

    var frameCount: Int64? { segment.frameCount }

    private let source: ByteSource
    private let outputChannelCount: Int
    private var decoder: Mpg123Handle
    /// The frame of decoded audio, priming included, that the decoder gives next.
    private var decoded: Int64 = 0
    /// The frame of delivered audio that is read next.
    private var position: Int64 = 0

    init(_ source: ByteSource, segment: MPEGSegment, outputChannelCount: Int) throws(AudioFileError) {
        self.source = source
        self.segment = segment
        self.outputChannelCount = outputChannelCount
        format = .canonical(sampleRate: Double(segment.format.sampleRate), channels: outputChannelCount)
        decoder = try Self.decoder(source, segment: segment, checkpoint: 0, outputChannelCount: outputChannelCount)
    }

    /// The frames that decoding the segment really gives, by doing it.
    static func countFrames(_ source: ByteSource, segment: MPEGSegment) throws(AudioFileError) -> Int64 {
        var decoder = try decoder(source, segment: segment, checkpoint: 0, outputChannelCount: segment.format.channelCount)
        return try decoder.skip(.max)
    }

    private static func decoder(
        _ source: ByteSource, segment: MPEGSegment, checkpoint: Int, outputChannelCount: Int
    ) throws(AudioFileError) -> Mpg123Handle {
        let start = segment.checkpoints.indices.contains(checkpoint) ? segment.checkpoints[checkpoint] : 0
        let stream = MPEGByteStream(source, segment: segment, start: start)
        stream.silenceOrphans(format: segment.format, freeFormatByteCount: segment.freeFormatByteCount)
        return try Mpg123Handle(
            stream, format: segment.format, freeFormatByteCount: segment.freeFormatByteCount, outputChannelCount: outputChannelCount)
    }

    /// Reads at most `frameCount` frames; zero is the end of the segment.
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        let wanted = Int(min(Int64(frameCount), segment.frameCount - position))
        guard wanted > 0 else { return 0 }
        let target = position + (segment.priming ?? 0)
        if decoded < target { decoded += try decoder.skip(target - decoded) }
        guard decoded == target else { return 0 }
        let count = try decoder.read(into: &buffer, at: offset, frameCount: wanted)
        decoded += Int64(count)
        position += Int64(count)
        return count
    }

    /// Makes `frame` the next one to be read.
    func seek(to frame: Int64) throws(AudioFileError) {
        position = min(max(0, frame), segment.frameCount)
        let target = position + (segment.priming ?? 0)
        let packet = target / Int64(segment.format.framesPerPacket)
        let checkpoint = max(0, packet - MPEGSegment.preroll) / MPEGSegment.stride
        let start = checkpoint * MPEGSegment.stride * Int64(segment.format.framesPerPacket)
        // A decoder that is already between the two need not be opened again.
        if decoded >= start, decoded <= target { return }
        decoder = try Self.decoder(source, segment: segment, checkpoint: Int(checkpoint), outputChannelCount: outputChannelCount)
        decoded = start
    }
}
