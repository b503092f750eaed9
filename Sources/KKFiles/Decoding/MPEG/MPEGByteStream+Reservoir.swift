internal import KKCodecs

extension MPEGByteStream {
    /// Makes those layer III frames at the start silent whose main data begins before it (``MPEGReservoir``).
    func silenceOrphans(format: MPEGFrameHeader.Format, freeFormatByteCount: Int?) {
        var reservoir = MPEGReservoir(format)
        var frames: [UInt8] = []
        var patchedCount = 0
        while !reservoir.isFull, frames.count < byteCount, frames.count < 1 << 17 {
            let head = next(4)
            guard head.count == 4, let header = head.bigEndian32(at: 0).flatMap(MPEGFrameHeader.init) else { break }
            guard let size = header.byteCount ?? freeFormatByteCount.map({ $0 + header.paddingByteCount }) else {
                break
            }
            var frame = head + next(size - 4)
            guard let isSilenced = reservoir.take(&frame, byteCount: size, header: header) else { break }
            if isSilenced { patchedCount = frames.count + frame.count }
            frames += frame
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
