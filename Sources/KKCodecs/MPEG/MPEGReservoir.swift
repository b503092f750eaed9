/// What a decoder that starts in the middle has of layer III's bit reservoir, and the silencing of frames that reach
/// back beyond it.
///
/// A layer III frame may keep its data in the frames before it, up to 511 bytes back. A decoder that starts in the
/// middle lacks them; libmpg123 then gives up some of these frames before their synthesis, which puts all later frames
/// in another phase of its synthesis buffer, and that changes their last bits. With empty side information they are
/// synthesized from nothing, the phase is kept, and their own bytes are there for the frames that follow.
///
/// Source: ISO/IEC 11172-3 §2.4.1.7 (`main_data_begin`: 9 bits, 8 in ISO/IEC 13818-3).
package struct MPEGReservoir {
    private let format: MPEGFrameHeader.Format
    private let limit: Int
    private var byteCount = 0

    /// An empty one: the decoder's next frame is its first.
    package init(_ format: MPEGFrameHeader.Format) {
        self.format = format
        limit = format.reservoirByteCount
    }

    /// Whether no frame can reach back further. It stays so.
    package var isFull: Bool { byteCount >= limit }

    /// Takes the next frame in, and makes it silent when it reaches back further than there is something.
    ///
    /// - Parameters:
    ///   - frame: a whole frame at the front, or what there is of it.
    ///   - byteCount: the frame's bytes.
    /// - Returns: whether it was changed; `nil` if the frame is too short for its side information.
    package mutating func take(_ frame: inout [UInt8], byteCount: Int, header: MPEGFrameHeader) -> Bool? {
        guard !isFull else { return false }
        let side = header.isProtected ? 6 : 4
        let end = side + format.sideInformationByteCount
        guard frame.count >= end else { return nil }
        let begin = format.version == .mpeg1 ? Int(frame[side]) << 1 | Int(frame[side + 1] >> 7) : Int(frame[side])
        let isOrphan = begin > self.byteCount
        if isOrphan {
            for index in side..<end { frame[index] = 0 }
            if format.version == .mpeg1 {
                frame[side] = UInt8(truncatingIfNeeded: self.byteCount >> 1)
                frame[side + 1] = UInt8(truncatingIfNeeded: self.byteCount << 7)
            } else {
                frame[side] = UInt8(truncatingIfNeeded: self.byteCount)
            }
        }
        self.byteCount = min(limit, self.byteCount + max(0, byteCount - end))
        return isOrphan
    }
}
