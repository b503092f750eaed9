/// FLAC's total number of frames in STREAMINFO. libsndfile ends there even if the audio goes on, so whether it is true can only be seen
/// with the total taken away.
///
/// Source: RFC 9639 §8.1 and §8.2: the mark, a block header of four bytes, and 36 bits from the block's byte 13 on; 0 is unknown.
enum FLACTotal {
    /// The file's first bytes with the total unknown; empty when it is unknown already, or this is no FLAC.
    static func unknown(_ source: ByteSource, start: Int64) throws(AudioFileError) -> [UInt8] {
        var head = try source.bytes(at: start, count: 26)
        guard head.count == 26, head.starts(with: "fLaC".utf8), head[4] & 0x7F == 0 else { return [] }
        guard head[21] & 0x0F != 0 || head[22...].contains(where: { $0 != 0 }) else { return [] }
        head[21] &= 0xF0
        for index in 22..<26 { head[index] = 0 }
        return head
    }
}
