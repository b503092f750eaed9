internal import KKCodecs
package import KKPCM

/// The pages of an Ogg file, read and checked without decoding: its streams, which of them can be played one after
/// another, what is broken and what is left out.
///
/// It reads the file once, some hundred times faster than a decoder.
///
/// Source: RFC 3533 §4 (streams in one file: those side by side all begin before any of them goes on; those in a chain
/// follow one another) and §6 (pages).
package struct OggScan {
    /// The streams that are played, one after another; at most one of those side by side.
    package private(set) var streams: [OggStream] = []
    /// The codecs of the audio streams that the file begins with, side by side.
    package private(set) var audio: [String] = []
    package private(set) var warnings: [FileWarning] = []
    /// Whether no byte of them is lost.
    package private(set) var isSound = true

    private let source: ByteSource
    private let size: Int64
    /// How many more false marks are looked at for a page after damage: nothing that is full of them may stall the
    /// scan.
    private var budget = 1024

    /// Which of the audio streams side by side is wanted, counted from 1; `nil`: the first that can be decoded.
    private let wanted: Int?
    private var stream: OggStream?
    /// Whether it is the one that is wanted, and the audio streams that began with it.
    private var isWanted = false
    private var group: [String] = []
    /// Damage since the last page.
    private var damage: (problem: OggTimeline.Problem, byteCount: Int64)?
    /// Whether a page came that begins no stream, the stream had its last page, and all that began beside it had
    /// theirs.
    private var hasBegun = false
    private var hasEnded = false
    private var isOver = false
    private var openCount = 0
    private var beside = Others()
    private var behind = Others()

    /// More streams side by side than any file has.
    private static let mostStreams = 255

    /// Streams that are left out: how many, and the first of them.
    private struct Others {
        var count = 0
        var first: (place: Int64, codecName: String)?

        mutating func add(_ place: Int64, _ codecName: String) {
            count += 1
            if first == nil { first = (place, codecName) }
        }
    }

    /// - Parameters:
    ///   - start: where the first page is.
    ///   - wanted: as ``ReaderOptions/stream``.
    package init(_ source: ByteSource, start: Int64, stream wanted: Int? = nil) throws(AudioFileError) {
        (self.source, self.wanted) = (source, wanted)
        size = try source.byteCount()
        var place = start
        while place < size {
            switch try OggPage.find(in: source, at: place) {
            case .page(let page):
                take(page)
                place = page.end
            case .broken(let problem):
                let next = try nextPage(after: place)
                try note(problem, at: place, next: next)
                place = next ?? size
            }
        }
        close(size, "the Ogg stream ends without its last page, as if it was cut here")
        noteOthers()
    }

    private mutating func take(_ page: OggPage) {
        if page.isFirst, stream != nil, hasBegun || isOver {
            close(page.place, "the Ogg stream ends without its last page, and another one begins here")
        }
        if page.isFirst {
            openCount += 1
            if page.serial != stream?.serial { begin(OggStream(page), page) }
        } else {
            hasBegun = true
        }
        guard !isOver, stream != nil else { return }
        if page.serial == stream?.serial, !hasEnded {
            stream?.take(page, damage: damage)
            damage = nil
            hasEnded = page.isLast
        }
        if page.isLast {
            openCount -= 1
            isOver = openCount <= 0
        }
    }

    /// Takes a stream that begins with `page`, in place of one that began beside it and is not wanted.
    private mutating func begin(_ next: OggStream, _ page: OggPage) {
        var head = next
        head.take(page, damage: nil)
        if next.isAudio, group.count < Self.mostStreams { group.append(next.codecName) }
        let isNextWanted = wanted.map { next.isAudio && group.count == $0 } ?? head.isPlayable
        let isBetter = isNextWanted || wanted == nil && next.isAudio && stream?.isAudio == false
        guard let former = stream else { return (stream, isWanted) = (next, isNextWanted) }
        let leftOut = !isWanted && isBetter ? former : next
        if leftOut.isAudio, wanted == nil { beside.add(leftOut.place, leftOut.codecName) }
        guard leftOut.place == former.place else { return }
        for problem in former.problems { warn(problem) }
        (stream, isWanted, hasEnded) = (next, isNextWanted, false)
    }

    /// Ends the stream that is being read, and keeps it if it goes with the first one.
    ///
    /// - Parameter problem: what is wrong at `place` if its last page has not come.
    private mutating func close(_ place: Int64, _ problem: String) {
        guard var stream else { return }
        stream.finish(keepsTexts: streams.isEmpty)
        let missing = hasEnded || isOver ? nil : OggTimeline.Problem(place: place, words: problem)
        let open = [damage?.problem, missing].compactMap(\.self)
        self.stream = nil
        if streams.isEmpty { audio = group }
        group = []
        (damage, hasBegun, hasEnded, isOver, openCount) = (nil, false, false, false, 0)
        let isNext = wanted == nil || isWanted
        guard behind.count == 0, streams.first.map({ isNext && $0.isFollowed(by: stream) }) ?? true else {
            return behind.add(stream.place, stream.codecName)
        }
        for problem in stream.allProblems + open { warn(problem) }
        streams.append(stream)
    }

    /// What is at `place` is no sound page; `next` is where one comes again.
    private mutating func note(_ problem: String, at place: Int64, next: Int64?) throws(AudioFileError) {
        if hasEnded || isOver {
            // Tags and padding after the last page are nobody's trouble.
            guard next == nil, behind.count == 0, try !isTrailer(at: place) else { return }
            warn(place, problem, "\(size - place) bytes after the stream are left out")
        } else if let next {
            if let damage { warn(damage.problem) }
            damage = (
                .init(place: place, words: problem, consequence: "\(next - place) bytes are left out"), next - place
            )
        } else {
            if let damage { warn(damage.problem) }
            damage = (.init(place: place, words: problem, consequence: "the audio ends before it"), size - place)
            hasEnded = true
        }
    }

    /// Which streams are left out, after everything else.
    private mutating func noteOthers() {
        if let first = beside.first {
            let isFirst = streams.first.map { $0.place < first.place } ?? true
            warnings.append(
                .streams(
                    beside.count, first: first.codecName, besideFirst: isFirst, path: source.name, at: first.place))
        }
        if let first = behind.first {
            let what =
                behind.count == 1
                ? "another stream, of \(first.codecName), follows"
                : "\(behind.count) more streams follow, the first of \(first.codecName)"
            let used =
                streams.count == 1
                ? "only the first stream of the file is used" : "only the \(streams.count) streams before it are used"
            warnings.append(FileWarning(path: source.name, at: .byte(first.place), what, consequence: used))
        }
    }

    private mutating func warn(_ place: Int64, _ problem: String, _ consequence: String? = nil) {
        warn(.init(place: place, words: problem, consequence: consequence))
    }

    private mutating func warn(_ problem: OggTimeline.Problem) {
        isSound = false
        warnings.addPlace(
            FileWarning(path: source.name, at: .byte(problem.place), problem.words, consequence: problem.consequence))
    }

    /// Where the next whole page begins after damage at `place`; `nil` if there is none.
    private mutating func nextPage(after place: Int64) throws(AudioFileError) -> Int64? {
        let windowByteCount = 1 << 16
        var start = place + 1
        while true {
            let window = try source.bytes(at: start, count: windowByteCount)
            var index = 0
            while index + 4 <= window.count {
                if window[index] == 0x4F, window[index..<index + 4].elementsEqual(OggPage.mark) {
                    guard budget > 0 else { return nil }
                    if case .page = try OggPage.find(in: source, at: start + Int64(index)) {
                        return start + Int64(index)
                    }
                    budget -= 1
                }
                index += 1
            }
            guard window.count == windowByteCount else { return nil }
            // A mark may lie across the window's end.
            start += Int64(windowByteCount - 3)
        }
    }

    /// Whether what follows the last page is a tag that programs put at the end of any file, or zeros.
    private func isTrailer(at place: Int64) throws(AudioFileError) -> Bool {
        let head = try source.bytes(at: place, count: 1 << 16)
        return TagHeader(head.span) != nil || head.allSatisfy { $0 == 0 }
    }
}

extension OggScan {
    /// As ``Container/demuxedStream``, with its format.
    package var demuxed: (stream: Int, formatID: FourCharCode)? {
        guard let first = streams.first, first.codec == nil, !audio.isEmpty else { return nil }
        let candidates = audio.map { name in
            StreamChoice.Candidate(
                formatID: OggStream.formatID(name) ?? "????", isDecodable: OggStream.Codec(rawValue: name) != nil)
        }
        guard let stream = StreamChoice(candidates, wanted: wanted).demuxedStream else { return nil }
        return (stream, candidates[stream - 1].formatID)
    }
}

extension OggStream {
    /// Whether another one can be played after it: of the same codec, rate and channels.
    fileprivate func isFollowed(by other: OggStream) -> Bool {
        guard hasAudio, other.hasAudio, let decoded, let next = other.decoded else { return false }
        return codec == other.codec && decoded == next
    }
}
