internal import KKCodecs

/// Looks for the first MPEG audio frame: a header whose length leads to another one of the same kind, and after which
/// there are frames for the most part.
///
/// At the very start two headers are enough to begin with; after junk it must be three, because any four bytes look
/// like a header once in about four thousand times. Fewer are enough where they lead to a tag, or to the end of the
/// file, to which after junk two must lead. An encoder's tag in the first frame is proof by itself: what follows it may
/// be damaged.
///
/// Headers alone prove little: the tables of programs and the periods of a raw tone lead to one another as frames do.
/// So where nothing else says that this is MPEG audio, neither a tag before it nor an encoder's own in its first frame,
/// what is after the headers must be possible contents (``MPEGFrameContents``): of some frames in a row, or of so many
/// that they fill half of ``stretch``, or of all there is. Behind junk less is believed where little is proved: of
/// layer I only a long row, and of free format no short chain.
package struct MPEGSearch {
    /// The bytes that frames must fill half of.
    private static let stretch = 1 << 16

    /// The bytes after ``stretch`` that its last frame can take to be believed: three in free format, and a tag.
    private static let margin = 4 * MPEGFrameHeader.longestByteCount + TagHeader.windowByteCount

    /// Frames in a row that are enough, whatever follows.
    private static let (rowAtStart, rowBehindJunk) = (4, 8)

    /// The frames of layer I in a row, under one header, that are believed after junk.
    private static let longRow = 64

    private let start: Int64
    private let hasTag: Bool
    private let window: Int
    private let bytes: [UInt8]

    /// The bytes of a pipe after which it is settled whether a frame at `place` is the first one.
    package static func reach(behind place: Int) -> Int { place + stretch + margin }

    /// - Parameters:
    ///   - window: how far behind the start a first frame is looked for.
    ///   - hasTag: whether a tag comes before the start that only MPEG audio is given.
    init(_ source: ByteSource, from start: Int64, window: Int, hasTag: Bool) throws(AudioFileError) {
        (self.start, self.hasTag, self.window) = (start, hasTag, window)
        bytes = try source.bytes(at: start, count: window + Self.stretch + Self.margin)
    }

    /// The first byte of the first frame; `nil` if there is none.
    func firstFrame() -> Int64? {
        var offset = 0
        while offset < window, offset + 4 <= bytes.count {
            guard bytes[offset] == 0xFF, let header = header(offset),
                offset == 0 || hasTag || header.format.layer > 1 || isLongRow(header, at: offset),
                isStream(header, at: offset, needed: offset == 0 ? 2 : 3) || isInfo(header, at: offset)
            else {
                offset += 1
                continue
            }
            if hasTag || isInfo(header, at: offset) { return start + Int64(offset) }
            let end = min(bytes.count, offset + Self.stretch)
            if isMostlyFrames(from: offset, to: end, header) { return start + Int64(offset) }
            // Sound that began in the first half of this would have filled the other one.
            offset += max(1, (end - offset) / 2)
        }
        return nil
    }

    /// A header, unless its emphasis is the reserved code, which a decoder would forgive and a search takes for chance.
    private func header(_ offset: Int) -> MPEGFrameHeader? {
        guard let bits = bytes.bigEndian32(at: offset), bits & 3 != 2 else { return nil }
        return MPEGFrameHeader(bits)
    }

    private func isStream(_ first: MPEGFrameHeader, at offset: Int, needed: Int) -> Bool {
        let run = self.run(first, at: offset)
        return HeaderChain.holds(from: first, at: Int64(offset), confirmations: needed - 1) { header, _, _ in
            run.byteCount(header)
        } next: { place in
            guard let next = header(Int(place)), next.isConsistent(with: first) else { return nil }
            return next
        } mayEnd: { place, packets, _ in
            place + 4 > bytes.count ? offset == 0 || packets > 1 : tag(at: Int(place)) != nil
        }
    }

    private func freeFormatByteCount(_ first: MPEGFrameHeader, at offset: Int) -> Int? {
        FreeFormat.byteCount(of: first) { distance in
            guard let next = header(offset + distance), next.isConsistent(with: first) else { return nil }
            return next
        } isEnd: { distance in
            offset + distance == bytes.count || tag(at: offset + distance) != nil
        }
    }

    private func tag(at place: Int) -> TagHeader? {
        place < bytes.count ? TagHeader(bytes.span.extracting(place...)) : nil
    }

    /// Whether the frame is an encoder's tag.
    private func isInfo(_ header: MPEGFrameHeader, at offset: Int) -> Bool {
        MPEGInfoTag(frame: Array(bytes[offset..<min(bytes.count, offset + 256)]), header: header) != nil
    }

    // MARK: Behind the first frame

    /// Whether frames whose contents can be some are enough in a row, or fill half of these bytes but for tags.
    private func isMostlyFrames(from start: Int, to end: Int, _ first: MPEGFrameHeader) -> Bool {
        var (place, covered, skipped, row) = (start, 0, 0, 0)
        var run: Run? = self.run(first, at: start)
        while place < end {
            if let header = header(place) {
                if !(run?.first.isConsistent(with: header) ?? false) {
                    run = isStream(header, at: place, needed: 3) ? self.run(header, at: place) : nil
                }
                if let size = run?.byteCount(header) {
                    row = isLawful(header, at: place, byteCount: size, isFirst: start == 0) ? row + 1 : 0
                    if row > 0, start == 0 || header.byteCount != nil { covered += min(size, end - place) }
                    if row == (start == 0 ? Self.rowAtStart : Self.rowBehindJunk) { return true }
                    place += size
                    continue
                }
            }
            (run, row) = (nil, 0)
            if let tag = tag(at: place) {
                guard let size = tag.byteCount, size < end - place else {
                    return 2 * covered >= place - start - skipped
                }
                (place, skipped) = (place + max(1, Int(size)), skipped + Int(size))
            } else {
                place += 1
                while place < end, bytes[place] != 0xFF { place += 1 }
            }
        }
        return 2 * covered >= end - start - skipped
    }

    /// Whether many frames follow one another under one header, each of which can be one.
    private func isLongRow(_ first: MPEGFrameHeader, at offset: Int) -> Bool {
        guard let size = first.byteCount else { return false }
        var place = offset
        for _ in 0..<Self.longRow {
            guard let header = header(place), header.format == first.format,
                header.byteCount.map({ abs($0 - size) <= 4 }) ?? false,
                let length = header.byteCount, isLawful(header, at: place, byteCount: length, isFirst: false)
            else { return false }
            place += length
        }
        return true
    }

    private func run(_ first: MPEGFrameHeader, at offset: Int) -> Run {
        Run(first: first, free: first.byteCount == nil ? freeFormatByteCount(first, at: offset) : nil)
    }

    /// Frames of one kind: the first one, and its bytes in free format.
    private struct Run {
        let first: MPEGFrameHeader
        let free: Int?

        /// The padding bit is the only thing that changes a frame's length in free format.
        func byteCount(_ header: MPEGFrameHeader) -> Int? {
            header.byteCount ?? free.map { $0 + header.paddingByteCount - first.paddingByteCount }
        }
    }

    /// Whether what is after a header can be the contents of a frame; after junk not those of the next one again,
    /// unless it is silence.
    private func isLawful(_ header: MPEGFrameHeader, at place: Int, byteCount: Int, isFirst: Bool) -> Bool {
        let end = min(bytes.count, place + MPEGFrameContents.headByteCount)
        guard let contents = MPEGFrameContents(bytes.span.extracting(place..<end), header: header, byteCount: byteCount)
        else { return false }
        if isFirst || contents.isSilent || header.byteCount != nil && header.format.layer == 2 { return true }
        let count = min(byteCount, bytes.count - place - byteCount)
        return count <= 4
            || bytes[place + 4..<place + count] != bytes[place + byteCount + 4..<place + byteCount + count]
    }
}

extension MPEGFrameHeader {
    /// Whether both may belong to one stream: version, layer and rate stay, and free format stays free.
    fileprivate func isConsistent(with other: MPEGFrameHeader) -> Bool {
        format.version == other.format.version && format.layer == other.format.layer
            && format.sampleRate == other.format.sampleRate
            && (byteCount == nil) == (other.byteCount == nil)
    }
}
