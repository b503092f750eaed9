public import KKPCM

extension PCMUnpacker {
    /// Converts `frameCount` frames of `bytes`, from frame `frame`, into `buffer` from its frame `offset`: for modules
    /// without pointers. See ``unpack(_:frameCount:into:at:)``.
    public func unpack(_ bytes: [UInt8], from frame: Int, frameCount: Int, into buffer: inout PCMBuffer, at offset: Int)
    {
        let (start, count) = (frame * bytesPerFrame, frameCount * bytesPerFrame)
        precondition(start >= 0 && count >= 0 && start + count <= bytes.count, "fewer bytes than frames")
        let span = bytes.span
        let raw = unsafe span.extracting(start..<start + count).bytes
        unpack(raw, frameCount: frameCount, into: &buffer, at: offset)
    }
}
