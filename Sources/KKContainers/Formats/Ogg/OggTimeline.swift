internal import KKCodecs

/// Where the packets of an Ogg stream stand in time: what they hold, against what the granule positions of its pages
/// say.
///
/// A granule position is a claim. A stream is as long as its packets are, less what the position of its last page cuts
/// off of that page's; a page whose position does not follow from its packets is reported, by what the next one says:
/// either that page alone was wrong, or all from it on have moved. Only after lost pages a position has a say, which is
/// how many frames are lost, as far as ``LostFrames`` believes it.
///
/// A stream may start at any position, as one does that was cut out of a longer one.
///
/// Source: RFC 7845 §4 (Opus: what a position is, how a stream may start, where it ends), Vorbis I, A.2, RFC 9639
/// §10.1 (FLAC).
package struct OggTimeline {
    /// What is wrong at a page.
    struct Problem {
        var place: Int64
        var words: String
        var consequence: String?
    }

    /// All frames up to the last packet, lost ones among them.
    private(set) var position: Int64 = 0
    package private(set) var gaps: [PacketLine.Gap] = []
    private(set) var problems: [Problem] = []
    /// The frames that Vorbis cuts off at its start.
    package private(set) var skipped: Int64 = 0
    /// Behind the last frame of the sound; set by ``finish()``.
    package private(set) var end: Int64 = 0
    /// Where the last page says that it is, if the packets end sooner.
    package private(set) var claimedEnd: Int64?

    /// Whether positions are to the frame, and one alone cuts the end off: the last page's. Programs have rounded those
    /// of Vorbis.
    private let isExact: Bool
    /// By how much a position may be wrong without a word: of Vorbis a packet.
    private let tolerance: Int64
    /// What the packets hold that ended since the last position.
    private var held: Int64 = 0
    /// The position of the frame 0; `nil` before the first page that has one.
    private var base: Int64?
    private var lost: LostFrames
    /// Where pages are lost before ``packet``, and what is known of them.
    private var loss: (problem: Problem, packet: Int64, frames: Int64, byteCount: Int64)?
    /// A page whose position is another than that of its packets, until the next one says which of the two is right.
    private var doubt: Claim?
    /// The first page, until the second one comes.
    private var first: Claim?
    private var last: (claim: Claim, lag: Int64, held: Int64, isEnd: Bool)?

    private struct Claim {
        var place: Int64
        var granule: Int64
        /// Where its packets end, and the position of frame 0 if it were right.
        var due: Int64
        var base: Int64
    }

    /// Beyond every position, so that sums and differences of two are numbers.
    private static let horizon: Int64 = 1 << 62

    init(isExact: Bool, sampleRate: Double, longestPacket: Int) {
        self.isExact = isExact
        tolerance = isExact ? 0 : Int64(longestPacket)
        lost = LostFrames(sampleRate: sampleRate)
        lost.take(0..<0, frameCount: 0)
    }

    /// Takes a packet of audio.
    mutating func take(_ frames: Int64) { held += frames }

    /// That pages are lost before packet `packet`.
    ///
    /// - Parameters:
    ///   - frames: those of a packet that was begun.
    ///   - byteCount: the bytes that are not a page.
    mutating func lose(_ problem: Problem, before packet: Int64, frames: Int64, byteCount: Int64) {
        // What was lost before packets that have come lies before them, however much it was.
        if held > 0 { bridge(to: nil) }
        commit()
        settleDoubt()
        if let loss {
            problems.note(problem)
            self.loss?.byteCount = loss.byteCount + byteCount
        } else {
            loss = (problem, packet, frames, byteCount)
        }
    }

    /// Takes the position of a page on which packets of audio end.
    mutating func close(_ page: OggPage) {
        defer { commit() }
        let granule = page.granule
        guard (0..<Self.horizon).contains(granule) else {
            bridge(to: nil)
            settleDoubt()
            problem(page.place, "an Ogg page has the granule position \(granule), which is not valid")
            return
        }
        bridge(to: granule)
        let end = position + held
        let base = self.base ?? start(page)
        var claim = Claim(place: page.place, granule: granule, due: base + end, base: granule - end)
        var lag = claim.due - granule
        func ends(_ lag: Int64) -> Bool { lag == 0 || page.isLast && (0...held).contains(lag) }
        if ends(lag) {
            settleDoubt()
        } else if let doubt, granule > doubt.granule || held == 0, ends(doubt.base + end - granule) {
            // The two agree: from the one before on all positions have moved.
            settleDoubt()
            self.base = doubt.base
            claim.due = doubt.base + end
            lag = claim.due - granule
        } else if let first, base < 0, ends(end - granule) {
            // A stream that begins with 0 but for what its first page says; of Opus and FLAC that is reported.
            if !isExact {
                problem(
                    first.place,
                    "the first granule position is \(first.granule), but its packets end at \(first.granule - base)")
            }
            (self.base, skipped, lag) = (0, 0, end - granule)
        } else if abs(lag) <= tolerance {
            settleDoubt()
            self.base = claim.base
        } else {
            settleDoubt()
            doubt = claim
        }
        last = (claim, lag, held, page.isLast)
        first = self.base == nil ? claim : nil
        if self.base == nil { self.base = base }
    }

    /// The position of frame 0 by the first page.
    private mutating func start(_ page: OggPage) -> Int64 {
        let start = page.granule - position - held
        if start >= 0 || page.isLast { return max(0, start) }
        if isExact {
            problem(
                page.place,
                "the first granule position is \(page.granule), and there are packets for \(-start) frames more")
        } else {
            skipped = -start
        }
        return start
    }

    /// Makes a gap of what is lost, as far as that is known.
    private mutating func bridge(to granule: Int64?) {
        guard var loss else { return }
        self.loss = nil
        var frames: Int64 = 0
        let number = granule.map { $0 - (base ?? 0) - held } ?? position
        if number > position {
            frames =
                lost.trouble(before: number, frameCount: Int(clamping: held), junkByteCount: loss.byteCount).frameCount
        }
        if frames == 0, loss.frames > 0 {
            frames = lost.trouble(before: position + loss.frames, frameCount: Int(clamping: held)).frameCount
        }
        if frames > 0 {
            gaps.append(PacketLine.Gap(packet: loss.packet, frames: position..<position + frames))
            position += frames
            loss.problem.consequence = FileWarning.makingUp(forLost: frames)
            if base == nil, number == position { base = 0 }
        }
        problems.note(loss.problem)
        if let granule, base != nil { base = granule - position - held }
    }

    private mutating func commit() {
        lost.take(position..<position + held, frameCount: Int(clamping: held))
        position += held
        held = 0
    }

    private mutating func settleDoubt() {
        guard let claim = doubt else { return }
        doubt = nil
        let way = claim.granule < claim.due ? "steps back" : "leaps"
        problem(
            claim.place,
            "the granule position of an Ogg page \(way) to \(claim.granule), but its packets end at \(claim.due)")
    }

    private mutating func problem(_ place: Int64, _ words: String) {
        problems.note(Problem(place: place, words: words, consequence: "its packets are used"))
    }

    /// That no page follows.
    mutating func finish() {
        bridge(to: nil)
        commit()
        end = position
        guard let last else { return }
        if (0...last.held).contains(last.lag), last.isEnd || !isExact {
            end = max(0, position - last.lag)
            doubt = nil
        } else if last.isEnd || !isExact, last.lag != 0, doubt != nil {
            doubt = nil
            let words =
                last.lag < 0
                ? "the last granule position is \(last.claim.granule), but its packets end at \(last.claim.due)"
                : "the last granule position is \(last.claim.granule), and there are packets for \(last.lag) frames more"
            problem(last.claim.place, words)
            if last.lag < 0 { claimedEnd = position - last.lag }
        }
        settleDoubt()
    }
}

extension [OggTimeline.Problem] {
    /// Adds one, as far as warnings are made of so many.
    mutating func note(_ problem: OggTimeline.Problem) {
        if count <= [FileWarning].mostPlaces { append(problem) }
    }
}
