/// A block of a cluster: the frames of a track that one of it holds, which are its packets.
///
/// Source: RFC 9559 §10.3 (blocks, lacing).
struct MatroskaBlock {
    let track: UInt64
    /// Where the packets are.
    private(set) var packets: [(offset: Int64, byteCount: Int)] = []

    /// Bytes from which the head of a block without lacing can be read, and of any.
    static let shortHead = 12
    static let longHead = 1 << 17

    private enum Lacing: UInt8 {
        case none, xiph, fixed, ebml
    }

    /// - Parameters:
    ///   - head: its first bytes.
    ///   - content: all of it.
    /// - Returns: `nil` for a head that cannot be followed, or not without more bytes.
    init?(_ head: [UInt8], content: Range<Int64>) {
        guard let number = EBMLNumber(head[...]), head.count > number.byteCount + 2,
            let lacing = Lacing(rawValue: head[number.byteCount + 2] >> 1 & 3)
        else { return nil }
        track = number.value
        var place = number.byteCount + 3
        let whole = content.upperBound - content.lowerBound
        guard lacing != .none else {
            let byteCount = Int(whole) - place
            if byteCount > 0 { packets = [(content.lowerBound + Int64(place), byteCount)] }
            return
        }
        guard place < head.count else { return nil }
        let count = Int(head[place]) + 1
        place += 1
        guard let sizes = Self.sizes(count, lacing, head, &place, whole: Int(whole)) else { return nil }
        var offset = content.lowerBound + Int64(place)
        for size in sizes {
            guard size > 0 else { continue }
            packets.append((offset, size))
            offset += Int64(size)
        }
    }

    /// The sizes of so many packets, the last of which has what is left.
    ///
    /// - Parameter place: after the number of packets; afterwards where the first of them begins.
    private static func sizes(
        _ count: Int, _ lacing: Lacing, _ head: [UInt8], _ place: inout Int, whole: Int
    ) -> [Int]? {
        var sizes: [Int] = []
        var sum = 0
        while sizes.count < count - 1 {
            var size: Int
            switch lacing {
            case .fixed:
                guard (whole - place) % count == 0 else { return nil }
                size = (whole - place) / count
            case .ebml:
                guard place < head.count, let number = EBMLNumber(head[place...]), number.value < 1 << 50 else {
                    return nil
                }
                place += number.byteCount
                size = sizes.last.map { $0 + Int(number.difference) } ?? Int(number.value)
            default:
                size = 0
                while place < head.count, head[place] == 255 {
                    size += 255
                    place += 1
                }
                guard place < head.count else { return nil }
                size += Int(head[place])
                place += 1
            }
            guard size >= 0, size <= whole - sum else { return nil }
            sizes.append(size)
            sum += size
        }
        let last = whole - place - sum
        guard last >= 0 else { return nil }
        return sizes + [last]
    }
}
