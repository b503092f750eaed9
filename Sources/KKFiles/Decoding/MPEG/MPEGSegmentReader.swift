internal import KKCodecs
internal import KKPCM

/// The audio of one ``MPEGSegment``, priming and padding cut off, piece after piece, with a fresh decoder for each.
///
/// libmpg123 is never asked to seek: after its own seek the samples differ in the last bits from those of a straight
/// run.
///
/// ## Allocation
/// A decoder of some 60 kB for every piece that is begun and every seek, and nothing else.
final class MPEGSegmentReader: PiecewiseSource {
    let segment: MPEGSegment
    /// At the segment's own rate.
    let format: StreamDescription

    var frameCount: Int64? { segment.frameCount }

    private let source: ByteSource
    private let outputChannelCount: Int
    private var decoder: Mpg123Handle
    /// The piece that `decoder` is in.
    private var piece = 0
    /// The frame of decoded audio, priming included, that the decoder gives next.
    private var decoded: Int64 = 0
    /// The frame of decoded audio that is wanted next.
    private var target: Int64

    init(_ source: ByteSource, segment: MPEGSegment, outputChannelCount: Int) throws(AudioFileError) {
        self.source = source
        self.segment = segment
        self.outputChannelCount = outputChannelCount
        format = .canonical(sampleRate: Double(segment.format.sampleRate), channels: outputChannelCount)
        decoder = try Self.decoder(
            source, segment: segment, piece: segment.pieces[0], outputChannelCount: outputChannelCount)
        target = segment.priming ?? 0
    }

    /// The frames that decoding each piece really gives, by doing it.
    static func countFrames(_ source: ByteSource, segment: MPEGSegment) throws(AudioFileError) -> [Int64] {
        var counts: [Int64] = []
        for piece in segment.pieces {
            var decoder = try decoder(
                source, segment: segment, piece: piece, outputChannelCount: segment.format.channelCount)
            counts.append(try decoder.skip(.max))
        }
        return counts
    }

    /// A decoder that gives the piece's first frame next.
    private static func decoder(
        _ source: ByteSource, segment: MPEGSegment, piece: MPEGPiece, outputChannelCount: Int
    ) throws(AudioFileError) -> Mpg123Handle {
        let stream = MPEGByteStream(source, segment: segment, piece: piece)
        stream.silenceOrphans(format: segment.format, freeFormatByteCount: segment.freeFormatByteCount)
        var decoder = try Mpg123Handle(
            stream, format: segment.format, freeFormatByteCount: segment.freeFormatByteCount,
            outputChannelCount: outputChannelCount)
        if piece.warmUp > 0 { _ = try decoder.skip(piece.warmUp) }
        return decoder
    }

    /// Reads at most `frameCount` frames; zero is the end of the segment.
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0 else { return 0 }
        while true {
            let count = try readPiece(into: &buffer, at: offset, frameCount: frameCount)
            if count > 0 { return count }
            guard piece + 1 < segment.pieces.count, target < deliveredFrames.upperBound else { return 0 }
            try open(piece + 1)
        }
    }

    /// Makes `frame` the next one to be read.
    func seek(to frame: Int64) throws(AudioFileError) {
        target = deliveredFrames.lowerBound + min(max(0, frame), segment.frameCount)
        let index = (segment.pieces.lastIndex { $0.firstFrame <= target }) ?? 0
        // A decoder on the way there need not be opened again.
        if index == piece, decoded <= target { return }
        let wanted = target
        try open(index)
        target = wanted
    }

    // MARK: Pieces

    var pieceCount: Int { segment.pieces.count }

    func frames(ofPiece index: Int) -> Range<Int64> {
        let delivered = deliveredFrames
        let all = decodedFrames(ofPiece: index).clamped(to: delivered)
        return all.lowerBound - delivered.lowerBound..<all.upperBound - delivered.lowerBound
    }

    func reopened() throws -> any PiecewiseSource {
        try MPEGSegmentReader(source, segment: segment, outputChannelCount: outputChannelCount)
    }

    /// Puts a fresh decoder before the piece at `index`.
    func open(_ index: Int) throws(AudioFileError) {
        decoder = try Self.decoder(
            source, segment: segment, piece: segment.pieces[index], outputChannelCount: outputChannelCount)
        piece = index
        decoded = segment.pieces[index].firstFrame
        target = max(decoded, deliveredFrames.lowerBound)
    }

    func readPiece(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        let end = min(decodedFrames(ofPiece: piece).upperBound, deliveredFrames.upperBound)
        let wanted = Int(min(Int64(frameCount), end - target))
        guard wanted > 0 else { return 0 }
        if decoded < target { decoded += try decoder.skip(target - decoded) }
        guard decoded == target else { return 0 }
        let count = try decoder.read(into: &buffer, at: offset, frameCount: wanted)
        decoded += Int64(count)
        target += Int64(count)
        return count
    }

    /// What is delivered, in frames of decoded audio.
    private var deliveredFrames: Range<Int64> {
        let start = segment.priming ?? 0
        return start..<start + segment.frameCount
    }

    private func decodedFrames(ofPiece index: Int) -> Range<Int64> {
        let pieces = segment.pieces
        return pieces[index]
            .firstFrame..<(index + 1 < pieces.count ? pieces[index + 1].firstFrame : segment.decodedFrameCount)
    }
}
