public import KKPCM

extension PCMPacker {
    /// Converts the `frameLength` valid frames of `buffer` into `bytes` from frame `frame`, which must have room for
    /// them: for modules without pointers. See ``pack(_:firstFrame:into:)``.
    ///
    /// ## Allocation
    /// None, unless `bytes` is shared with another value.
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
