/// What comes before the sound in a pipe that is kept in a temporary file, as long as none has come: it may be endless,
/// and has a bound.
///
/// Sound has come with the first packet, or where a container's audio begins, as ``AudioFileStream`` tells it. What
/// begins like nothing that it knows is for ``FormatProbe``, which wants little more than a mebibyte; but Ogg has its
/// sound with the first page whose time is not 0. The sound itself, and what is after it, has no bound.
///
/// ## Allocation
/// What ``AudioFileStream`` keeps of a header.
struct PipeHeader {
    /// Four of FLAC's largest pictures. ID3 could have four times as much, which nobody has seen.
    static let limit = 1 << 26

    private var stream = try? AudioFileStream { _, _ in }
    private var byteCount = 0
    /// The last bytes, fewer than tell an Ogg page's time, and whether there was a page that has one.
    private var rest: [UInt8] = []
    private var hasPage = false
    private var hasSound = false

    /// Takes the bytes that come next.
    ///
    /// - Returns: whether they may be kept; `false` from the first byte on that is beyond the bound, and without end.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        if hasSound { return true }
        let looked = bytes.prefix(Self.limit - byteCount)
        byteCount += looked.count
        hasSound = !looked.isEmpty && findSound(looked)
        if hasSound { (stream, rest) = (nil, []) }
        return hasSound || looked.count == bytes.count
    }

    private mutating func findSound(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let stream else { return true }
        if stream.phase == .probing, !hasPage { hasPage = findPage(bytes) }
        try? stream.parse(bytes)
        if stream.isReady || stream.container?.audio != nil { return stream.skipping == 0 }
        guard stream.failure != nil, stream.phase == .probing else { return false }
        let isOgg = stream.window.prefix(min(4, stream.window.count)) == OggPage.mark
        return !isOgg || hasPage
    }

    /// Whether a page of Ogg has a time: its mark, two bytes, and the time in eight, -1 if no packet ends on it.
    private mutating func findPage(_ bytes: ArraySlice<UInt8>) -> Bool {
        rest += bytes
        defer { rest.removeFirst(max(0, rest.count - 13)) }
        for place in rest.indices.dropLast(13)
        where rest[place] == UInt8(ascii: "O") && rest[place..<place + 4].elementsEqual(OggPage.mark) {
            let time = rest[place + 6..<place + 14]
            if time.contains(where: { $0 != 0 }), time.contains(where: { $0 != 0xFF }) { return true }
        }
        return false
    }
}
