/// The first bytes of a block.
///
/// Source: WavPack 4 & 5 Binary File / Block Format.
package struct WavPackHeader {
    package static let byteCount = 32

    /// All of the block.
    package let byteCount: Int
    /// The number of its first frame.
    let firstFrame: Int64
    /// None in a block that has no sound.
    let frameCount: Int
    /// The frames of the file; `nil` where whoever wrote it did not know.
    let statedCount: Int64?
    let channelCount: Int
    /// Whether it is the first, and the last, of the blocks of these frames.
    let isInitial: Bool
    let isFinal: Bool
    let isDSD: Bool

    /// - Returns: `nil` for bytes that are not a header, by what libwavpack requires of one.
    package init?(_ bytes: [UInt8]) {
        let fields = Fields(bytes: bytes, isBigEndian: false)
        guard fields.has("wvpk"), let size = fields.uint32(4), size % 2 == 0, (24..<1 << 20).contains(size),
            let version = fields.uint16(8), (0x402...0x410).contains(version),
            let frames = fields.uint32(20), frames < 3 << 16,
            let first = fields.uint32(16), let total = fields.uint32(12),
            let flags = fields.uint32(24), fields.uint32(28) != nil
        else { return nil }
        byteCount = Int(size) + 8
        frameCount = Int(frames)
        firstFrame = Int64(bytes[10]) << 32 | Int64(first)
        // One number of 32 bits stands for "unknown", so each multiple of 2^32 counts one less.
        statedCount = total == .max ? nil : Int64(bytes[11]) << 32 + Int64(total) - Int64(bytes[11])
        channelCount = flags & 0x4 != 0 ? 1 : 2
        (isInitial, isFinal) = (flags & 0x800 != 0, flags & 0x1000 != 0)
        isDSD = flags & 0x8000_0000 != 0
    }
}
