package import KKCodecs

/// MPEG frames that one decoder can take in one go: one format, one encoder's run, the junk between them left out.
///
/// The frames lie in *extents*, runs of whole frames in the file; put end to end these are the segment's stream. It
/// begins with the first frame of audio (an info tag is not part of it). It is decoded in *pieces* (``MPEGPiece``),
/// each by a decoder of its own, whoever reads it and in whatever order.
package struct MPEGSegment: Sendable {
    /// A run of bytes of the file and its place in the segment's stream.
    package struct Extent: Hashable, Sendable {
        package var fileOffset: Int64
        package var streamOffset: Int64
        package var byteCount: Int64

        package init(fileOffset: Int64, streamOffset: Int64, byteCount: Int64) {
            (self.fileOffset, self.streamOffset, self.byteCount) = (fileOffset, streamOffset, byteCount)
        }
    }

    package var format: MPEGFrameHeader.Format
    package var info: MPEGInfoTag?
    /// The bytes of an unpadded free-format frame; `nil` if the headers state the size.
    package var freeFormatByteCount: Int?
    package var extents: [Extent] = []
    /// In order; together they are the whole stream.
    package var pieces: [MPEGPiece] = []
    /// The MPEG frames found.
    package var packetCount: Int64 = 0
    /// The bytes that the last frame lacks at the end of the file; the decoder gets zeros.
    var missingByteCount: Int64 = 0

    package init(format: MPEGFrameHeader.Format, info: MPEGInfoTag?) {
        (self.format, self.info) = (format, info)
    }

    /// The stream's bytes, missing ones included.
    package var byteCount: Int64 { (extents.last.map { $0.streamOffset + $0.byteCount } ?? 0) + missingByteCount }

    /// All frames of audio that decoding gives, priming and padding included.
    package var decodedFrameCount: Int64 { packetCount * Int64(format.framesPerPacket) }

    /// Frames of audio cut off at the start, decoder delay included; `nil` without a gapless tag.
    package var priming: Int64? { info?.delay.map { min($0 + MPEGInfoTag.decoderDelay, decodedFrameCount) } }

    /// Frames of audio cut off at the end, counted from where the tag says that the audio ends; `nil` without a tag,
    /// when that place is not here, and when there is more audio than the tag knows of.
    package var padding: Int64? {
        guard let padding = info?.padding, let claimed = info?.packetCount, let priming, packetCount <= claimed else {
            return nil
        }
        let end = claimed * Int64(format.framesPerPacket) - max(0, padding - MPEGInfoTag.decoderDelay)
        if packetCount < claimed, decodedFrameCount <= end { return nil }
        return min(max(0, decodedFrameCount - end), decodedFrameCount - priming)
    }

    /// The frames of audio that are delivered.
    package var frameCount: Int64 { decodedFrameCount - (priming ?? 0) - (padding ?? 0) }

    /// Appends a frame of `byteCount` bytes, `missing` of which are beyond the end of the file.
    package mutating func append(at fileOffset: Int64, byteCount: Int64, missing: Int64 = 0) {
        let end = self.byteCount
        packetCount += 1
        missingByteCount = missing
        if let last = extents.last, last.fileOffset + last.byteCount == fileOffset {
            extents[extents.count - 1].byteCount += byteCount - missing
        } else {
            extents.append(Extent(fileOffset: fileOffset, streamOffset: end, byteCount: byteCount - missing))
        }
    }

    /// Takes note of the frames that decoding each piece really gave.
    package mutating func correct(_ counts: [Int64]) {
        var frames: Int64 = 0
        for index in pieces.indices {
            pieces[index].firstFrame = frames
            frames += counts[index]
        }
        packetCount = min(packetCount, frames / Int64(format.framesPerPacket))
    }
}
