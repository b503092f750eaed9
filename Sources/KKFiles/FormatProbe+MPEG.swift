internal import KKCodecs

/// Looks for the first MPEG audio frame: a header whose length leads to another one of the same kind.
///
/// At the very start two headers are enough; behind junk it has to be three, because any four bytes look like a header once in about four thousand
/// times. Fewer are enough where they lead to a tag, or to the end of the file, to which behind junk two have to lead.
struct MPEGSearch {
    let source: ByteSource
    let start: Int64

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

    private func header(_ bytes: [UInt8], _ offset: Int) -> MPEGFrameHeader? {
        bytes.bigEndian32(at: offset).flatMap(Self.header)
    }

    /// A header, unless its emphasis is the reserved code, which a decoder would forgive and a search takes for chance.
    private static func header(_ bits: UInt32) -> MPEGFrameHeader? {
        bits & 3 == 2 ? nil : MPEGFrameHeader(bits)
    }

    private func isStream(_ first: MPEGFrameHeader, at offset: Int64, needed: Int) throws(AudioFileError) -> Bool {
        let free = first.byteCount == nil ? try freeFormatByteCount(first, at: offset) : nil
        return try HeaderChain.holds(from: first, at: offset, confirmations: needed - 1) { (header, _, _) throws(AudioFileError) in
            // The padding bit is the only thing that changes a frame's length in free format.
            header.byteCount ?? free.map { $0 + header.paddingByteCount - first.paddingByteCount }
        } next: { (place) throws(AudioFileError) in
            let head = try source.bytes(at: place, count: 4)
            guard let next = header(head, 0), next.isConsistent(with: first) else { return nil }
            return next
        } mayEnd: { (place, packets, _) throws(AudioFileError) in
            let head = try source.bytes(at: place, count: TagHeader.windowByteCount)
            return head.count < 4 ? offset == start || packets > 1 : TagHeader(head.span) != nil
        }
    }

    private func freeFormatByteCount(_ first: MPEGFrameHeader, at offset: Int64) throws(AudioFileError) -> Int? {
        let bytes = try source.bytes(at: offset, count: 2 * MPEGFrameHeader.longestByteCount + TagHeader.windowByteCount)
        return FreeFormat.byteCount(of: first) { distance in
            guard distance < bytes.count, bytes[distance] == 0xFF, let next = header(bytes, distance), next.isConsistent(with: first) else { return nil }
            return next
        } isEnd: { distance in
            distance == bytes.count || distance < bytes.count && TagHeader(bytes.span.extracting(distance...)) != nil
        }
    }
}

extension MPEGFrameHeader {
    /// Whether both may belong to one stream: version, layer and rate stay, and free format stays free.
    fileprivate func isConsistent(with other: MPEGFrameHeader) -> Bool {
        format.version == other.format.version && format.layer == other.format.layer && format.sampleRate == other.format.sampleRate
            && (byteCount == nil) == (other.byteCount == nil)
    }
}
