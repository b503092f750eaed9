internal import KKMath

/// Where the packets of a stream lie whose packets differ in size, frames or distance.
///
/// Two or three bytes a packet: its length, and only where they change its frames and what lies between it and the one
/// before. Every ``markDistance``th packet has its place noted, from which its neighbours are counted.
///
/// ## Allocation
/// Grows with the packets that were found, never by a number that a file states.
package struct PacketIndex {
    /// A packet, and its place in the stream.
    package struct Entry: Hashable {
        package var packet: Int64
        /// Its first byte, from the start of the file.
        package var offset: Int64
        package var byteCount: Int
        package var firstFrame: Int64
        package var frames: Int
    }

    private struct Mark {
        var place: Int
        var offset: Int64
        var frame: Int64
        var frames: Int
    }

    package private(set) var packetCount: Int64 = 0
    /// All frames of all packets.
    package private(set) var frameCount: Int64 = 0
    /// All bytes of all packets, without what lies between them.
    private(set) var byteCount: Int64 = 0
    package private(set) var maximumByteCount = 0
    /// The most frames of a packet.
    package private(set) var maximumFrameCount = 0
    /// Whether every packet so far begins where the one before it ends.
    package private(set) var isContiguous = true
    private(set) var firstOffset: Int64 = 0
    /// The first byte after the last packet.
    package private(set) var end: Int64 = 0

    private var steps: [UInt8] = []
    private var marks: [Mark] = []
    private var lastFrames = 0

    private static let markDistance: Int64 = 128

    package init() {}

    /// Appends a packet.
    package mutating func append(offset: Int64, byteCount: Int, frames: Int) {
        if packetCount == 0 { (firstOffset, end) = (offset, offset) }
        if packetCount % Self.markDistance == 0 {
            marks.append(Mark(place: steps.count, offset: end, frame: frameCount, frames: lastFrames))
        }
        let gap = max(0, offset - end)
        let changes = gap != 0 || frames != lastFrames
        append(UInt64(byteCount) << 1 | (changes ? 1 : 0))
        if changes {
            append(UInt64(gap))
            append(UInt64(frames))
            if gap != 0 { isContiguous = false }
        }
        packetCount += 1
        frameCount += Int64(frames)
        self.byteCount += Int64(byteCount)
        maximumByteCount = max(maximumByteCount, byteCount)
        maximumFrameCount = max(maximumFrameCount, frames)
        lastFrames = frames
        end = offset + Int64(byteCount)
    }

    /// Takes the whole stream to be at another place of the file.
    package mutating func move(by distance: Int64) {
        guard packetCount > 0 else { return }
        for index in marks.indices { marks[index].offset += distance }
        firstOffset += distance
        end += distance
    }

    /// The packets from number `packet` on; none from the last one's end on.
    package func entries(from packet: Int64) -> Entries {
        var entries = Entries(index: self, packet: packetCount)
        guard packet >= 0, packet < packetCount else { return entries }
        entries = self.entries(
            at: marks[Int(packet / Self.markDistance)], packet: packet / Self.markDistance * Self.markDistance)
        while entries.packet < packet, entries.next() != nil {}
        return entries
    }

    package subscript(packet: Int64) -> Entry? {
        var entries = entries(from: packet)
        return entries.next()
    }

    /// The packet that has frame `frame`, counted over all packets.
    package func entry(ofFrame frame: Int64) -> Entry? {
        search(frame, isBefore: { $0.frame }) { frame < $0.firstFrame + Int64($0.frames) }
    }

    /// The packet that has byte `offset` of the file, or the next one after it.
    package func entry(ofByte offset: Int64) -> Entry? {
        search(offset, isBefore: { $0.offset }) { offset < $0.offset + Int64($0.byteCount) }
    }

    private func search(_ wanted: Int64, isBefore start: (Mark) -> Int64, _ isFound: (Entry) -> Bool) -> Entry? {
        guard wanted >= 0, !marks.isEmpty else { return nil }
        let index = max(0, marks.partitioningIndex { start($0) > wanted } - 1)
        var entries = entries(at: marks[index], packet: Int64(index) * Self.markDistance)
        while let entry = entries.next() {
            if isFound(entry) { return entry }
        }
        return nil
    }

    private func entries(at mark: Mark, packet: Int64) -> Entries {
        var entries = Entries(index: self, packet: packet)
        (entries.place, entries.offset, entries.frame, entries.frames) = (
            mark.place, mark.offset, mark.frame, mark.frames
        )
        return entries
    }

    private mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            steps.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        steps.append(UInt8(rest))
    }

    /// A walk over the packets.
    package struct Entries: IteratorProtocol {
        fileprivate let index: PacketIndex
        /// The packet that comes next.
        fileprivate(set) var packet: Int64
        fileprivate var place = 0
        fileprivate var offset: Int64 = 0
        fileprivate var frame: Int64 = 0
        fileprivate var frames = 0

        fileprivate init(index: PacketIndex, packet: Int64) {
            self.index = index
            self.packet = packet
        }

        package mutating func next() -> Entry? {
            guard packet < index.packetCount else { return nil }
            let step = number()
            if step & 1 != 0 {
                offset += Int64(number())
                frames = Int(number())
            }
            let entry = Entry(
                packet: packet, offset: offset, byteCount: Int(step >> 1), firstFrame: frame, frames: frames)
            packet += 1
            offset += Int64(entry.byteCount)
            frame += Int64(frames)
            return entry
        }

        private mutating func number() -> UInt64 {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while place < index.steps.count {
                let byte = index.steps[place]
                place += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { break }
                shift += 7
            }
            return value
        }
    }
}
