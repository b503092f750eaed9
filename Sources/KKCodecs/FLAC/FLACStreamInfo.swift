package import KKPCM

/// What a FLAC stream says of itself: its metadata block STREAMINFO, 34 bytes, and the forms in which a magic cookie
/// has it.
///
/// Source: RFC 9639 §8.1 and §8.2 (the blocks), §9.1 (what frames may be); the Ogg and ISO mappings for what is around
/// them.
package struct FLACStreamInfo: Hashable, Sendable {
    package static let byteCount = 34

    /// The frames of a packet; of the last one there may be fewer.
    package let minimumBlock: Int
    package let maximumBlock: Int
    package let sampleRate: Int
    package let channelCount: Int
    package let bitDepth: Int
    /// The frames of audio; `nil` if the encoder did not know.
    package let frameCount: Int64?
    /// The block without its header.
    package let bytes: [UInt8]

    /// What frames may be that say themselves what they are: of any length, at the described rate, of the described
    /// channels.
    ///
    /// - Parameter bitDepth: what a frame has that does not say it.
    package init(_ description: StreamDescription, bitDepth: Int) throws(CodecError) {
        let (rate, channels) = (description.sampleRate, description.channelCount)
        guard (1...8).contains(channels), rate >= 1, rate < 0x1p20 else {
            throw CodecError(
                format: .flac, "FLAC cannot store \(channels) channels at \(StreamDescription.rateText(rate)) Hz")
        }
        let number = UInt64(rate) << 44 | UInt64(channels - 1) << 41 | UInt64(bitDepth - 1) << 36
        let block =
            [0, 16, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 6)
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
        try self.init(block + [UInt8](repeating: 0, count: 16))
    }

    /// - Parameter cookie: `fLaC` and the metadata blocks; a `dfLa` box, whole or from its version on; the block with
    ///   its header of four bytes; or without it.
    package init(_ cookie: [UInt8]) throws(CodecError) {
        guard let blocks = Self.blocks(of: cookie) else {
            throw CodecError(format: .flac, "the magic cookie of \(cookie.count) bytes has no STREAMINFO")
        }
        bytes = Array(blocks[4..<4 + Self.byteCount])
        minimumBlock = Int(bytes[0]) << 8 | Int(bytes[1])
        maximumBlock = Int(bytes[2]) << 8 | Int(bytes[3])
        sampleRate = Int(bytes[10]) << 12 | Int(bytes[11]) << 4 | Int(bytes[12] >> 4)
        channelCount = Int(bytes[12] >> 1 & 7) + 1
        bitDepth = (Int(bytes[12] & 1) << 4 | Int(bytes[13] >> 4)) + 1
        let total = bytes[14..<18].reduce(Int64(bytes[13] & 15)) { $0 << 8 | Int64($1) }
        frameCount = total > 0 ? total : nil
        guard maximumBlock >= 16, sampleRate > 0, (4...32).contains(bitDepth) else {
            throw CodecError(
                format: .flac,
                "STREAMINFO states \(sampleRate) Hz, \(bitDepth) bits and blocks of \(maximumBlock) frames at most")
        }
    }

    /// MD5 of the sound; `nil` if the encoder did not know.
    package var soundChecksum: [UInt8]? {
        let sum = Array(bytes[18..<34])
        return sum.allSatisfy { $0 == 0 } ? nil : sum
    }

    /// Whether all packets but the last have the same length.
    package var isFixed: Bool { minimumBlock == maximumBlock }

    /// The header of a block that is the last one, of STREAMINFO's length.
    private static let blockHeader: [UInt8] = [0x80, 0, 0, UInt8(byteCount)]

    /// The metadata blocks of a cookie, STREAMINFO with its header the first of them; `nil` if there is none.
    private static func blocks(of cookie: [UInt8]) -> [UInt8]? {
        if cookie.count == byteCount { return blockHeader + cookie }
        var start = 0
        if cookie.starts(with: "fLaC".utf8) {
            start = 4
        } else if cookie.dropFirst(4).starts(with: "dfLa".utf8) {
            // ISO/IEC 14496-12: a size, the name, version and flags.
            start = 12
        } else if cookie.count >= 8 + byteCount, cookie.starts(with: [0, 0, 0, 0]) {
            // A full box's version and flags. A block's header would have its length in the last three.
            start = 4
        }
        // The highest bit says that the block is the last one.
        guard cookie.count >= start + 4 + byteCount, cookie[start] & 0x7F == 0,
            cookie[start + 1..<start + 4].elementsEqual([0, 0, UInt8(byteCount)])
        else { return nil }
        return Array(cookie[start...])
    }
}

extension FLACStreamInfo {
    /// The start of a stream that has no other metadata.
    package var head: [UInt8] { Array("fLaC".utf8) + Self.blockHeader + bytes }

    /// The cookie as CAF and ISO's files have it: a `dfLa` box around the one block. `nil` if the cookie has no
    /// STREAMINFO.
    package static func box(_ cookie: [UInt8]) -> [UInt8]? {
        guard let block = blocks(of: cookie)?[4..<4 + byteCount] else { return nil }
        return [0, 0, 0, UInt8(16 + byteCount)] + Array("dfLa".utf8) + [0, 0, 0, 0] + blockHeader + block
    }

    /// What comes before the frames of a file: `fLaC` and the metadata blocks of a cookie, with the number of frames
    /// that there are.
    ///
    /// The checksum of the sound speaks of as many frames as the cookie counts. Of others it would be wrong, and is
    /// taken out (zeros: not known). A cookie without STREAMINFO is written as it is, as the one block.
    package static func metadata(_ cookie: [UInt8], frameCount: Int64) -> [UInt8] {
        let mark = Array("fLaC".utf8)
        guard let blocks = blocks(of: cookie) else {
            return cookie.starts(with: mark)
                ? cookie : mark + [0x80, 0, 0, UInt8(truncatingIfNeeded: cookie.count)] + cookie
        }
        var bytes = mark + blocks
        if let stated = try? FLACStreamInfo(cookie), stated.frameCount != frameCount {
            // 36 bits; 0 is "not known".
            let count = frameCount < 1 << 36 ? frameCount : 0
            bytes[21] = bytes[21] & 0xF0 | UInt8(truncatingIfNeeded: count >> 32)
            for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: count >> Int64(24 - 8 * index)) }
            for index in 26..<42 { bytes[index] = 0 }
        }
        return bytes
    }
}

extension FLACStreamInfo {
    /// The same of other frames; `nil` where STREAMINFO cannot say that.
    package func saying(
        minimumBlock: Int, maximumBlock: Int, sampleRate: Int, channelCount: Int, bitDepth: Int
    ) -> FLACStreamInfo? {
        guard (1...8).contains(channelCount), (1..<1 << 20).contains(sampleRate), (4...32).contains(bitDepth) else {
            return nil
        }
        func field(_ value: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
        }
        let depth = bitDepth - 1
        let numbers = [UInt8(sampleRate >> 12), UInt8(truncatingIfNeeded: sampleRate >> 4)]
        let codes = [
            UInt8((sampleRate & 15) << 4 | (channelCount - 1) << 1 | depth >> 4),
            UInt8((depth & 15) << 4) | bytes[13] & 15,
        ]
        return try? FLACStreamInfo(
            field(minimumBlock) + field(maximumBlock) + bytes[4..<10] + numbers + codes + bytes[14...])
    }
}
