internal import KKPCM

/// What a FLAC stream says of itself: its metadata block STREAMINFO, 34 bytes.
///
/// Source: RFC 9639 §8.2 (the block), §9.1 (what frames may be); the Ogg and ISO mappings for what is around it.
struct FLACStreamInfo: Hashable {
    /// The most frames of a packet.
    let maximumBlockSize: Int
    /// The frames of every packet but the last; `nil` where packets differ.
    let fixedBlockSize: Int?
    let sampleRate: Int
    let channelCount: Int
    let bitDepth: Int
    /// The block without its header.
    let bytes: [UInt8]

    private static let byteCount = 34

    /// - Parameter cookie: `fLaC` and the metadata blocks; a `dfLa` box, whole or from its version on; the block with its header of four bytes; or without it.
    init(_ cookie: [UInt8]) throws(CodecError) {
        guard let bytes = Self.block(in: cookie) else {
            throw CodecError(format: .flac, "the magic cookie of \(cookie.count) bytes has no STREAMINFO")
        }
        self.bytes = bytes
        maximumBlockSize = Int(bytes[2]) << 8 | Int(bytes[3])
        fixedBlockSize = Int(bytes[0]) << 8 | Int(bytes[1]) == maximumBlockSize ? maximumBlockSize : nil
        sampleRate = Int(bytes[10]) << 12 | Int(bytes[11]) << 4 | Int(bytes[12] >> 4)
        channelCount = Int(bytes[12] >> 1 & 7) + 1
        bitDepth = (Int(bytes[12] & 1) << 4 | Int(bytes[13] >> 4)) + 1
        guard maximumBlockSize >= 16, sampleRate > 0, (4...32).contains(bitDepth) else {
            throw CodecError(
                format: .flac, "STREAMINFO states \(sampleRate) Hz, \(bitDepth) bits and blocks of \(maximumBlockSize) frames at most")
        }
    }

    private static func block(in cookie: [UInt8]) -> [UInt8]? {
        var start = 0
        if cookie.count == byteCount { return cookie }
        if cookie.starts(with: "fLaC".utf8) {
            start = 4
        } else if cookie.dropFirst(4).starts(with: "dfLa".utf8) {
            start = 12
        } else if cookie.count >= 8 + byteCount, cookie.starts(with: [0, 0, 0, 0]) {
            // A full box's version and flags. A block's header would have its length in the last three.
            start = 4
        }
        // STREAMINFO is the first block. The highest bit says that it is the last one as well.
        guard cookie.count >= start + 4 + byteCount, cookie[start] & 0x7F == 0,
            cookie[start + 1..<start + 4].elementsEqual([0, 0, UInt8(byteCount)])
        else { return nil }
        return Array(cookie[start + 4..<start + 4 + byteCount])
    }
}
