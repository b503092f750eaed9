internal import KKCodecs

/// Where the packets of an Ogg stream stand in time: what the granule positions of its pages say, against what the packets hold.
///
/// A granule position is a claim: of one that steps back, of one that is negative, and of a last one that is anywhere, what the packets hold
/// is the truth. For a decoder that believes pages, those behind such a step get other positions (``OggPatches``).
///
/// A stream may start at any position, as one does that was cut out of a longer one: what is skipped at the start of Opus is skipped all the
/// same.
///
/// Source: RFC 7845 §4 (Opus: what a position is, how a stream may start, where it ends), Vorbis I, A.2.
struct OggTimeline {
    /// What all packets decode to that end on a page with a position, before anything is cut off.
    private(set) var frameCount: Int64 = 0
    /// The granule position of the last page that has one, in the numbers of the first.
    private(set) var end: Int64 = 0
    /// The first page of audio: where it ends in the file, its granule position, what its packets decode to, and whether it is the stream's last.
    private(set) var first: (end: Int64, granule: Int64, frameCount: Int64, isLast: Bool)?
    /// Whether every packet says how long it sounds.
    private(set) var isKnown = true
    private(set) var patches = OggPatches()

    private let isOpus: Bool
    private var blocks: VorbisBlocks?
    private var lastPage: OggPage?
    /// What the packets decode to that ended since the last position.
    private var held: Int64 = 0
    /// What is added to the positions of the file.
    private var shift: Int64 = 0
    /// By how much the positions of Vorbis are behind its packets: a little, where a program has rounded them. It wraps where they are absurd.
    private var lag: Int64 = 0

    init(isOpus: Bool) {
        self.isOpus = isOpus
    }

    /// The position at which the stream starts; below zero where frames are cut off there.
    var start: Int64 {
        guard let first else { return 0 }
        return first.isLast ? max(0, first.granule - first.frameCount) : first.granule - first.frameCount
    }

    /// Takes the headers of Vorbis.
    mutating func begin(identification: [UInt8], setup: [UInt8]) {
        blocks = VorbisBlocks(identification: identification, setup: setup)
    }

    /// Takes the first two bytes of a packet of audio.
    mutating func take(packet head: [UInt8]) {
        if isOpus {
            guard let frames = OpusPacket.frameCount(head) else { return isKnown = false }
            held += frames
        } else {
            guard let blocks else { return isKnown = false }
            held += blocks.frameCount(head)
        }
    }

    /// That packets are lost here.
    mutating func lose() {
        blocks?.forget()
    }

    /// Takes the position of a page on which packets of audio end.
    ///
    /// - Returns: what is wrong with it, in one clause.
    mutating func close(_ page: OggPage, _ table: [UInt32]) -> String? {
        defer {
            frameCount += held
            held = 0
            lastPage = page
        }
        guard first != nil else {
            let isValid = page.granule >= 0
            end = isValid ? page.granule : held
            first = (page.end, end, held, page.isLast)
            if !isValid { patches.set(end, of: page, table) }
            return isValid ? nil : "an Ogg page has the granule position \(page.granule), which is none"
        }
        let (full, isFull) = end.addingReportingOverflow(held)
        let (said, isFar) = page.granule.addingReportingOverflow(shift)
        let least = isOpus && !page.isLast ? full : end
        if page.granule >= 0, !isFar, isFull || said >= least {
            let before = lag
            if !isFull { lag &+= full - said }
            // The last page can cut off what its own packets hold, and no more.
            let moved = said.addingReportingOverflow(before)
            let isShort = page.isLast && !isFull && lag > held && !moved.overflow && moved.partialValue > said
            end = isShort ? moved.partialValue : said
            if shift != 0 || isShort { patches.set(end, of: page, table) }
            return isShort ? "the last granule position is \(page.granule), and there are packets for \(end - said) frames more" : nil
        }
        let due = full &- shift
        if !isFull { end = full }
        if page.granule >= 0 { shift = end - page.granule }
        patches.set(end, of: page, table)
        return page.granule < 0
            ? "an Ogg page has the granule position \(page.granule), which is none"
            : "the granule position of an Ogg page steps back to \(page.granule), and its packets end at \(due)"
    }

    /// Moves the end that a decoder sees, and none other.
    mutating func moveEnd(by frames: Int64, _ table: [UInt32]) {
        guard frames > 0, let lastPage else { return }
        let (moved, isFull) = end.addingReportingOverflow(frames)
        if !isFull { patches.set(moved, of: lastPage, table) }
    }
}
