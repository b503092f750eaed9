/// Heads of Ogg pages with other granule positions, and the checksums that go with them, for a library that is shown a file in which they
/// contradict its packets.
struct OggPatches {
    /// More of them than any file needs that is not all contradiction.
    private static let limit = 1 << 16
    /// From the granule position to the checksum, and how far into the page that is.
    private static let headByteCount = 20
    private static let headOffset: Int64 = 6

    private var heads: [(place: Int64, bytes: [UInt8])] = []

    /// Gives a page another granule position; pages come in the order of the file, the last one as often as needed.
    mutating func set(_ granule: Int64, of page: OggPage, _ table: [UInt32]) {
        if heads.last?.place == page.place + Self.headOffset { heads.removeLast() }
        guard heads.count < Self.limit else { return }
        var bytes = page.bytes
        for index in 0..<8 { bytes[6 + index] = UInt8(truncatingIfNeeded: granule >> Int64(8 * index)) }
        for index in 22..<26 { bytes[index] = 0 }
        let sum = OggPage.checksum(bytes, table)
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
        heads.append((page.place + Self.headOffset, Array(bytes[6..<26])))
    }

    /// Puts them into the first `count` of `bytes`, which are the source's from `place` on.
    func apply(to bytes: inout MutableRawSpan, count: Int, at place: Int64) {
        guard !heads.isEmpty, count > 0 else { return }
        let end = place + Int64(count)
        var low = 0
        var high = heads.count
        while low < high {
            let middle = (low + high) / 2
            if heads[middle].place + Int64(Self.headByteCount) <= place { low = middle + 1 } else { high = middle }
        }
        while low < heads.count, heads[low].place < end {
            let head = heads[low]
            for index in 0..<Self.headByteCount {
                let target = head.place + Int64(index) - place
                if target >= 0, target < Int64(count) { bytes.storeBytes(of: head.bytes[index], toByteOffset: Int(target), as: UInt8.self) }
            }
            low += 1
        }
    }
}
