public import KKPCM

extension PCMPacker {
    /// Converts the `frameLength` valid frames of `buffer` to those of `bytes` from frame `frame` on, which has room
    /// for them: for rooms without pointers. See ``pack(_:firstFrame:into:)``.
    ///
    /// ## Allocation
    /// None, as long as `bytes` is not shared with another value.
    public mutating func pack(
        _ buffer: borrowing PCMBuffer, firstFrame: Int64, into bytes: inout [UInt8], at frame: Int
    ) {
        let start = frame * bytesPerFrame
        precondition(frame >= 0 && start + buffer.frameLength * bytesPerFrame <= bytes.count, "more frames than bytes")
        unsafe bytes.withUnsafeMutableBytes { all in
            let part = unsafe UnsafeMutableRawBufferPointer(
                rebasing: all[start..<start + buffer.frameLength * bytesPerFrame])
            var span = unsafe part.mutableBytes
            _ = pack(buffer, firstFrame: firstFrame, into: &span)
        }
    }
}
