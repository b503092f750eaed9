internal import KKPCM

/// Where the packets of a track are, put together from sample tables and fragments in the order of the file.
///
/// A packet has the frames that its codec gives it. Where packets differ in them, the track's times tell; of the last
/// packet they say how much of it is sound, which is less than it has.
///
/// ## Allocation
/// The index: grows with packets that lie in the file, none over another, and by no count that is in it.
struct MP4Packets {
    /// How many frames a packet has.
    struct Frames: Hashable {
        /// As its codec has them, whatever the times say; `nil`: as those say.
        var constant: Int?
        /// Ticks a second of the track's clock, and frames.
        var ticks: Int64
        var rate: Int64
    }

    private struct Packet {
        var offset: Int64
        var byteCount: Int
        var delta: Int64
    }

    let frames: Frames
    private(set) var index = PacketIndex()
    /// Those of all packets but the last, where they agree.
    private(set) var commonFrames: Int?
    private var differs = false
    /// The packet that came last, of which only the end tells how it is counted.
    private var last: Packet?
    private(set) var byteCount: Int64 = 0

    /// More packets than years of audio have.
    static let mostPackets: Int64 = 1 << 26
    /// No codec's packet is longer.
    static let mostBytes = CAFPacketTable.packetByteLimit
    private static let mostFrames: Int64 = 1 << 20

    init(_ frames: Frames) { self.frames = frames }

    var packetCount: Int64 { index.packetCount + (last == nil ? 0 : 1) }
    var isEmpty: Bool { packetCount == 0 }
    /// The first byte after the packets.
    var end: Int64 { last.map { $0.offset + Int64($0.byteCount) } ?? index.end }
    /// The last packet's place.
    var lastPlace: (offset: Int64, byteCount: Int)? { last.map { ($0.offset, $0.byteCount) } }

    /// Adds a packet.
    ///
    /// - Parameter delta: its ticks.
    /// - Returns: `false` for one that begins before the end of those that were added.
    mutating func append(offset: Int64, byteCount: Int, delta: Int64) -> Bool {
        guard isEmpty || offset >= end else { return false }
        if let last { store(last, frames(last.delta)) }
        last = Packet(offset: offset, byteCount: byteCount, delta: delta)
        self.byteCount += Int64(byteCount)
        return true
    }

    /// Adds the last packet.
    ///
    /// - Parameter own: the frames that it has by its own word or its codec's.
    /// - Returns: how many frames at its end are none of the sound, by its time.
    mutating func finish(own: Int?) -> Int64 {
        guard let last else { return 0 }
        self.last = nil
        let timed = timed(last.delta)
        let whole = frames.constant ?? max(timed ?? 0, own ?? 0)
        index.append(offset: last.offset, byteCount: last.byteCount, frames: whole)
        if commonFrames == nil, !differs { commonFrames = whole }
        // A time of 0 is none.
        guard let timed, timed > 0, timed < whole else { return 0 }
        return Int64(whole - timed)
    }

    /// The ticks of a packet in frames, where they are told in frames of the codec.
    private func timed(_ delta: Int64) -> Int? {
        MP4Time.rescale(min(delta, frames.ticks << 8), from: frames.ticks, to: frames.rate).map {
            Int(min($0, Self.mostFrames))
        }
    }

    private func frames(_ delta: Int64) -> Int { frames.constant ?? timed(delta) ?? 0 }

    private mutating func store(_ packet: Packet, _ count: Int) {
        index.append(offset: packet.offset, byteCount: packet.byteCount, frames: count)
        if let commonFrames, commonFrames != count { differs = true }
        commonFrames = differs ? nil : count
    }
}
