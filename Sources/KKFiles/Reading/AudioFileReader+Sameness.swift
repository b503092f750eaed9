extension AudioFileReader {
    /// Whether another file has the same bytes.
    ///
    /// - Parameter block: called before each piece is read; what it throws ends the comparison.
    /// - Throws: what reading throws.
    ///
    /// ## Allocation
    /// Twice 256 kB.
    public func hasSameBytes(as other: AudioFileReader, block: () throws -> Void = {}) throws -> Bool {
        // A stimulus has no bytes.
        guard let source, let otherSource = other.source else { return false }
        let total = try source.byteCount()
        guard try total == otherSource.byteCount() else { return false }
        let length = 1 << 18
        var (bytes, others) = ([UInt8](repeating: 0, count: length), [UInt8](repeating: 0, count: length))
        var offset: Int64 = 0
        while offset < total {
            try block()
            let count = try source.read(at: offset, into: &bytes, count: length)
            guard try otherSource.read(at: offset, into: &others, count: length) == count, count > 0 else {
                return false
            }
            guard count == length ? bytes == others : bytes[..<count] == others[..<count] else { return false }
            offset += Int64(count)
        }
        return true
    }
}
