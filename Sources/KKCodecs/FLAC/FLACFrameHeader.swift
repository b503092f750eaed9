/// The header of a FLAC frame, whose checksum is right and whose codes are not reserved.
///
/// Source: RFC 9639 §9.1.
package struct FLACFrameHeader: Hashable, Sendable {
    /// The longest header: two bytes of sync, two of codes, seven of number, two of length, two of rate, the checksum.
    package static let byteCountUpperBound = 16

    /// The bytes of a frame whose samples are kept as they are, which encoders never exceed: one of two channels is a
    /// difference and has a bit more, and libFLAC estimates the bits of other forms, up to one a sample too low.
    package static func usualByteCountUpperBound(_ frameCount: Int, channelCount: Int, bitDepth: Int) -> Int {
        (frameCount * channelCount * (bitDepth + 1) + 7) / 8 + 8 * channelCount + 32
    }

    package let frameCount: Int
    package let channelCount: Int
    /// The channel that is the difference of two, and has one bit more.
    package let sideChannel: Int?
    /// `nil`: as STREAMINFO has it.
    package let sampleRate: Int?
    package let bitDepth: Int?
    /// That of the first sample, or the frame's own where all but the last have one size.
    package let number: Int64
    package let countsSamples: Bool
    /// The header's own bytes.
    package let byteCount: Int

    /// - Returns: `nil` if there is no header at `place`, or the window ends in it.
    package init?(_ bytes: Span<UInt8>, at place: Int) {
        let available = bytes.count - place
        guard available >= 6, bytes[place] == 0xFF, bytes[place + 1] & 0xFE == 0xF8 else { return nil }
        let block = Int(bytes[place + 2] >> 4)
        let rate = Int(bytes[place + 2] & 15)
        let channels = Int(bytes[place + 3] >> 4)
        let depth = Int(bytes[place + 3] >> 1 & 7)
        guard block != 0, rate != 15, channels < 11, depth != 3, bytes[place + 3] & 1 == 0 else { return nil }
        // The number: as UTF-8 would be, up to seven bytes.
        let first = bytes[place + 4]
        let ones = (~first).leadingZeroBitCount
        guard ones != 1, ones < 8 else { return nil }
        var length = 4 + max(1, ones)
        let extra = (block == 6 ? 1 : block == 7 ? 2 : 0) + (rate == 12 ? 1 : rate == 13 || rate == 14 ? 2 : 0)
        guard available > length + extra else { return nil }
        var coded = ones == 0 ? Int64(first) : ones == 7 ? 0 : Int64(first & 0x3F >> UInt8(ones - 1))
        for index in 5..<max(5, length) {
            let byte = bytes[place + index]
            guard byte & 0xC0 == 0x80 else { return nil }
            coded = coded << 6 | Int64(byte & 0x3F)
        }
        (number, countsSamples) = (coded, bytes[place + 1] & 1 == 1)
        func field(_ count: Int) -> Int {
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
        case 6: frameCount = field(1) + 1
        case 7: frameCount = field(2) + 1
        default: frameCount = 1 << block
        }
        switch rate {
        case 0: sampleRate = nil
        case 12: sampleRate = field(1) * 1000
        case 13: sampleRate = field(2)
        case 14: sampleRate = field(2) * 10
        default: sampleRate = Self.sampleRates[rate - 1]
        }
        channelCount = channels < 8 ? channels + 1 : 2
        sideChannel = channels < 8 ? nil : channels == 9 ? 0 : 1
        byteCount = length + 1
        bitDepth = [nil, 8, 12, nil, 16, 20, 24, 32][depth]
        guard Self.checksum(bytes.extracting(place..<place + length)) == bytes[place + length] else { return nil }
    }

    /// The stream's samples of which the frame is, up to those of the next one; `nil` if the number does not tell.
    ///
    /// - Parameter blockSize: the samples of every frame but the last; `nil` if they differ, and a frame's own number
    ///   says nothing. One that is shorter all the same leaves no gap: the next number follows on it.
    package func samples(blockSize: Int?) -> Range<Int64>? {
        if countsSamples { return number..<number + Int64(frameCount) }
        return blockSize.map { number * Int64($0)..<(number + 1) * Int64($0) }
    }

    /// The checksum of a header's bytes: x⁸ + x² + x + 1, beginning with 0 (§9.1.8).
    package static func checksum(_ bytes: Span<UInt8>) -> UInt8 {
        var value: UInt8 = 0
        for index in bytes.indices { value = checksums[Int(value ^ bytes[index])] }
        return value
    }

    private static let sampleRates = [88200, 176_400, 192_000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000]

    private static let checksums: [UInt8] = (0..<256).map { index in
        (0..<8).reduce(UInt8(index)) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
    }
}
