/// The tags around and between frames (``TagHeader``), stepped over in pieces: a tag of any size is never in memory.
package struct StreamTags {
    package init() {}

    /// The bytes of the tag that is being stepped over.
    package private(set) var remaining: Int64 = 0
    private var isInLyrics = false
    /// What has been stepped over of the last tag, and its kind.
    private var taken: Int64 = 0
    private var kind: TagHeader.Kind?
    /// The bytes that what the last step found claims, where the stream has fewer, so that it is not a tag.
    private(set) var refusedByteCount: Int64?

    /// The bytes of the ID3v2 tag that the last step ended; `nil` if it ended none.
    var id3v2ByteCount: Int64? { kind == .id3v2 && remaining == 0 && taken > 0 ? taken : nil }

    /// The bytes of a tag that is not over; 0 between tags. At the end of a stream they are not a tag: nothing tells
    /// what they are.
    var openByteCount: Int64 { remaining > 0 || isInLyrics ? taken : 0 }

    /// The bytes that belong to the tag at the start of the window, or to the one that began before it; `nil` if there
    /// is none.
    ///
    /// - Parameter rest: how many bytes the stream still has, where that is known: a tag that claims more is none, but
    ///   for ID3v1's, which may be cut.
    package mutating func step(_ window: Span<UInt8>, isEnd: Bool, rest: Int64?) throws(FramingShortage) -> Int? {
        if isInLyrics { return try lyricsStep(window, isEnd: isEnd) }
        if remaining == 0 {
            (taken, refusedByteCount) = (0, nil)
            guard let tag = try Self.tag(at: 0, in: window, isEnd: isEnd) else { return nil }
            kind = tag.kind
            guard var size = tag.byteCount else {
                isInLyrics = true
                return try lyricsStep(window, isEnd: isEnd)
            }
            if let rest, size > rest {
                guard tag.kind == .id3v1 || tag.kind == .extendedID3v1 else {
                    refusedByteCount = size
                    return nil
                }
                size = rest
            }
            remaining = size
        }
        let count = Int(min(remaining, Int64(window.count)))
        remaining -= Int64(count)
        taken += Int64(count)
        return count
    }

    /// The bytes of tags at the end of a stream that are told from packets by their own end, as APEv1 is, and any tag
    /// after a packet that is cut: texts.
    static let trailerLimit = 1 << 14

    /// A tag with a header that begins inside a packet, where the packet's rest should be, tells how far its end is:
    /// with a cover, and no farther than this.
    static let longestTrailer = 1 << 21

    /// Forgets the tag that was being stepped over.
    package mutating func reset() { self = StreamTags() }

    /// The tag that begins at `place`; `nil` if there is none.
    static func tag(at place: Int, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> TagHeader? {
        guard try window.reaches(place + 1, isEnd: isEnd) else { return nil }
        switch window[place] {
        case UInt8(ascii: "I"), UInt8(ascii: "T"), UInt8(ascii: "A"), UInt8(ascii: "L"): break
        default: return nil
        }
        _ = try window.reaches(place + TagHeader.windowByteCount, isEnd: isEnd)
        return TagHeader(window.extracting(place..<min(place + TagHeader.windowByteCount, window.count)))
    }

    private mutating func lyricsStep(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Int {
        _ = try window.reaches(TagHeader.lyricsEndByteCount, isEnd: isEnd)
        var index = 0
        while index + TagHeader.lyricsEndByteCount <= window.count {
            if TagHeader.endsLyrics(window, at: index) {
                isInLyrics = false
                return index + TagHeader.lyricsEndByteCount
            }
            index += 1
        }
        // The end's letters may be cut in two.
        let count = isEnd ? window.count : max(1, index)
        taken += Int64(count)
        return count
    }
}

extension Span<UInt8> {
    /// Whether `place` is where the stream ends, or after it. Tags at the end, of not too many bytes, are no part of
    /// what ends.
    func end(reachedBy place: Int, isEnd: Bool) throws(FramingShortage) -> StreamEnd {
        if try reaches(place + StreamTags.trailerLimit + 1, isEnd: isEnd) {
            guard let limit = trailerEnd(inside: place), try !reaches(limit, isEnd: isEnd) else { return .ahead }
        }
        let end = endBeforeTrailer
        return place < end ? .ahead : place == end ? .here : .passed
    }

    /// Where a stream would have to end that has nothing but tags after an APE tag that begins before `place`, plus
    /// one; `nil` if there is none.
    private func trailerEnd(inside place: Int) -> Int? {
        var start = 1
        while start < place, start + TagHeader.windowByteCount <= count {
            if self[start] == UInt8(ascii: "A"),
                let tag = TagHeader(extracting(start..<start + TagHeader.windowByteCount)), tag.kind == .apeHeader,
                let size = tag.byteCount, size <= StreamTags.longestTrailer
            {
                return start + Int(size) + StreamTags.trailerLimit + 1
            }
            start += 1
        }
        return nil
    }

    /// The bytes of a window at the end of a stream that come before the tags there.
    var endBeforeTrailer: Int {
        var end = count
        while let size = TagHeader.trailingByteCount(extracting(Swift.max(0, end - TagHeader.id3v1ByteCount)..<end)),
            size <= end
        { end -= Int(size) }
        return end
    }
}

enum StreamEnd {
    case ahead, here, passed
}
