internal import KKCodecs

/// All MPEG frames of a file as segments, and what lies between them: the steps of an ``MPEGFramer`` over its bytes.
///
/// The file is read once, in constant memory but for the list of segments.
package struct MPEGScan {
    /// The segments in the order of the file.
    package private(set) var segments: [MPEGSegment] = []
    package private(set) var warnings: [FileWarning] = []
    /// Where ID3v2 tags lie; only those that end inside the file and are of a size that text can have.
    package private(set) var tagRanges: [Range<Int64>] = []
    /// The first byte after the tags at the start.
    package private(set) var audioStart: Int64

    private let source: ByteSource
    private var cutter = MPEGPieceCutter()
    /// The run that the last segment is.
    private var run = StreamRun.first.number
    /// The bytes since the last frame that are nothing.
    private var lost: Range<Int64>?

    package init(_ source: ByteSource, range: Range<Int64>) throws(AudioFileError) {
        self.source = source
        audioStart = range.lowerBound
        let end = try source.endBeforeTags(from: range.lowerBound, to: range.upperBound)
        var framer = MPEGFramer(byteCount: end - range.lowerBound, isBare: true)
        var window = FramingWindow(source, range: range.lowerBound..<end)
        while let step = try window.step(&framer) {
            try take(step, of: framer, at: window.position - Int64(step.byteCount))
            if framer.state.isAtStart { audioStart = window.position }
        }
        try tellLost(found: false)
    }

    private mutating func take(_ step: FramingStep, of framer: MPEGFramer, at place: Int64) throws(AudioFileError) {
        switch step {
        case .packet(let byteCount, _): try add(framer, at: place, byteCount: byteCount)
        case .header(let byteCount):
            if framer.run.number != run {
                try open(framer.run)
            } else if let size = framer.state.tags.id3v2ByteCount, size <= ID3Texts.tagLimit {
                let end = place + Int64(byteCount)
                tagRanges.append(end - size..<end)
            }
        case .junk(let byteCount):
            if let missing = framer.missingByteCount {
                try add(framer, at: place, byteCount: byteCount + missing, missing: missing)
                warn(place, "the last MPEG frame is cut short: \(missing) of \(byteCount + missing) bytes are missing")
            } else {
                if lost == nil, let claimed = framer.state.tags.refusedByteCount {
                    warn(place, "a tag states \(claimed) bytes, more than the file has")
                }
                lost = (lost?.lowerBound ?? place)..<place + Int64(byteCount)
            }
        case .needsBytes, .end: break
        }
    }

    /// Adds the framer's last frame to the segments.
    private mutating func add(
        _ framer: MPEGFramer, at place: Int64, byteCount: Int, missing: Int = 0
    ) throws(AudioFileError) {
        if lost != nil { try tellLost(found: true) }
        if framer.run.number != run { try open(framer.run) }
        guard let header = framer.lastHeader else { return }
        let last = segments.count - 1
        cutter.note(header, byteCount: byteCount, at: segments[last].byteCount, in: &segments[last])
        segments[last].append(at: place, byteCount: Int64(byteCount), missing: Int64(missing))
    }

    private mutating func open(_ run: StreamRun) throws(AudioFileError) {
        if lost != nil { try tellLost(found: true) }
        self.run = run.number
        guard let format = run.format else { return }
        segments.append(MPEGSegment(format: format, info: run.info))
        segments[segments.count - 1].freeFormatByteCount = run.freeFormatByteCount
    }

    /// Says what was left out before a frame, or before the end. A little of anything, and zeros, around the audio are
    /// nobody's trouble.
    private mutating func tellLost(found: Bool) throws(AudioFileError) {
        guard let lost else { return }
        self.lost = nil
        let isAtStart = segments.isEmpty
        let isAround = isAtStart || !found
        if isAtStart && !found || isAround && lost.count < 4096 { return }
        if isAround, lost.count <= 1 << 15,
            try source.bytes(at: lost.lowerBound, count: lost.count).allSatisfy({ $0 == 0 })
        {
            return
        }
        let place =
            isAtStart ? "before the first MPEG frame" : found ? "between MPEG frames" : "after the last MPEG frame"
        warn(lost.lowerBound, "\(lost.count) bytes \(place) are not MPEG audio", "they are left out")
    }

    private mutating func warn(_ place: Int64, _ problem: String, _ consequence: String? = nil) {
        warnings.addPlace(FileWarning(path: source.name, at: .byte(place), problem, consequence: consequence))
    }
}
