/// What the pages of Ogg leave to be seen of its packets: what lies between the pieces of a packet, and where some are
/// lost.
struct OggJoints {
    /// Bytes that are none of the packet that they stand in: heads of pages, and other streams. In order.
    private var seams: [Range<Int64>] = []
    /// Packets before which others are lost, whose sound must not run into theirs. In order.
    private var restarts: [Int64] = []

    mutating func add(seam: Range<Int64>) { seams.append(seam) }

    mutating func add(restart packet: Int64) {
        if restarts.last != packet { restarts.append(packet) }
    }

    func isRestart(_ packet: Int64) -> Bool {
        let index = Self.firstIndex(restarts.count) { restarts[$0] >= packet }
        return index < restarts.count && restarts[index] == packet
    }

    /// Calls `body` with the pieces of a packet that lies at `place`: one where nothing stands in it.
    func forEachPiece(
        of place: Range<Int64>, _ body: (Range<Int64>) throws(AudioFileError) -> Void
    ) throws(AudioFileError) {
        var start = place.lowerBound
        var index = Self.firstIndex(seams.count) { seams[$0].lowerBound > place.lowerBound }
        while index < seams.count, seams[index].upperBound <= place.upperBound {
            try body(start..<seams[index].lowerBound)
            start = seams[index].upperBound
            index += 1
        }
        try body(start..<place.upperBound)
    }

    /// Whether something stands in a packet.
    func divides(_ place: Range<Int64>) -> Bool {
        let index = Self.firstIndex(seams.count) { seams[$0].lowerBound > place.lowerBound }
        return index < seams.count && seams[index].upperBound <= place.upperBound
    }

    private static func firstIndex(_ count: Int, _ isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
