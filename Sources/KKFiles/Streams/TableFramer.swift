internal import KKPCM

/// Packets whose sizes a table tells, one behind the other: those of a CAF file as a stream.
struct TableFramer: PacketFramer {
    /// No packet of any codec is so long.
    static let packetByteLimit = 1 << 24

    let table: CAFPacketTable
    /// The packet that comes next.
    private var packet: Int64 = 0
    private var place = CAFPacketTable.Mark.start

    init(_ table: CAFPacketTable) {
        self.table = table
    }

    mutating func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        var next = place
        guard packet < table.packetCount, let description = try? table.step(&next) else {
            return window.count > 0 ? .junk(byteCount: window.count) : isEnd ? .end : .needsBytes(1)
        }
        guard window.count >= max(1, description.byteCount) else {
            guard isEnd else { return .needsBytes(max(1, description.byteCount)) }
            return window.count > 0 ? .junk(byteCount: window.count) : .end
        }
        let frames = next.frame - place.frame
        place = next
        packet += 1
        return .packet(byteCount: description.byteCount, frames: Int(frames))
    }

    /// Makes `packet`, of those that there are, or the end behind them, the next one.
    mutating func move(to packet: Int64) {
        self.packet = packet
        place = table.place(of: packet)
    }
}
