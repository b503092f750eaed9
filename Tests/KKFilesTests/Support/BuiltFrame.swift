import KKCodecs

@testable import KKContainers
@testable import KKFiles

/// Frames put together bit by bit, for what no encoder at hand makes, or makes short.
enum BuiltFrame {
    /// Fields, and filling after them.
    static func bits(_ byteCount: Int, _ fields: (value: UInt32, bits: Int)...) -> [UInt8] {
        var writer = BitWriter()
        for field in fields { writer.write(field.value, field.bits) }
        writer.fillByte()
        return writer.bytes + [UInt8](repeating: 0x55, count: byteCount - writer.bytes.count)
    }

    /// AC-3 at 44.1 kHz with an LFE: 138 bytes, or 140 of an odd one.
    static func ac3(mode: UInt32, odd: UInt32 = 0) -> [UInt8] {
        let skipped = (mode & 1 == 1 && mode != 1 ? 2 : 0) + (mode & 4 == 4 ? 2 : 0) + (mode == 2 ? 2 : 0)
        return bits(
            138 + 2 * Int(odd), (0x0B77, 16), (0, 16), (1, 2), (odd, 6), (8, 5), (0, 3), (mode, 3), (0, skipped), (1, 1)
        )
    }

    /// E-AC-3 at 48 kHz: kind (0 independent, 1 dependent), substream, code of the number of blocks, coding mode, and a
    /// map where there is one.
    static func enhancedAC3(
        _ byteCount: Int, kind: UInt32 = 0, substream: UInt32 = 0, blocks: UInt32 = 3, mode: UInt32, lfe: Bool = false,
        map: UInt32? = nil
    ) -> [UInt8] {
        bits(
            byteCount, (0x0B77, 16), (kind, 2), (substream, 3), (UInt32(byteCount / 2 - 1), 11), (0, 2), (blocks, 2),
            (mode, 3), (lfe ? 1 : 0, 1),
            (16, 5), (31, 5), (0, 1), (map == nil ? 0 : 1, kind == 1 ? 1 : 0), (map ?? 0, map == nil ? 0 : 16))
    }

    /// An ADTS frame of low complexity at 44.1 kHz with so many blocks.
    static func adts(_ payload: [UInt8], configuration: UInt32 = 2, blocks: UInt32 = 1) -> [UInt8] {
        bits(
            7, (0xFFF, 12), (0, 1), (0, 2), (1, 1), (1, 2), (4, 4), (0, 1), (configuration, 3), (0, 4),
            (UInt32(payload.count + 7), 13),
            (0x7FF, 11), (blocks - 1, 2)) + payload
    }

    /// A FLAC stream of one channel, 16 bits, 44.1 kHz: frames of 192 samples that are all the same, of 11 bytes each.
    ///
    /// Source: RFC 9639.
    static func flac(frames: Int) -> [UInt8] {
        var bytes = Array("fLaC".utf8) + [0x80, 0, 0, 34]
        bytes += bits(
            34, (192, 16), (192, 16), (0, 24), (0, 24), (44_100, 20), (0, 3), (15, 5), (0, 4),
            (UInt32(192 * frames), 32), (0, 32), (0, 32), (0, 32),
            (0, 32))
        for number in 0..<frames {
            var frame: [UInt8] = [0xFF, 0xF8, 0x19, 0x08, UInt8(number)]
            frame.append(UInt8(checksum(frame, bits: 8, polynomial: 0x07)))
            frame += [0, 0, UInt8(number)]
            let sum = checksum(frame, bits: 16, polynomial: 0x8005)
            bytes += frame + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
        }
        return bytes
    }

    static func checksum(_ bytes: [UInt8], bits: Int, polynomial: Int) -> Int {
        var sum = 0
        for byte in bytes {
            sum ^= Int(byte) << (bits - 8)
            for _ in 0..<8 { sum = (sum << 1 ^ (sum >> (bits - 1) & 1) * polynomial) & (1 << bits - 1) }
        }
        return sum
    }
}
