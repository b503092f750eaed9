public import KKPCM

/// The `pakt` chunk: the packets' sizes or frames or both, and which frames are the sound (Packet Table Chunk).
///
/// ## Allocation
/// The entries are kept as in the file, mostly two bytes per packet, plus 24 bytes for every 1024th packet. A table of
/// more than 64 MiB is refused: thirty million packets, eight days of AAC.
public struct CAFPacketTable: Hashable, Sendable {
    public static let chunkType: FourCharCode = "pakt"
    public static let byteLimit = 1 << 26
    /// The longest packet that is believed, 16 MiB: the longest of any codec here, one of FLAC, has two. A packet is
    /// read in one piece.
    package static let packetByteLimit = 1 << 24
    package static let headerByteCount = 24
    static let stride = 1024

    /// Bytes of every packet; 0 if the entries contain them.
    public let bytesPerPacket: UInt32
    /// Frames of every packet; 0 if the entries contain them.
    public let framesPerPacket: UInt32
    public private(set) var packetCount: Int64 = 0
    /// As stored in the file; not checked against the packets.
    public var info = PacketTableInfo(validFrames: 0)
    /// Bytes of all packets.
    public private(set) var byteCount: Int64 = 0
    /// Frames of all packets, including priming and remainder.
    public private(set) var frameCount: Int64 = 0
    /// Bytes of the largest packet.
    public private(set) var maximumPacketByteCount = 0

    /// The packets' numbers, as they are stored.
    private(set) var entries: [UInt8] = []
    /// Where every 1024th packet has its entry, its first byte and its first frame.
    private(set) var marks: [Mark] = []

    struct Mark: Hashable, Sendable {
        var entry: Int
        var byte: Int64
        var frame: Int64

        static let start = Mark(entry: 0, byte: 0, frame: 0)
    }

    /// An empty table for a file with this description.
    public init(_ description: CAFDescription) {
        bytesPerPacket = description.bytesPerPacket
        framesPerPacket = description.framesPerPacket
    }

    /// A table without entries: packets of constant size and frames.
    package init(_ description: CAFDescription, packetCount: Int64) {
        self.init(description)
        precondition(!hasEntries, "packets that need entries")
        self.packetCount = packetCount
        byteCount = Self.product(packetCount, bytesPerPacket)
        frameCount = Self.product(packetCount, framesPerPacket)
        maximumPacketByteCount = packetCount > 0 ? Int(bytesPerPacket) : 0
    }

    /// No more than can be counted.
    private static func product(_ count: Int64, _ each: UInt32) -> Int64 {
        let (product, isBeyond) = count.multipliedReportingOverflow(by: Int64(each))
        return isBeyond ? .max : product
    }

    /// Whether each packet has an entry. If not, the table is only a header.
    public var hasEntries: Bool { bytesPerPacket == 0 || framesPerPacket == 0 }

    /// Reads a chunk's bytes, without its header. Bytes after the last entry are ignored: writers reserve more than
    /// they need.
    ///
    /// - Throws: if there are fewer entries than stated packets, and for a number of more than 32 bits.
    public init(bytes: [UInt8], description: CAFDescription) throws(CAFDamage) {
        self.init(description)
        var cursor = CAFCursor(bytes)
        let count: Int64
        (count, info) = try Self.header(&cursor)
        guard hasEntries else {
            let (bytes, tooLarge) = count.multipliedReportingOverflow(by: Int64(bytesPerPacket))
            let (frames, tooLong) = count.multipliedReportingOverflow(by: Int64(framesPerPacket))
            guard !tooLarge, !tooLong else { throw CAFDamage(at: 0, "\(count) packets are stated") }
            (packetCount, byteCount, frameCount) = (count, bytes, frames)
            maximumPacketByteCount = count > 0 ? Int(bytesPerPacket) : 0
            return
        }
        guard count <= Int64(cursor.remaining) else {
            throw CAFDamage(at: 0, "\(count) packets are stated, but only \(cursor.remaining) bytes of entries follow")
        }
        entries = try cursor.run(cursor.remaining, "the entries")
        var place = Mark.start
        while packetCount < count {
            if packetCount % Int64(Self.stride) == 0 { marks.append(place) }
            do throws(CAFDamage) {
                let packet = try step(&place)
                maximumPacketByteCount = max(maximumPacketByteCount, packet.byteCount)
            } catch {
                throw CAFDamage(
                    at: Self.headerByteCount + error.offset, "packet \(packetCount) of \(count): \(error.problem)")
            }
            packetCount += 1
        }
        entries.removeLast(entries.count - place.entry)
        (byteCount, frameCount) = (place.byte, place.frame)
    }

    /// The fields before the entries.
    static func header(_ cursor: inout CAFCursor) throws(CAFDamage) -> (packetCount: Int64, info: PacketTableInfo) {
        let count: Int64 = try cursor.number("the number of packets")
        let valid: Int64 = try cursor.number("the valid frames")
        let priming: Int32 = try cursor.number("the priming frames")
        let remainder: Int32 = try cursor.number("the remainder frames")
        guard count >= 0 else { throw CAFDamage(at: 0, "\(count) packets are stated") }
        return (
            count, PacketTableInfo(validFrames: valid, primingFrames: Int64(priming), remainderFrames: Int64(remainder))
        )
    }

    /// The chunk's bytes, without its header.
    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(packetCount)
        header.big(info.validFrames)
        header.big(Int32(clamping: info.primingFrames))
        header.big(Int32(clamping: info.remainderFrames))
        return header.bytes + entries
    }

    /// Appends a packet.
    ///
    /// - Parameters:
    ///   - byteCount: at most 2³² − 1; equal to ``bytesPerPacket`` if that is not 0.
    ///   - frames: the same for ``framesPerPacket``; `nil` for that value.
    public mutating func append(byteCount: Int, frames: Int? = nil) {
        precondition(frames != nil || framesPerPacket > 0, "a packet of unknown frames")
        let frames = frames ?? Int(framesPerPacket)
        for (number, each) in [(byteCount, bytesPerPacket), (frames, framesPerPacket)] {
            let isStorable = UInt32(exactly: number).map { each == 0 || $0 == each } ?? false
            precondition(isStorable, "a packet of \(byteCount) bytes and \(frames) frames")
        }
        if hasEntries, packetCount % Int64(Self.stride) == 0 {
            marks.append(Mark(entry: entries.count, byte: self.byteCount, frame: frameCount))
        }
        if bytesPerPacket == 0 { VariableLengthInteger.append(UInt32(byteCount), to: &entries) }
        if framesPerPacket == 0 { VariableLengthInteger.append(UInt32(frames), to: &entries) }
        packetCount += 1
        self.byteCount += Int64(byteCount)
        frameCount += Int64(frames)
        maximumPacketByteCount = max(maximumPacketByteCount, byteCount)
    }

    /// The packet at a place; the place moves after it.
    func step(_ place: inout Mark) throws(CAFDamage) -> PacketDescription {
        var (bytes, frames) = (bytesPerPacket, framesPerPacket)
        if bytesPerPacket == 0 { bytes = try VariableLengthInteger.read(entries, at: &place.entry) }
        if framesPerPacket == 0 { frames = try VariableLengthInteger.read(entries, at: &place.entry) }
        let packet = PacketDescription(
            startOffset: place.byte, variableFrames: framesPerPacket == 0 ? Int(frames) : 0, byteCount: Int(bytes))
        place.byte += Int64(bytes)
        place.frame += Int64(frames)
        return packet
    }
}
