/// The first page of an Opus stream in Ogg, with the rate set to Opus' own. What the header on it says to a decoder is `OpusHeader`'s (`KKCodecs`).
///
/// Opus is always 48 kHz; the header's rate is that of the encoder's input, a remark. libsndfile takes the remark for the rate to decode
/// at. So it is shown a first page that says 48 kHz.
///
/// Source: RFC 7845 §5.1 (OpusHead), RFC 3533 §6 (the page header and its checksum).
struct OpusFirstPage {
    let preSkip: Int
    /// 0 and 1: the order of Vorbis; others: channels without places.
    let mappingFamily: Int
    /// The stream's first bytes with the rate replaced; empty when it is 48 kHz already.
    let patch: [UInt8]

    /// - Parameter start: where the first page is.
    /// - Returns: `nil` when it holds something else.
    init?(_ source: ByteSource, start: Int64 = 0) throws(AudioFileError) {
        let head = try source.bytes(at: start, count: 27 + 255 + 512)
        guard head.count > 27, head.starts(with: "OggS".utf8) else { return nil }
        let start = 27 + Int(head[26])
        guard head.count >= start, start > 27 else { return nil }
        let bodyByteCount = head[27..<start].reduce(0) { $0 + Int($1) }
        guard bodyByteCount >= 19, head.count >= start + bodyByteCount, head[start...].starts(with: "OpusHead".utf8) else { return nil }
        preSkip = Int(head[start + 10]) | Int(head[start + 11]) << 8
        mappingFamily = Int(head[start + 18])
        var page = Array(head[..<(start + bodyByteCount)])
        let rate: [UInt8] = [0x80, 0xBB, 0, 0]
        guard Array(page[start + 12..<start + 16]) != rate else {
            patch = []
            return
        }
        page.replaceSubrange(start + 12..<start + 16, with: rate)
        page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        let sum = OggPage.checksum(page)
        for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
        patch = page
    }
}
