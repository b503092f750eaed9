/// The header of a FLAC frame, whose checksum is right.
///
/// Source: RFC 9639, section 9.1.
struct FLACFrameHeader: Hashable, Sendable {
    /// The longest header: two bytes of sync, two of codes, seven of number, two of length, two of rate, the checksum.
    static let byteCountUpperBound = 16

    var frameCount: Int
    var channelCount: Int
    /// The channel that is the difference of two, and has one bit more.
    var sideChannel: Int?
    /// `nil`: as STREAMINFO has it.
    var sampleRate: Int?
    var bitDepth: Int?
    /// The header's own bytes.
    var byteCount: Int

    /// - Returns: `nil` when there is no header at `place`, or the window ends in it.
    init?(_ bytes: Span<UInt8>, at place: Int) {
        let available = bytes.count - place
        guard available >= 6, bytes[place] == 0xFF, bytes[place + 1] & 0xFE == 0xF8 else { return nil }
        let block = Int(bytes[place + 2] >> 4)
        let rate = Int(bytes[place + 2] & 15)
        let channels = Int(bytes[place + 3] >> 4)
        let depth = Int(bytes[place + 3] >> 1 & 7)
        guard block != 0, rate != 15, channels < 11, depth != 3, bytes[place + 3] & 1 == 0 else { return nil }
        // The number of the frame or of its first sample: as UTF-8 would be, up to seven bytes.
        let first = bytes[place + 4]
        let ones = (~first).leadingZeroBitCount
        guard ones != 1, ones < 8 else { return nil }
        var length = 4 + max(1, ones)
        let extra = (block == 6 ? 1 : block == 7 ? 2 : 0) + (rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0)
        guard available > length + extra else { return nil }
        for index in 5..<max(5, length) where bytes[place + index] & 0xC0 != 0x80 { return nil }
        func number(_ count: Int) -> Int {
            var value = 0
            for _ in 0..<count {
                value = value << 8 | Int(bytes[place + length])
                length += 1
            }
            return value
        }
        switch block {
        case 1: frameCount = 192
        case 2...5: frameCount = 144 << block
        case 6: frameCount = number(1) + 1
        case 7: frameCount = number(2) + 1
        default: frameCount = 1 << block
        }
        switch rate {
        case 0: sampleRate = nil
        case 12: sampleRate = number(1) * 1000
        case 13: sampleRate = number(2)
        case 14: sampleRate = number(2) * 10
        default: sampleRate = Self.sampleRates[rate - 1]
        }
        channelCount = channels < 8 ? channels + 1 : 2
        sideChannel = channels < 8 ? nil : channels == 9 ? 0 : 1
        byteCount = length + 1
        bitDepth = [nil, 8, 12, nil, 16, 20, 24, 32][depth]
        var checksum: UInt8 = 0
        for index in place..<place + length { checksum = FLACChecksums.header(checksum, bytes[index]) }
        guard checksum == bytes[place + length] else { return nil }
    }

    private static let sampleRates = [88200, 176_400, 192_000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000]
}

/// FLAC's two checksums: x⁸ + x² + x + 1 over a frame's header, x¹⁶ + x¹⁵ + x² + 1 over a frame. Both begin with 0.
enum FLACChecksums {
    static func header(_ value: UInt8, _ byte: UInt8) -> UInt8 { headerTable[Int(value ^ byte)] }

    static func frame(_ value: UInt16, _ byte: UInt8) -> UInt16 { value << 8 ^ frameTable[Int(value >> 8) ^ Int(byte)] }

    private static let headerTable: [UInt8] = (0..<256).map { index in
        (0..<8).reduce(UInt8(index)) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
    }

    private static let frameTable: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1 }
    }
}
