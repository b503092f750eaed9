/// What can be told of an MPEG audio frame from its four bytes of header (ISO 11172-3, section 2.4.1.3; 13818-3 for the lower rates).
struct MPEGHeader {
    let bits: UInt32
    /// The bytes of the whole frame; `nil` in free format, where only the next header tells.
    let byteCount: Int?

    /// Sync word, version, layer and sample rate: what does not change within a stream.
    static let constantBits: UInt32 = 0xFFFE_0C00

    init?(_ bits: UInt32) {
        let version = bits >> 19 & 3
        let layer = bits >> 17 & 3
        let rateIndex = bits >> 12 & 15
        let frequencyIndex = bits >> 10 & 3
        guard bits >> 21 == 0x7FF, version != 1, layer != 0, rateIndex != 15, frequencyIndex != 3, bits & 3 != 2 else { return nil }
        self.bits = bits
        guard rateIndex != 0 else {
            byteCount = nil
            return
        }
        let isLowRate = version != 3
        let frequency = [44_100, 48_000, 32_000][Int(frequencyIndex)] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let table = layer == 3 ? (isLowRate ? 3 : 0) : layer == 2 ? (isLowRate ? 4 : 1) : (isLowRate ? 4 : 2)
        let bitRate = Self.bitRates[table][Int(rateIndex)] * 1000
        let padding = Int(bits >> 9 & 1)
        if layer == 3 {
            byteCount = (12 * bitRate / frequency + padding) * 4
        } else {
            let slots = layer == 1 && isLowRate ? 72 : 144
            byteCount = slots * bitRate / frequency + padding
        }
    }

    func isConsistent(with other: MPEGHeader) -> Bool {
        (bits ^ other.bits) & Self.constantBits == 0 && (byteCount == nil) == (other.byteCount == nil)
    }

    /// kbit/s: version 1 layers I, II and III; version 2 layer I, and layers II and III.
    private static let bitRates = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
}

/// Looks for the first MPEG audio frame: a header whose length leads to another one of the same kind.
///
/// At the very start two headers are enough, or one that reaches the end of the file or a tag; behind junk it has to be three,
/// because any four bytes look like a header once in about four thousand times.
struct MPEGSearch {
    let source: ByteSource
    let start: Int64

    private static let longestFreeFrame = 5000

    /// The first byte of the first frame, at most `window` bytes behind the start; `nil` when there is none.
    func firstFrame(within window: Int) throws(AudioFileError) -> Int64? {
        let bytes = try source.bytes(at: start, count: window)
        var offset = 0
        while offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF, let header = header(bytes, offset) else {
                offset += 1
                continue
            }
            if try isStream(header, at: start + Int64(offset), needed: offset == 0 ? 2 : 3) { return start + Int64(offset) }
            offset += 1
        }
        return nil
    }

    private func header(_ bytes: [UInt8], _ offset: Int) -> MPEGHeader? {
        MPEGHeader(UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16 | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3]))
    }

    private func isStream(_ first: MPEGHeader, at offset: Int64, needed: Int) throws(AudioFileError) -> Bool {
        var length = first.byteCount
        if length == nil { length = try freeFormatByteCount(first, at: offset) }
        guard let length else { return false }
        var header = first
        var position = offset
        for found in 1..<needed {
            // The padding bit is the only thing that changes a frame's length in free format.
            let padding = first.byteCount == nil ? Int(header.bits >> 9 & 1) - Int(first.bits >> 9 & 1) : 0
            position += Int64((header.byteCount ?? length) + padding)
            let next = try source.fields(at: position, count: 8, isBigEndian: true)
            guard let bits = next.uint32(0) else { return offset == start || found >= 2 }
            if next.has("TAG") || next.has("APETAGEX") || next.has("LYRICSBE") { return true }
            guard let following = MPEGHeader(bits), following.isConsistent(with: first) else { return false }
            header = following
        }
        return true
    }

    /// The distance to the next header of the same kind.
    private func freeFormatByteCount(_ first: MPEGHeader, at offset: Int64) throws(AudioFileError) -> Int? {
        let bytes = try source.bytes(at: offset, count: Self.longestFreeFrame)
        var distance = 24
        while distance + 4 <= bytes.count {
            if bytes[distance] == 0xFF, let next = header(bytes, distance), next.isConsistent(with: first) { return distance }
            distance += 1
        }
        return nil
    }
}
