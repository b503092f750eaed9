extension PacketLine {
    /// Calls `body` with the first bytes of every packet, in order; fewer where a packet or the file is shorter.
    ///
    /// Allocates one window of 4 KiB, through which the file is read from front to back: short packets are many to a
    /// read, and of a long one no more than a window is read.
    package func forEachHead(
        of count: Int, in source: ByteSource, _ body: (_ entry: Entry, _ head: ArraySlice<UInt8>) -> Void
    ) throws(AudioFileError) {
        var window = [UInt8](repeating: 0, count: 1 << 12)
        var held: Range<Int64> = 0..<0
        try forEachEntry { entry throws(AudioFileError) in
            let wanted = entry.offset..<entry.offset + Int64(min(count, entry.byteCount))
            if wanted.lowerBound < held.lowerBound || wanted.upperBound > held.upperBound {
                held =
                    entry.offset..<entry.offset
                    + Int64(try source.read(at: entry.offset, into: &window, count: window.count))
            }
            let head = wanted.clamped(to: held)
            body(entry, window[Int(head.lowerBound - held.lowerBound)..<Int(head.upperBound - held.lowerBound)])
        }
    }
}
