package import KKCodecs

/// Cuts a segment into pieces while a scan finds its frames.
///
/// It remembers the frames that the next piece's decoder could start at. A cut for which none of them is early enough
/// is left out; no frame of the standard's bit rates makes that happen.
package struct MPEGPieceCutter {
    private struct Frame {
        var streamOffset: Int64
        /// The bytes of layer III's main data.
        var dataByteCount: Int
    }

    /// The last frames, the number of the first one being `firstNumber`.
    private var frames: [Frame] = []
    private var firstNumber = 0

    /// At the lowest rate of MPEG-2 a frame holds one byte: 255 frames, the filters' two, and seven to the next
    /// multiple of 8.
    private static let lookBack = 264

    package init() {}

    /// Notes that the next frame of `segment` lies at `streamOffset`; cuts there when it is time.
    package mutating func note(
        _ header: MPEGFrameHeader, byteCount: Int, at streamOffset: Int64, in segment: inout MPEGSegment
    ) {
        let number = Int(segment.packetCount)
        if number == 0 {
            frames.removeAll(keepingCapacity: true)
            firstNumber = 0
            segment.pieces = [MPEGPiece(entry: 0, warmUp: 0, end: nil, firstFrame: 0)]
        } else if number % Int(MPEGPiece.packetCount) == 0, let start = start(for: number, of: header.format) {
            let framesPerPacket = Int64(header.format.framesPerPacket)
            segment.pieces[segment.pieces.count - 1].end = streamOffset
            segment.pieces.append(
                MPEGPiece(
                    entry: frames[start - firstNumber].streamOffset, warmUp: Int64(number - start) * framesPerPacket,
                    end: nil,
                    firstFrame: Int64(number) * framesPerPacket))
        }
        if frames.count >= 4 * Self.lookBack {
            frames.removeFirst(frames.count - Self.lookBack)
            firstNumber = number - Self.lookBack
        }
        let side = (header.isProtected ? 6 : 4) + header.format.sideInformationByteCount
        frames.append(Frame(streamOffset: streamOffset, dataByteCount: max(0, byteCount - side)))
    }

    /// The last frame at which a decoder can start for a piece that begins with frame `number`.
    private func start(for number: Int, of format: MPEGFrameHeader.Format) -> Int? {
        let alignment = MPEGPiece.alignment(of: format)
        let reservoir = format.reservoirByteCount
        var first = number - MPEGPiece.memory(of: format)
        var byteCount = 0
        while first >= firstNumber {
            if byteCount >= reservoir, first % alignment == 0 { return first }
            first -= 1
            if first >= firstNumber { byteCount += frames[first - firstNumber].dataByteCount }
        }
        return nil
    }
}
