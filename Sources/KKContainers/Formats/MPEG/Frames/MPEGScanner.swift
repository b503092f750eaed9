internal import KKCodecs

/// Finds every MPEG frame of a file: reads all headers, steps over tags, looks for the next frame behind damage.
///
/// A frame is believed where the previous one ends. Everywhere else (at the start, behind damage, at a change of
/// format) a header is believed when a ``HeaderChain`` begins with it, which may end where the file does; and the first
/// one also by an encoder's tag in its frame.
///
/// The scan reads the file once, in constant memory but for the list of segments, and ends on every input.
package struct MPEGScanner {
    /// The segments in the order of the file.
    package private(set) var segments: [MPEGSegment] = []
    package private(set) var warnings: [FileWarning] = []
    /// Where ID3v2 tags lie; only those that end inside the file and are of a size that text can have.
    package private(set) var tagRanges: [Range<Int64>] = []
    /// The first byte after the tags at the start.
    package private(set) var audioStart: Int64

    private var bytes: MPEGByteWindow
    private var cutter = MPEGPieceCutter()
    private let end: Int64
    private var position: Int64
    /// How many more places are looked at for the second header of a free-format frame: nothing that claims to be one
    /// may stall the scan.
    private var freeFormatBudget = 1 << 24

    package init(_ source: ByteSource, range: Range<Int64>) throws(AudioFileError) {
        var bytes = MPEGByteWindow(source, end: range.upperBound)
        try bytes.dropTrailingTags(behind: range.lowerBound)
        end = bytes.end
        self.bytes = bytes
        position = range.lowerBound
        audioStart = range.lowerBound
        while try skipTag() {}
        audioStart = position
        try scan()
    }

    private mutating func scan() throws(AudioFileError) {
        var isInSync = false
        while position < end {
            if let header = try bytes.header(at: position), try isBelieved(header, isInSync: isInSync) {
                if let size = try frameByteCount(header, at: position) {
                    try take(header, byteCount: size)
                    isInSync = true
                    continue
                }
            }
            if try skipTag() { continue }
            let lost = position
            position += 1
            let found = try findFrame()
            try report(lost, found: found, isAtStart: segments.isEmpty)
            guard found else { break }
            isInSync = false
        }
    }

    /// Whether `header`, at `position`, opens a frame.
    private mutating func isBelieved(_ header: MPEGFrameHeader, isInSync: Bool) throws(AudioFileError) -> Bool {
        if isInSync, segments.last?.format == header.format { return true }
        return try isConfirmed(header, at: position)
    }

    /// Whether frames of one format follow one another from `start` on, or end where the file or a tag at its end does,
    /// or nearly so (``HeaderChain/longestRest(behind:byteCount:isFirst:)``).
    private mutating func isConfirmed(_ first: MPEGFrameHeader, at start: Int64) throws(AudioFileError) -> Bool {
        if segments.isEmpty, let size = first.byteCount, try infoTag(first, at: start, byteCount: size) != nil {
            return true
        }
        return try HeaderChain.holds(from: first, at: start) { (header, place, firstSize) throws(AudioFileError) in
            if let firstSize { return header.byteCount ?? firstSize - first.paddingByteCount + header.paddingByteCount }
            return try frameByteCount(header, at: place)
        } next: { (place) throws(AudioFileError) in
            guard let next = try bytes.header(at: place), next.isSameKind(as: first) else { return nil }
            return next
        } mayEnd: { (place, packets, size) throws(AudioFileError) in
            if place >= end { return place == end || packets > 1 }
            if try bytes.isTag(at: place) { return true }
            return end - place
                < HeaderChain.longestRest(
                    behind: packets, byteCount: size, isFirst: segments.isEmpty && start == audioStart)
        }
    }

    /// Adds the frame at `position` to the segments and moves behind it.
    private mutating func take(_ header: MPEGFrameHeader, byteCount: Int) throws(AudioFileError) {
        let missing = max(0, position + Int64(byteCount) - end)
        let info = try infoTag(header, at: position, byteCount: byteCount)
        if info != nil || segments.last?.format != header.format {
            if let last = segments.last, last.packetCount == 0 { segments.removeLast() }
            segments.append(MPEGSegment(format: header.format, info: info))
            if header.byteCount == nil {
                segments[segments.count - 1].freeFormatByteCount = byteCount - header.paddingByteCount
            }
        }
        if info == nil {
            let last = segments.count - 1
            cutter.note(header, byteCount: byteCount, at: segments[last].byteCount, in: &segments[last])
            segments[last].append(at: position, byteCount: Int64(byteCount), missing: missing)
            if missing > 0 {
                warn(position, "the last MPEG frame is cut short: \(missing) of \(byteCount) bytes are missing")
            }
        }
        position += Int64(byteCount)
    }

    /// The info tag that the frame at `place` is; `nil` when it is audio.
    private mutating func infoTag(
        _ header: MPEGFrameHeader, at place: Int64, byteCount: Int
    ) throws(AudioFileError) -> MPEGInfoTag? {
        let start = place + Int64(4 + header.format.sideInformationByteCount)
        // The three places where a tag's name can stand. Looked at first, without an array for every frame.
        var isTag = false
        if header.format.layer == 3 {
            isTag = try isTagName(at: start)
            if !isTag { isTag = try isTagName(at: start + 2) }
            if !isTag { isTag = try isTagName(at: place + 36) }
        }
        guard isTag else { return nil }
        return MPEGInfoTag(frame: try bytes.bytes(at: place, count: min(byteCount, 256)), header: header)
    }

    private mutating func isTagName(at place: Int64) throws(AudioFileError) -> Bool {
        try bytes.number(at: place).map(MPEGInfoTag.isName) ?? false
    }

    /// The bytes of the frame at `place`; in free format as learnt from the segment or from the next header.
    private mutating func frameByteCount(_ header: MPEGFrameHeader, at place: Int64) throws(AudioFileError) -> Int? {
        if let size = header.byteCount { return size }
        if let last = segments.last, last.format == header.format, let size = last.freeFormatByteCount {
            return size + header.paddingByteCount
        }
        return try FreeFormat.byteCount(of: header) { (distance) throws(AudioFileError) in
            freeFormatBudget -= 1
            guard freeFormatBudget > 0, let next = try bytes.header(at: place + Int64(distance)),
                next.isSameKind(as: header)
            else { return nil }
            return next
        } isEnd: { (distance) throws(AudioFileError) in
            place + Int64(distance) == end
        }
    }

    /// Moves to the next frame that can be believed.
    private mutating func findFrame() throws(AudioFileError) -> Bool {
        while let candidate = try bytes.firstSync(from: position) {
            position = candidate
            if let header = try bytes.header(at: candidate), try isConfirmed(header, at: candidate) { return true }
            position += 1
        }
        position = end
        return false
    }

    /// Steps over a tag at `position`.
    private mutating func skipTag() throws(AudioFileError) -> Bool {
        guard let (kind, size) = try bytes.tag(at: position), size > 0 else { return false }
        if position + size > end {
            warn(position, "a tag claims \(size) bytes, more than the file has")
            return false
        }
        if kind == .id3v2, size <= ID3Texts.tagLimit { tagRanges.append(position..<position + size) }
        position += size
        return true
    }

    /// Says what was left out between `lost` and `position`. A little of anything, and zeros, around the audio are
    /// nobody's trouble.
    private mutating func report(_ lost: Int64, found: Bool, isAtStart: Bool) throws(AudioFileError) {
        let count = position - lost
        let isAround = isAtStart || !found
        if isAtStart && !found || isAround && count < 4096 { return }
        if isAround, count <= 1 << 15, try bytes.bytes(at: lost, count: Int(count)).allSatisfy({ $0 == 0 }) { return }
        let place =
            isAtStart ? "before the first MPEG frame" : found ? "between MPEG frames" : "after the last MPEG frame"
        warn(lost, "\(count) bytes \(place) are no MPEG audio", "they are left out")
    }

    private mutating func warn(_ place: Int64, _ problem: String, _ consequence: String? = nil) {
        warnings.addPlace(FileWarning(path: bytes.name, at: .byte(place), problem, consequence: consequence))
    }
}
