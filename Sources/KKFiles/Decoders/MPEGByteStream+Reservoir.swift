extension MPEGByteStream {
    /// Makes those layer III frames at the start silent whose main data begins before it.
    ///
    /// A layer III frame may keep its data in the frames before it, up to 511 bytes back. A decoder that starts in the middle lacks them;
    /// libmpg123 then gives up some of these frames before their synthesis, which puts all later frames in another phase of its synthesis
    /// buffer, and that changes their last bits. With empty side information they are synthesized from nothing, the phase is kept, and their own
    /// bytes are there for the frames that follow.
    ///
    /// Source: ISO/IEC 11172-3 §2.4.1.7 (`main_data_begin`: 9 bits, 8 in ISO/IEC 13818-3).
    func silenceOrphans(format: MPEGFrameHeader.Format, freeFormatByteCount: Int?) {
        guard format.layer == 3 else { return }
        let sideByteCount = format.sideInformationByteCount
        let limit = format.version == .mpeg1 ? 511 : 255
        var reservoir = 0
        var frames: [UInt8] = []
        var patchedCount = 0
        while reservoir < limit, frames.count < byteCount, frames.count < 1 << 17 {
            let head = next(4)
            guard head.count == 4, let header = head.bigEndian32(at: 0).flatMap(MPEGFrameHeader.init) else { break }
            guard let size = header.byteCount ?? freeFormatByteCount.map({ $0 + header.paddingByteCount }) else { break }
            let side = header.isProtected ? 6 : 4
            var frame = head + next(size - 4)
            guard frame.count >= side + sideByteCount else { break }
            let begin = format.version == .mpeg1 ? Int(frame[side]) << 1 | Int(frame[side + 1] >> 7) : Int(frame[side])
            if begin > reservoir {
                for index in side..<side + sideByteCount { frame[index] = 0 }
                if format.version == .mpeg1 {
                    frame[side] = UInt8(truncatingIfNeeded: reservoir >> 1)
                    frame[side + 1] = UInt8(truncatingIfNeeded: reservoir << 7)
                } else {
                    frame[side] = UInt8(truncatingIfNeeded: reservoir)
                }
                patchedCount = frames.count + frame.count
            }
            frames += frame
            reservoir = min(limit, reservoir + max(0, size - side - sideByteCount))
        }
        patch = Array(frames.prefix(patchedCount))
        _ = seek(to: 0)
    }

    private func next(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        var raw = unsafe span.mutableBytes
        let done = read(into: &raw)
        return Array(bytes.prefix(done))
    }
}
