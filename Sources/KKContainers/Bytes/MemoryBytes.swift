internal import KKMath

/// Parts of a file that are in memory. What lies between them is zeros.
package struct MemoryBytes: ByteInput {
    /// The whole, as far as it is known.
    package var byteCount: Int64
    /// In order, and none over another.
    private(set) var extents: [(offset: Int64, bytes: [UInt8])] = []

    package init(byteCount: Int64 = 0) {
        self.byteCount = byteCount
    }

    package init(_ bytes: [UInt8]) {
        byteCount = Int64(bytes.count)
        extents = [(0, bytes)]
    }

    /// Adds bytes after all others.
    package mutating func append(_ bytes: [UInt8], at offset: Int64) {
        let last = extents.count - 1
        if last >= 0, extents[last].offset + Int64(extents[last].bytes.count) == offset {
            extents[last].bytes += bytes
        } else {
            extents.append((offset, bytes))
        }
    }

    package var knownByteCount: Int64? { byteCount }
    package var isPipe: Bool { false }

    package func size() -> Int64 { byteCount }

    package func read(_ target: UnsafeMutableRawBufferPointer, from offset: Int64) -> Int {
        let count = Int(min(Int64(target.count), max(0, byteCount - offset)))
        for index in 0..<count { unsafe target[index] = 0 }
        var index = extents.partitioningIndex { $0.offset + Int64($0.bytes.count) > offset }
        while index < extents.count, extents[index].offset < offset + Int64(count) {
            let extent = extents[index]
            index += 1
            let start = max(offset, extent.offset)
            let end = min(offset + Int64(count), extent.offset + Int64(extent.bytes.count))
            let part = extent.bytes[Int(start - extent.offset)..<Int(end - extent.offset)]
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[Int(start - offset)...]).copyBytes(from: part)
        }
        return count
    }
}
