internal import KKMath

/// The bytes of a stream that have come and are not used yet.
struct StreamWindow {
    /// The place of the first of them in the stream.
    private(set) var offset: Int64 = 0
    /// They are ``range`` of this.
    private(set) var bytes: [UInt8] = []
    private var head = 0

    var count: Int { bytes.count - head }

    /// The most bytes that were ever kept: what tests hold against the bound.
    private(set) var greatestCount = 0

    var range: Range<Int> { head..<bytes.count }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if head > 0, head >= bytes.count / 2 {
            bytes.removeSubrange(..<head)
            head = 0
        }
        bytes += more
        greatestCount = max(greatestCount, count)
    }

    mutating func drop(_ count: Int) {
        head += count
        offset += Int64(count)
        if head == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
            head = 0
        }
    }

    /// Forgets everything; what comes next is at `offset`.
    mutating func restart(at offset: Int64) {
        bytes = []
        head = 0
        self.offset = offset
    }

    func prefix(_ count: Int) -> [UInt8] { Array(bytes[head..<head + count]) }
}

/// Where packets are that have come: in bounded memory, so of a very long stream not every one.
struct StreamIndex {
    /// Every so many packets are known.
    private(set) var stride: Int64 = 1
    private(set) var packetCount: Int64 = 0
    private(set) var byteCount: Int64 = 0
    private(set) var maximumByteCount = 0
    /// The first byte after the last packet, from the data offset on: with junk between packets more than
    /// ``byteCount``.
    private(set) var end: Int64 = 0
    /// Offsets after the data offset of the packets 0, stride, 2 · stride, …
    private var offsets: [Int64] = []

    static let limit = 1 << 16

    mutating func append(at offset: Int64, byteCount: Int) {
        if packetCount % stride == 0 {
            if offsets.count == Self.limit {
                var kept = 0
                while 2 * kept < offsets.count {
                    offsets[kept] = offsets[2 * kept]
                    kept += 1
                }
                offsets.removeLast(offsets.count - kept)
                stride *= 2
            }
            if packetCount % stride == 0 { offsets.append(offset) }
        }
        packetCount += 1
        self.byteCount += Int64(byteCount)
        end = offset + Int64(byteCount)
        maximumByteCount = max(maximumByteCount, byteCount)
    }

    /// The offset of a packet that has come, exact or between two that are known; `nil` of one that has not.
    func offset(of packet: Int64) -> (offset: Int64, isEstimated: Bool)? {
        guard packet >= 0, packet < packetCount else { return nil }
        let index = Int(packet / stride)
        guard index < offsets.count else { return nil }
        let rest = packet % stride
        if rest == 0 { return (offsets[index], false) }
        let next = index + 1 < offsets.count ? offsets[index + 1] : end
        return (offsets[index] + (next - offsets[index]) / stride * rest, true)
    }

    /// The last known packet that begins at `offset` or before it.
    func packet(at offset: Int64) -> (packet: Int64, offset: Int64)? {
        let index = offsets.partitioningIndex { $0 > offset } - 1
        return index >= 0 ? (Int64(index) * stride, offsets[index]) : nil
    }
}
