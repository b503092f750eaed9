internal import KKCodecs

/// The pages of an Ogg file, read and checked without decoding: where its first stream ends, whether it is whole, how long it is, and what else
/// the file holds.
///
/// Where this says that all is plain, the last granule position is the length; everywhere else only decoding tells. It reads the file once,
/// some hundred times faster than a decoder. A decoder is silent about what it does not get: a cut file is a shorter one to it, and of several
/// streams it takes one. So what is broken or left out is told here.
///
/// Source: RFC 3533 §4 (streams in one file: those side by side all begin before any of them goes on; those in a chain follow one
/// another) and §6 (pages), RFC 6716 §3.1 (the first byte of an Opus packet), RFC 7845 §4 (granule positions of Opus).
struct OggScan {
    /// Every page is whole, sound and next to its neighbour, they are all of one stream, and it has its last page.
    var isPlain: Bool { isSound && !isContinued && timeline.isKnown && timeline.first != nil }
    /// Where the bytes end that a decoder is to see: behind the first stream, or where the file breaks off.
    private(set) var end: Int64
    private(set) var warnings: [FileWarning] = []
    /// What the first stream holds; `nil` when there is not one page.
    private(set) var codecName: String?
    /// Where its packets stand in time.
    var timeline: OggTimeline
    /// Whether pages of it are lost between others.
    private(set) var hasGap = false

    let source: ByteSource
    let size: Int64
    let table = OggPage.checksumTable()
    /// How many more false marks are looked at for a page behind damage: nothing that is full of them may stall the scan.
    var budget = 1024

    private let headerPackets: Int
    private let isOpus: Bool
    private var serial: UInt32?
    /// The number of the page that comes next; `nil` behind damage.
    private var sequence: UInt32?
    private var packets = 0
    private var isContinued = false
    private var isSound = true
    /// Whether a page came that begins no stream, the first stream had its last page, and all that began beside it had theirs.
    private var hasBegun = false
    private var hasEnded = false
    private var isOver = false
    private var openCount = 0
    private var beside = Others()
    private var behind = Others()
    /// The first two bytes of the packet that is being read, which tell how long it sounds; of Vorbis' headers all that is taken of them.
    private var packetHead: [UInt8] = []
    /// Whether the rest of a packet comes whose start is lost.
    private var isLost = false
    private var identification: [UInt8] = []
    /// Vorbis' setup is some kilobytes long.
    private static let longestHeader = 1 << 20

    /// Streams that are left out: how many, and the first of them.
    private struct Others {
        var count = 0
        var first: (place: Int64, codecName: String)?

        mutating func add(_ page: OggPage) {
            count += 1
            if first == nil { first = (page.place, page.codecName) }
        }
    }

    /// - Parameters:
    ///   - start: where the first page is.
    ///   - headerPackets: how many packets come before the audio: 2 in Opus, 3 in Vorbis.
    init(_ source: ByteSource, start: Int64 = 0, headerPackets: Int, isOpus: Bool) throws(AudioFileError) {
        self.source = source
        self.headerPackets = headerPackets
        self.isOpus = isOpus
        timeline = OggTimeline(isOpus: isOpus)
        size = try source.byteCount()
        end = size
        var place = start
        while place < size {
            switch try OggPage.find(in: source, at: place, table) {
            case .page(let page):
                take(page)
                place = page.end
            case .broken(let problem):
                let next = try nextPage(after: place)
                try noteDamage(problem, at: place, next: next)
                place = next ?? size
            }
        }
        if !hasEnded, !isOver { warn(size, "the Ogg stream ends without its last page, as if it was cut here") }
        noteOthers()
    }

    private mutating func take(_ page: OggPage) {
        if page.isFirst, serial == nil || !hasBegun, !isOver {
            openCount += 1
            if serial == nil {
                serial = page.serial
                codecName = page.codecName
                sequence = page.sequence
            } else {
                beside.add(page)
                isSound = false
                return
            }
        } else if page.isFirst {
            if !hasEnded, !isOver { warn(page.place, "the Ogg stream ends without its last page, and another one begins here") }
            if !isOver { end = page.place }
            isOver = true
            behind.add(page)
            return
        } else {
            hasBegun = true
        }
        guard !isOver else { return }
        if page.serial == serial {
            if !hasEnded { follow(page) }
        } else {
            isSound = false
        }
        if page.isLast {
            if page.serial == serial { hasEnded = true }
            openCount -= 1
            if openCount <= 0 {
                end = page.end
                isOver = true
            }
        }
    }

    /// The next page of the first stream.
    private mutating func follow(_ page: OggPage) {
        if let sequence, page.sequence != sequence {
            losePages()
            warn(page.place, "Ogg page \(sequence) is missing, page \(page.sequence) comes instead", "what is there is used")
        } else if page.isContinued != isContinued {
            isSound = false
        }
        sequence = page.sequence &+ 1
        isLost = page.isContinued && !isContinued
        var body = page.bodyStart
        for length in page.lacing {
            let end = body + Int(length)
            let wanted = packets < headerPackets && !isOpus ? Self.longestHeader : 2
            if packetHead.count < wanted { packetHead += page.bytes[body..<min(end, body + wanted - packetHead.count)] }
            body = end
            isContinued = length == 255
            if !isContinued { endPacket() }
        }
        guard page.granule != -1, packets > headerPackets else { return }
        if let problem = timeline.close(page, table) { warn(page.place, problem, "its packets are used") }
    }

    private mutating func endPacket() {
        defer {
            packetHead.removeAll(keepingCapacity: true)
            isLost = false
        }
        if isLost { return }
        packets += 1
        if packets > headerPackets {
            timeline.take(packet: packetHead)
        } else if !isOpus {
            if packets == 1 { identification = packetHead }
            if packets == headerPackets { timeline.begin(identification: identification, setup: packetHead) }
        }
    }

    /// What was begun is not to be ended.
    private mutating func losePages() {
        hasGap = true
        isContinued = false
        packetHead.removeAll(keepingCapacity: true)
        timeline.lose()
    }

    /// What is at `place` is no sound page; `next` is where one comes again.
    private mutating func noteDamage(_ problem: String, at place: Int64, next: Int64?) throws(AudioFileError) {
        if hasEnded || isOver {
            // Tags and padding behind the last page are nobody's trouble.
            guard next == nil, behind.count == 0, try !isTrailer(at: place) else { return }
            warn(place, problem, "\(size - place) bytes behind the stream are left out")
        } else if let next {
            warn(place, problem, "\(next - place) bytes are left out")
            losePages()
            sequence = nil
        } else {
            warn(place, problem, "the audio ends before it")
            end = place
            isOver = true
        }
    }

    /// Which streams are left out, after everything else.
    private mutating func noteOthers() {
        if let first = beside.first {
            let what = beside.count == 1 ? "a stream of \(first.codecName) runs" : "\(beside.count) streams, the first of \(first.codecName), run"
            warnings.append(
                FileWarning(
                    path: source.name, at: .byte(first.place), "\(what) beside the first one", consequence: "only the first is used"))
        }
        if let first = behind.first {
            let what =
                behind.count == 1
                ? "another stream, of \(first.codecName), follows"
                : "\(behind.count) more streams follow, the first of \(first.codecName)"
            warnings.append(FileWarning(path: source.name, at: .byte(first.place), what, consequence: "only the first stream of the file is used"))
        }
    }

    private mutating func warn(_ place: Int64, _ problem: String, _ consequence: String? = nil) {
        isSound = false
        warnings.addPlace(FileWarning(path: source.name, at: .byte(place), problem, consequence: consequence))
    }
}
