internal import KKPCM

/// The packet table of a CAF file, read as it is used: numbers of seven bits to a byte.
///
/// Source: Apple Core Audio Format Specification, Packet Table Chunk.
struct StreamPacketTable: PacketFramer {
    /// What is kept of a table: more than two days of AAC. A longer one is an error.
    static let byteLimit = 1 << 24
    /// No packet of any codec is so long.
    static let packetByteLimit = 1 << 24
    static let headerByteCount = 24

    let packetCount: Int64
    let info: PacketTableInfo
    private(set) var byteCount: Int64 = 0
    private(set) var maximumPacketByteCount = 0
    /// The packet that comes next.
    private(set) var packet: Int64 = 0

    private let numbers: [UInt8]
    private let constantBytes: Int
    private let constantFrames: Int
    private var cursor = headerByteCount

    /// - Parameters:
    ///   - chunk: the content of the `pakt` chunk.
    ///   - offset: where it is, for errors.
    init(_ chunk: [UInt8], at offset: Int64, format: StreamDescription) throws(AudioFileStreamError) {
        let fields = Fields(bytes: chunk, isBigEndian: true)
        guard let count = fields.int64(0), let valid = fields.int64(8), let priming = fields.uint32(16), let remainder = fields.uint32(20),
            count >= 0
        else { throw .damage(at: offset, "the packet table is cut off after \(chunk.count) bytes") }
        packetCount = count
        info = PacketTableInfo(
            validFrames: valid, primingFrames: Int64(Int32(bitPattern: priming)), remainderFrames: Int64(Int32(bitPattern: remainder)))
        numbers = chunk
        constantBytes = Int(format.bytesPerPacket)
        constantFrames = Int(format.framesPerPacket)
        // Everything is looked at once, so that no packet can be a surprise; a count that the numbers do not bear out ends here.
        var place = Self.headerByteCount
        var index: Int64 = 0
        while index < count {
            guard let next = entry(at: &place), next.byteCount <= Self.packetByteLimit else {
                throw .damage(
                    at: offset + Int64(min(place, chunk.count)),
                    "the packet table counts \(count) packets and has no sound entry for packet \(index)"
                )
            }
            byteCount += Int64(next.byteCount)
            maximumPacketByteCount = max(maximumPacketByteCount, next.byteCount)
            index += 1
        }
    }

    mutating func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        var place = cursor
        guard packet < packetCount, let next = entry(at: &place) else {
            return window.count > 0 ? .junk(byteCount: window.count) : isEnd ? .end : .needsBytes(1)
        }
        guard window.count >= max(1, next.byteCount) else {
            guard isEnd else { return .needsBytes(max(1, next.byteCount)) }
            return window.count > 0 ? .junk(byteCount: window.count) : .end
        }
        cursor = place
        packet += 1
        return .packet(byteCount: next.byteCount, frames: next.frames)
    }

    /// Makes `packet` the next one; gives its offset, or `nil` when there is none.
    mutating func move(to packet: Int64) -> Int64? {
        guard packet >= 0, packet <= packetCount else { return nil }
        var place = Self.headerByteCount
        var offset: Int64 = 0
        for _ in 0..<packet {
            guard let next = entry(at: &place) else { return nil }
            offset += Int64(next.byteCount)
        }
        cursor = place
        self.packet = packet
        return offset
    }

    /// Calls `body` with packet, offset, first frame, bytes and frames of one packet after the other until it says that it is enough.
    func forEach(_ body: (_ packet: Int64, _ offset: Int64, _ frame: Int64, _ byteCount: Int, _ frames: Int) -> Bool) {
        var place = Self.headerByteCount
        var offset: Int64 = 0
        var frame: Int64 = 0
        for packet in 0..<packetCount {
            guard let next = entry(at: &place), body(packet, offset, frame, next.byteCount, next.frames) else { return }
            offset += Int64(next.byteCount)
            frame += Int64(next.frames)
        }
    }

    private func entry(at place: inout Int) -> (byteCount: Int, frames: Int)? {
        guard let bytes = constantBytes > 0 ? constantBytes : number(at: &place) else { return nil }
        guard let frames = constantFrames > 0 ? constantFrames : number(at: &place) else { return nil }
        return (bytes, frames)
    }

    /// Seven bits of each byte, the highest first, until one without its eighth bit. Five bytes at most.
    private func number(at place: inout Int) -> Int? {
        var value = 0
        for _ in 0..<5 {
            guard place < numbers.count else { return nil }
            let byte = numbers[place]
            place += 1
            value = value << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
