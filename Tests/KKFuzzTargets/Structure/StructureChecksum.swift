/// The checksums of pages and packets, worked out bit by bit, without the parsers' own tables.
enum StructureChecksum {
    /// Of an Ogg page, in its bytes 22 to 25 (RFC 3533 §6). Its body gets as many bytes as its segments have now, or
    /// the page were lost with them.
    @Sendable
    static func mendOgg(_ page: inout [UInt8]) {
        guard page.count >= 27 else { return }
        let body = 27 + Int(page[26])
        if page.count >= body {
            let count = page[27..<body].reduce(0) { $0 + Int($1) }
            if count <= 1 << 13 {
                page = page.prefix(body + count) + [UInt8](repeating: 0, count: max(0, body + count - page.count))
            }
        }
        for index in 22..<26 { page[index] = 0 }
        let sum = remainder(page[...], polynomial: 0x04C1_1DB7, width: 32)
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    }

    /// Of a FLAC frame: that of its header, and that of all of it in its last two bytes (RFC 9639 §9.1.8, §9.3).
    @Sendable
    static func mendFLAC(_ frame: inout [UInt8]) {
        guard frame.count >= 10 else { return }
        let place = flacHeaderByteCount(frame)
        guard place + 3 <= frame.count else { return }
        frame[place] = UInt8(truncatingIfNeeded: remainder(frame[..<place], polynomial: 0x07, width: 8))
        let sum = remainder(frame[..<(frame.count - 2)], polynomial: 0x8005, width: 16)
        frame[frame.count - 2] = UInt8(truncatingIfNeeded: sum >> 8)
        frame[frame.count - 1] = UInt8(truncatingIfNeeded: sum)
    }

    /// The bytes of a FLAC frame's header before its checksum.
    static func flacHeaderByteCount(_ frame: [UInt8]) -> Int {
        let (block, rate) = (frame[2] >> 4, frame[2] & 15)
        let ones = (~frame[4]).leadingZeroBitCount
        return 4 + max(1, min(7, ones)) + (block == 6 ? 1 : block == 7 ? 2 : 0)
            + (rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0)
    }

    /// Of an MPEG layer III frame that has one: over the header's second half and the side information (ISO/IEC 11172-3
    /// §2.4.3.1).
    @Sendable
    static func mendMPEG(_ frame: inout [UInt8]) {
        guard frame.count >= 6, frame[0] == 0xFF, frame[1] & 0x06 == 0x02, frame[1] & 1 == 0 else { return }
        let (isMPEG1, isMono) = (frame[1] & 0x08 != 0, frame[3] >> 6 == 3)
        let side = isMPEG1 ? (isMono ? 17 : 32) : isMono ? 9 : 17
        guard frame.count >= 6 + side else { return }
        let covered = frame[2..<4] + frame[6..<6 + side]
        let sum = remainder(covered, polynomial: 0x8005, width: 16, start: 0xFFFF)
        frame[4] = UInt8(truncatingIfNeeded: sum >> 8)
        frame[5] = UInt8(truncatingIfNeeded: sum)
    }

    private static func remainder(
        _ bytes: ArraySlice<UInt8>, polynomial: UInt32, width: UInt32, start: UInt32 = 0
    ) -> UInt32 {
        var sum = start << (32 - width)
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum >> 31 == 1 ? sum << 1 ^ polynomial << (32 - width) : sum << 1 }
        }
        return sum >> (32 - width)
    }
}
