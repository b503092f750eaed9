internal import KKMath

/// What the pages of Ogg leave to be seen of its packets: what lies between the pieces of a packet, and where some are
/// lost.
package struct OggJoints {
    /// Bytes that are none of the packet that they stand in: heads of pages, and other streams. In order.
    private var seams: [Range<Int64>] = []
    /// Packets before which others are lost, whose sound must not run into theirs. In order.
    private var restarts: [Int64] = []

    package init() {}

    mutating func add(seam: Range<Int64>) { seams.append(seam) }

    mutating func add(restart packet: Int64) {
        if restarts.last != packet { restarts.append(packet) }
    }

    package func isRestart(_ packet: Int64) -> Bool {
        let index = restarts.partitioningIndex { $0 >= packet }
        return index < restarts.count && restarts[index] == packet
    }

    /// Calls `body` with the pieces of a packet that lies at `place`: one where nothing is in it.
    package func forEachPiece(
        of place: Range<Int64>, _ body: (Range<Int64>) throws(AudioFileError) -> Void
    ) throws(AudioFileError) {
        var start = place.lowerBound
        for seam in seams(in: place) {
            try body(start..<seam.lowerBound)
            start = seam.upperBound
        }
        try body(start..<place.upperBound)
    }

    /// Whether something is in a packet.
    package func divides(_ place: Range<Int64>) -> Bool { !seams(in: place).isEmpty }

    private func seams(in place: Range<Int64>) -> ArraySlice<Range<Int64>> {
        seams[seams.partitioningIndex { $0.lowerBound > place.lowerBound }...]
            .prefix { $0.upperBound <= place.upperBound }
    }
}
