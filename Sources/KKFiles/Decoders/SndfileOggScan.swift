/// The pages of an Ogg file, read and checked without decoding: whether there is just one stream without a gap, and how long it is.
///
/// Where this says that all is plain, the last granule position is the length; everywhere else only decoding tells. It reads the file once,
/// some hundred times faster than a decoder.
///
/// Source: RFC 3533 §6 (pages), RFC 6716 §3.1 (the first byte of an Opus packet), RFC 7845 §4 (granule positions of Opus).
struct OggScan {
    /// Every page is whole, sound and next to its neighbour, and they are all of one stream.
    private(set) var isPlain = false
    /// The granule position of the last page that has one.
    private(set) var lastGranule: Int64 = 0
    /// The first page of audio: where it ends in the file, and its granule position.
    private(set) var firstAudio: (end: Int64, granule: Int64)?
    /// What all packets of an Opus stream decode to, and those up to the end of the first page of audio.
    private(set) var opusFrameCount: Int64 = 0
    private(set) var firstOpusFrameCount: Int64 = 0

    /// - Parameter headerPackets: how many packets come before the audio: 2 in Opus, 3 in Vorbis.
    init(_ source: ByteSource, headerPackets: Int, isOpus: Bool) throws(AudioFileError) {
        let size = try source.byteCount()
        let table = Self.checksumTable()
        var place: Int64 = 0
        var serial: UInt32?
        var sequence: UInt32 = 0
        var packets = 0
        var isContinued = false
        // The first two bytes of the packet that is being read: they tell how long an Opus packet sounds.
        var packetHead: [UInt8] = []
        while place < size {
            let head = try source.bytes(at: place, count: 27)
            guard head.count == 27, head.starts(with: "OggS".utf8), head[4] == 0 else { return }
            let segments = Int(head[26])
            let lacing = try source.bytes(at: place + 27, count: segments)
            guard lacing.count == segments else { return }
            let byteCount = 27 + segments + lacing.reduce(0) { $0 + Int($1) }
            var page = try source.bytes(at: place, count: byteCount)
            guard page.count == byteCount else { return }
            let stated = Self.little32(page, 22)
            for index in 22..<26 { page[index] = 0 }
            guard Self.checksum(page, table) == stated else { return }
            let mine = Self.little32(page, 14)
            guard serial ?? mine == mine, Self.little32(page, 18) == sequence, (head[5] & 2 != 0) == (place == 0) else { return }
            guard (head[5] & 1 != 0) == isContinued else { return }
            serial = mine
            sequence &+= 1

            var body = 27 + segments
            for length in lacing {
                let end = body + Int(length)
                if packetHead.count < 2 { packetHead += page[body..<min(end, body + 2 - packetHead.count)] }
                body = end
                isContinued = length == 255
                if isContinued { continue }
                packets += 1
                if isOpus, packets > headerPackets {
                    guard let frames = Self.opusFrameCount(packetHead) else { return }
                    opusFrameCount += frames
                }
                packetHead.removeAll(keepingCapacity: true)
            }
            place += Int64(byteCount)
            let granule = Int64(bitPattern: UInt64(Self.little32(page, 6)) | UInt64(Self.little32(page, 10)) << 32)
            if granule != -1, packets > headerPackets {
                guard granule >= lastGranule else { return }
                lastGranule = granule
                if firstAudio == nil {
                    firstAudio = (place, granule)
                    firstOpusFrameCount = opusFrameCount
                }
            }
        }
        isPlain = !isContinued && firstAudio != nil
    }

    /// The frames of audio at 48 kHz that an Opus packet holds, from its first two bytes; `nil` when they are not there.
    private static func opusFrameCount(_ packet: [UInt8]) -> Int64? {
        guard let first = packet.first else { return nil }
        let configuration = Int(first >> 3)
        let size: Int64 =
            configuration < 12
            ? [480, 960, 1920, 2880][configuration & 3]
            : configuration < 16 ? [480, 960][configuration & 1] : [120, 240, 480, 960][configuration & 3]
        switch first & 3 {
        case 0: return size
        case 1, 2: return 2 * size
        default: return packet.count > 1 ? Int64(packet[1] & 63) * size : nil
        }
    }

    private static func little32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Ogg's CRC: the polynomial of Ethernet, most significant bit first, starting from zero.
    static func checksum(_ bytes: [UInt8], _ table: [UInt32] = checksumTable()) -> UInt32 {
        var sum: UInt32 = 0
        for byte in bytes { sum = sum << 8 ^ table[Int(sum >> 24 ^ UInt32(byte))] }
        return sum
    }

    static func checksumTable() -> [UInt32] {
        (0..<256).map { byte in (0..<8).reduce(UInt32(byte) << 24) { rest, _ in rest >> 31 == 1 ? rest << 1 ^ 0x04C1_1DB7 : rest << 1 } }
    }
}
