internal import KKCodecs
package import KKPCM

/// Packets whose sizes a table tells, one after the other: those of a CAF file as a stream.
package struct TableFramer: PacketFramer {
    package let table: CAFPacketTable
    /// Whether packets are FLAC's, which say themselves how many frames they have; of all of them the file may say an
    /// average.
    private let isFLAC: Bool
    /// The frames of the first packet, where it shows that it is so: then each packet's own count, and a damaged one
    /// has as many as the first.
    private var whole: Int?
    /// The packet that comes next.
    private var packet: Int64 = 0
    private var place = CAFPacketTable.Mark.start

    package init(_ table: CAFPacketTable, _ formatID: FourCharCode?) {
        self.table = table
        isFLAC = formatID == .flac && table.framesPerPacket > 0
    }

    package mutating func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        var next = place
        guard packet < table.packetCount, let description = try? table.step(&next) else {
            return window.count > 0 ? .junk(byteCount: window.count) : isEnd ? .end : .needsBytes(1)
        }
        guard window.count >= max(1, description.byteCount) else {
            guard isEnd else { return .needsBytes(max(1, description.byteCount)) }
            return window.count > 0 ? .junk(byteCount: window.count) : .end
        }
        var frames = Int(next.frame - place.frame)
        if isFLAC, packet == 0 || whole != nil {
            let own =
                description.byteCount > 0
                ? FLACFrameHeader(window.extracting(0..<description.byteCount), at: 0)?.frameCount : 0
            // One packet alone is the last one, which may be short.
            if packet == 0, let own, table.packetCount > 1 ? own != frames : own > frames { whole = own }
            if let whole { frames = own ?? whole }
        }
        place = next
        packet += 1
        return .packet(byteCount: description.byteCount, frames: frames)
    }

    /// Makes `packet`, of those that there are, or the end after them, the next one.
    package mutating func move(to packet: Int64) {
        self.packet = packet
        place = table.place(of: packet)
    }
}
