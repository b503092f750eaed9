import Foundation
public import KKPCM

/// The packets of a file, taken out by small readers that share no code with kkmix's own. Sound files alone: nothing is
/// looked for, nothing repaired.
public struct PacketStream: Sendable {
    public var description: StreamDescription
    public var magicCookie: [UInt8]
    public var packets: [[UInt8]]
    /// The decoded frames before the sound, as the file states them.
    public var priming: Int64

    public init(
        _ formatID: FourCharCode, sampleRate: Double, channels: Int, magicCookie: [UInt8] = [], packets: [[UInt8]],
        priming: Int64 = 0
    ) {
        self.priming = priming
        description = StreamDescription(sampleRate: sampleRate, formatID: formatID, channelsPerFrame: UInt32(channels))
        self.magicCookie = magicCookie
        self.packets = packets
    }

    /// The packets of a file, whose name tells what it is.
    public init(path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        switch path.split(separator: ".").last {
        case "ogg", "opus": self = try .ogg(bytes)
        case "flac": self = try .flac(bytes)
        case "caf": self = try .caf(bytes)
        case "aifc": self = try .ima4(aifc: bytes)
        default: self = try .mpeg(bytes)
        }
    }

    struct Unreadable: Error {}

    /// The packets of the first stream of an Ogg file. Source: RFC 3533 §6.
    public static func ogg(_ bytes: [UInt8]) throws -> PacketStream {
        var packets: [[UInt8]] = []
        var open: [UInt8] = []
        var place = 0
        while place + 27 <= bytes.count {
            let sizes = bytes[place + 27..<place + 27 + Int(bytes[place + 26])]
            place += 27 + sizes.count
            for size in sizes {
                open += bytes[place..<place + Int(size)]
                place += Int(size)
                guard size < 255 else { continue }
                packets.append(open)
                open = []
            }
        }
        guard let head = packets.first, head.count > 18 else { throw Unreadable() }
        if head.starts(with: "OpusHead".utf8) {
            return PacketStream(
                .opus, sampleRate: 48000, channels: Int(head[9]), magicCookie: head,
                packets: Array(packets.dropFirst(2)),
                // The pre-skip. Source: RFC 7845 §5.1.
                priming: Int64(head[10]) | Int64(head[11]) << 8)
        }
        // Xiph's lacing, as Matroska has it.
        let lacing = packets.prefix(2).flatMap {
            [UInt8](repeating: 255, count: $0.count / 255) + [UInt8($0.count % 255)]
        }
        let rate = head[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        return PacketStream(
            .vorbis, sampleRate: Double(rate), channels: Int(head[11]),
            magicCookie: [2] + lacing + packets.prefix(3).joined(),
            packets: Array(packets.dropFirst(3)))
    }

    /// The frames of a FLAC file, found by their checksums: a frame ends where a new one begins and the CRC-16 of its
    /// bytes is zero. Source: RFC 9639.
    public static func flac(_ bytes: [UInt8]) throws -> PacketStream {
        guard bytes.starts(with: "fLaC".utf8) else { throw Unreadable() }
        var place = 4
        var isLast = false
        while !isLast {
            isLast = bytes[place] & 0x80 != 0
            place += 4 + bytes[place + 1..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let cookie = Array(bytes[..<place])
        var packets: [[UInt8]] = []
        var start = place
        var sum: UInt16 = 0
        while place < bytes.count {
            sum ^= UInt16(bytes[place]) << 8
            for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
            place += 1
            let isEnd =
                place == bytes.count
                || place + 1 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] & 0xFE == 0xF8
            guard isEnd, sum == 0, place - start > 6 else { continue }
            packets.append(Array(bytes[start..<place]))
            start = place
        }
        guard start == bytes.count else { throw Unreadable() }
        let rate = Int(cookie[18]) << 12 | Int(cookie[19]) << 4 | Int(cookie[20] >> 4)
        return PacketStream(
            .flac, sampleRate: Double(rate), channels: Int(cookie[20] >> 1 & 7) + 1, magicCookie: cookie,
            packets: packets)
    }

    /// The packets of a CAF, by its packet table. Source: Apple Core Audio Format Specification.
    public static func caf(_ bytes: [UInt8]) throws -> PacketStream {
        func number(_ place: Int, _ count: Int) -> Int { bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        var chunks: [String: Range<Int>] = [:]
        var place = 8
        while place + 12 <= bytes.count {
            let size = number(place + 4, 8)
            chunks[String(decoding: bytes[place..<place + 4], as: UTF8.self)] =
                place + 12..<min(place + 12 + size, bytes.count)
            place += 12 + size
        }
        guard let desc = chunks["desc"]?.lowerBound, let table = chunks["pakt"], let data = chunks["data"] else {
            throw Unreadable()
        }
        var packets: [[UInt8]] = []
        var (entry, start) = (table.lowerBound + 24, data.lowerBound + 4)
        for _ in 0..<number(table.lowerBound, 8) {
            var size = 0
            repeat {
                size = size << 7 | Int(bytes[entry] & 0x7F)
                entry += 1
            } while bytes[entry - 1] & 0x80 != 0
            packets.append(Array(bytes[start..<start + size]))
            start += size
        }
        return PacketStream(
            FourCharCode(rawValue: UInt32(number(desc + 8, 4))),
            sampleRate: Double(bitPattern: UInt64(number(desc, 8))), channels: number(desc + 24, 4),
            magicCookie: chunks["kuki"].map { Array(bytes[$0]) } ?? [], packets: packets)
    }

    /// The frames of MPEG audio, without tags and without an encoder's info frame. In free format a frame ends where
    /// the next begins.
    public static func mpeg(_ bytes: [UInt8]) throws -> PacketStream {
        var place = 0
        if bytes.starts(with: "ID3".utf8) { place = 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) } }
        let start = place
        let rates = [[11025, 12000, 8000], [], [22050, 24000, 16000], [44100, 48000, 32000]]
        let bits = [
            [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
            [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
            [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
            [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
            [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        ]
        func isHeader(_ place: Int) -> Bool {
            bytes[place] == 0xFF && bytes[place + 1] == bytes[start + 1]
                && (bytes[place + 2] ^ bytes[start + 2]) & 0xC == 0
        }
        var packets: [[UInt8]] = []
        var priming: Int64 = 0
        let version = Int(bytes[start + 1] >> 3 & 3)
        let layer = 4 - Int(bytes[start + 1] >> 1 & 3)
        let rate = rates[version][Int(bytes[start + 2] >> 2 & 3)]
        let isMono = bytes[start + 3] >> 6 == 3
        while place + 4 <= bytes.count, isHeader(place) {
            let index = Int(bytes[place + 2] >> 4)
            let padding = Int(bytes[place + 2] >> 1 & 1)
            var size = 0
            if index > 0 {
                let rateBits = bits[version == 3 ? layer - 1 : layer == 1 ? 3 : 4][index - 1] * 1000
                size =
                    layer == 1
                    ? (12 * rateBits / rate + padding) * 4
                    : (layer == 3 && version < 3 ? 72 : 144) * rateBits / rate + padding
            } else {
                // The first distance that leads to a third header fixes it.
                var next = place + 40
                while next + 4 <= bytes.count, !isHeader(next) { next += 1 }
                size = min(next + 4 <= bytes.count ? next : bytes.count, bytes.count) - place
            }
            let packet = Array(bytes[place..<min(place + size, bytes.count)])
            let side = 4 + (version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
            let isInfo = ["Xing", "Info"].contains {
                packet.dropFirst(side).starts(with: $0.utf8) || packet.dropFirst(side + 2).starts(with: $0.utf8)
            }
            if isInfo, packets.isEmpty {
                let isNear = ["Xing", "Info"].contains { packet.dropFirst(side).starts(with: $0.utf8) }
                priming = Self.priming(ofInfo: isNear ? side : side + 2, packet)
            } else {
                packets.append(packet)
            }
            place += size
        }
        let ids: [FourCharCode] = [.mpegLayer1, .mpegLayer2, .mpegLayer3]
        return PacketStream(
            ids[layer - 1], sampleRate: Double(rate), channels: isMono ? 1 : 2, packets: packets, priming: priming)
    }

    /// What LAME and its like say of their delay in the frame with their notes, and the decoder's own 529 frames.
    /// Source: the LAME tag, revision 1.
    private static func priming(ofInfo place: Int, _ packet: [UInt8]) -> Int64 {
        let flags = packet[place + 7]
        let tag =
            place + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 2 != 0 ? 4 : 0) + (flags & 4 != 0 ? 100 : 0)
            + (flags & 8 != 0 ? 4 : 0)
        guard tag + 23 < packet.count, packet[tag] != 0 else { return 0 }
        return (Int64(packet[tag + 21]) << 4 | Int64(packet[tag + 22] >> 4)) + 529
    }

    /// The packets of IMA4 in AIFF-C: 34 bytes for each channel.
    public static func ima4(aifc bytes: [UInt8]) throws -> PacketStream {
        func number(_ place: Int, _ count: Int) -> Int { bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        var (place, channels, rate) = (12, 0, 0)
        while place + 8 <= bytes.count {
            let size = number(place + 4, 4)
            if bytes[place...].starts(with: "COMM".utf8) {
                channels = number(place + 8, 2)
                // An extended number: whole rates below 65,536 have their bits at the top of the significand.
                rate = number(place + 18, 2) >> (15 - (number(place + 16, 2) - 0x3FFF))
            }
            if bytes[place...].starts(with: "SSND".utf8), channels > 0 {
                let data = bytes[place + 16..<min(place + 8 + size, bytes.count)]
                let packets = (0..<data.count / (34 * channels)).map {
                    Array(data.dropFirst($0 * 34 * channels).prefix(34 * channels))
                }
                return PacketStream(.appleIMA4, sampleRate: Double(rate), channels: channels, packets: packets)
            }
            place += 8 + size + size % 2
        }
        throw Unreadable()
    }
}
