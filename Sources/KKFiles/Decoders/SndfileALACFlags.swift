/// Apple Lossless in CAF whose stream description leaves the source's depth out, as FFmpeg writes it. libsndfile goes by those flags alone and
/// refuses the file; the depth is in the magic cookie, and libsndfile is shown a description that has it.
///
/// Source: Apple Core Audio Format Specification 1.0 (`desc`, `kuki`); ALACMagicCookieDescription.txt of Apple's ALAC (the cookie may be
/// wrapped in `frma` and `alac` atoms of 12 bytes each).
enum ALACFlags {
    /// The file's first bytes with the flags filled in; empty when nothing is missing.
    static func patch(_ source: ByteSource) throws(AudioFileError) -> [UInt8] {
        // File header (8), chunk header (12), rate (8), format (4), flags (4).
        var head = try source.bytes(at: 0, count: 36)
        guard head.count == 36, head.starts(with: "caff".utf8), head[8...].starts(with: "desc".utf8), head[28...].starts(with: "alac".utf8),
            head[32..<36].allSatisfy({ $0 == 0 })
        else { return [] }
        var place: Int64 = 8
        for _ in 0..<64 {
            let chunk = try source.bytes(at: place, count: 12 + 24 + 6)
            guard chunk.count == 12 + 24 + 6, let high = chunk.bigEndian32(at: 4), let size = chunk.bigEndian32(at: 8), high == 0 else { return [] }
            if chunk.starts(with: "kuki".utf8) {
                let config = chunk[16...].starts(with: "frma".utf8) ? 36 : 12
                switch chunk[config + 5] {
                case 16: head[35] = 1
                case 20: head[35] = 2
                case 24: head[35] = 3
                case 32: head[35] = 4
                default: return []
                }
                return head
            }
            place += 12 + Int64(size)
        }
        return []
    }
}
