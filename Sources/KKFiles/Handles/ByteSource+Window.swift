extension ByteSource {
    /// Reads at most `count` bytes from `offset` on to the start of `window`, which holds as many.
    ///
    /// - Returns: how many were read: fewer only at the end of the input.
    func read(at offset: Int64, into window: inout [UInt8], count: Int) throws(AudioFileError) -> Int {
        precondition(count >= 0 && count <= window.count, "more bytes than the window holds")
        let result = unsafe window.withUnsafeMutableBytes { all in
            var span = unsafe UnsafeMutableRawBufferPointer(rebasing: all[..<count]).mutableBytes
            return Result { () throws(AudioFileError) -> Int in try read(at: offset, into: &span) }
        }
        return try result.get()
    }
}
