internal import KKPCM

/// The STREAMINFO of a FLAC stream.
///
/// Source: RFC 9639, section 8.2.
struct FLACStreamInfo: Hashable, Sendable {
    static let byteCount = 34

    var minimumBlock: Int
    var maximumBlock: Int
    /// The bytes of the longest frame; 0 when the encoder did not say.
    var maximumFrameByteCount: Int
    var sampleRate: Int
    var channelCount: Int
    var bitDepth: Int
    /// The frames of audio; `nil` when the encoder did not know.
    var frameCount: Int64?

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.byteCount else { return nil }
        var reader = BitReader(bytes)
        minimumBlock = Int(reader.bits(16))
        maximumBlock = Int(reader.bits(16))
        _ = reader.bits(24)
        maximumFrameByteCount = Int(reader.bits(24))
        sampleRate = Int(reader.bits(20))
        channelCount = Int(reader.bits(3)) + 1
        bitDepth = Int(reader.bits(5)) + 1
        let high = Int64(reader.bits(4))
        let total = high << 32 | Int64(reader.bits(32))
        frameCount = total > 0 ? total : nil
        guard maximumBlock >= 16, minimumBlock <= maximumBlock, sampleRate > 0, bitDepth >= 4 else { return nil }
    }

    /// Whether all frames but the last have the same length.
    var isFixed: Bool { minimumBlock == maximumBlock }
}

extension FLACStreamInfo {
    /// What stands before the frames of a file: `fLaC` and the metadata blocks, with the number of frames that there are.
    ///
    /// The checksum of the sound speaks of as many frames as the cookie counts. Of others it would be wrong, and is taken out (zeros: not known).
    ///
    /// - Parameter cookie: all of that, a `dfLa` box, STREAMINFO with its header, or without it.
    static func metadata(_ cookie: [UInt8], frameCount: Int64) -> [UInt8] {
        var bytes = Array("fLaC".utf8)
        if cookie.starts(with: bytes) {
            bytes = cookie
        } else if cookie.dropFirst(4).starts(with: "dfLa".utf8) {
            // ISO/IEC 14496-12: a size, the name, version and flags.
            bytes += cookie.dropFirst(12)
        } else if cookie.count >= 4 + byteCount, cookie[0] & 0x7F == 0, cookie[1..<4].elementsEqual([0, 0, UInt8(byteCount)]) {
            bytes += cookie
        } else {
            bytes += [0x80, 0, 0, UInt8(truncatingIfNeeded: cookie.count)] + cookie
        }
        guard bytes.count >= 8 + byteCount, let stated = FLACStreamInfo(Array(bytes[8..<8 + byteCount])), stated.frameCount != frameCount else {
            return bytes
        }
        // 36 bits; 0 is "not known".
        let count = frameCount < 1 << 36 ? frameCount : 0
        bytes[21] = bytes[21] & 0xF0 | UInt8(truncatingIfNeeded: count >> 32)
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: count >> Int64(24 - 8 * index)) }
        for index in 26..<42 { bytes[index] = 0 }
        return bytes
    }
}

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
