internal import KKPCM

/// The packets before the audio of an Ogg file's first stream, whole: what says whose the stream is, its texts, what its
/// decoder wants.
struct OggHead: NoteStore {
    let codec: OggStream.Codec
    var output: OutputContainer? { .ogg }
    private let source: ByteSource
    /// In their order.
    private(set) var packets: [[UInt8]] = []
    /// The first page and what follows the last one.
    private let pages: Range<Int64>
    private let firstEnd: Int64
    private let pageCount: Int
    /// Whether all these pages are of one stream, and the audio begins on a page of its own.
    private let isAlone: Bool

    private static let limit = 1 << 25

    /// - Returns: `nil` if there is no such stream, or its headers are not whole.
    init?(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        var place = start
        var (serial, codec): (UInt32?, OggStream.Codec?) = (nil, nil)
        var packets: [[UInt8]] = []
        var (packet, byteCount, count) = ([UInt8](), 0, 0)
        var (isAlone, firstEnd) = (true, start)
        while codec == nil || !Self.isComplete(packets, codec) || !packet.isEmpty {
            guard case .page(let page) = try OggPage.find(in: source, at: place) else { return nil }
            place = page.end
            if serial == nil, let found = OggStream.Codec(rawValue: page.codecName) {
                (serial, codec, firstEnd) = (page.serial, found, page.end)
            }
            guard page.serial == serial else {
                isAlone = false
                continue
            }
            count += 1
            var body = page.bodyStart
            for length in page.lacing {
                guard codec == nil || !Self.isComplete(packets, codec) else {
                    isAlone = false
                    break
                }
                packet += page.bytes[body..<body + Int(length)]
                body += Int(length)
                byteCount += Int(length)
                guard byteCount <= Self.limit else { return nil }
                if length < 255 {
                    packets.append(packet)
                    packet = []
                }
            }
        }
        guard let codec else { return nil }
        (self.codec, self.packets, pages, pageCount) = (codec, packets, start..<place, count)
        (self.isAlone, self.firstEnd, self.source) = (isAlone, firstEnd, source)
    }

    private static func isComplete(_ packets: [[UInt8]], _ codec: OggStream.Codec?) -> Bool {
        switch codec {
        case .vorbis: packets.count >= 3
        case .opus: packets.count >= 2
        // A block of metadata, the first bit of the last one set.
        case .flac: packets.count > 1 && (packets.last?.first ?? 0xFF) >= 0x80
        case nil: false
        }
    }

    /// The comment without what comes before it.
    var comment: VorbisComment {
        switch codec {
        case .vorbis: VorbisComment(Array(packets[1].dropFirst(7)))
        case .opus: VorbisComment(Array(packets[1].dropFirst(8)))
        case .flac:
            VorbisComment(
                packets.dropFirst().first { $0.first.map { $0 & 0x7F } == 4 }.map { Array($0.dropFirst(4)) } ?? [])
        }
    }

    var sampleRate: Double {
        let fields = Fields(bytes: packets[0], isBigEndian: codec == .flac)
        switch codec {
        case .opus: return 48_000
        case .vorbis: return Double(fields.uint32(12) ?? 0)
        case .flac: return Double((fields.uint32(27) ?? 0) >> 12)
        }
    }

    var notes: AudioFileAnnotations {
        var notes = VorbisNotes.read(comment, of: codec, sampleRate: sampleRate)
        if codec == .flac {
            notes.pictures += packets.dropFirst().filter { $0.first.map { $0 & 0x7F } == 6 }
                .compactMap { PictureBlock.picture(Array($0.dropFirst(4))) }
        }
        return notes
    }

    /// What gives the stream another comment. Where it takes another number of pages, all that follow get other numbers.
    ///
    /// - Throws: `unavailable` for FLAC in Ogg and streams side by side, `badData` for a page that is damaged.
    func splices(_ edit: NotesEdit, frameCount _: Int64?) throws(AudioFileError) -> [NoteSplice] {
        guard isAlone, codec != .flac else {
            throw AudioFileError(
                .operationNotSupported, kind: .unavailable, path: source.name,
                "\(codec == .flac ? "FLAC in Ogg" : "an Ogg file of several streams") cannot have its tags changed here",
                nextStep: "convert it, and set them there")
        }
        let old = comment
        let kept = VorbisNotes.kept(old, edit)
        let start = codec == .vorbis ? [3] + Array("vorbis".utf8) : Array("OpusTags".utf8)
        let end: [UInt8] = codec == .vorbis ? [1] : []
        let bytes =
            start
            + VorbisNotes.bytes(
                vendor: old.vendor, keeping: kept.entries, kept.rest, sampleRate: sampleRate, hasPictures: true) + end
        guard let first = try page(at: pages.lowerBound, in: source) else { return [] }
        let made = Self.pages(of: [bytes] + packets.dropFirst(2), serial: first.serial)
        var splices = [NoteSplice(range: firstEnd..<pages.upperBound, bytes: made.flatMap(\.self))]
        let shift = Int64(made.count + 1 - pageCount)
        guard shift != 0 else { return splices }
        var place = pages.upperBound
        let fileEnd = try source.byteCount()
        while place < fileEnd {
            guard case .page(let page) = try OggPage.find(in: source, at: place) else {
                throw source.damage(
                    .invalidFile, at: place, "an Ogg page is damaged, so the pages after it cannot be renumbered")
            }
            // Another link of a chain counts for itself.
            if page.isFirst { break }
            let bytes = Self.numbered(page.bytes, UInt32(truncatingIfNeeded: Int64(page.sequence) + shift))
            splices.append(NoteSplice(range: place + 18..<place + 26, bytes: Array(bytes[18..<26])))
            place = page.end
        }
        return splices
    }

    private func page(at place: Int64, in source: ByteSource) throws(AudioFileError) -> OggPage? {
        guard case .page(let page) = try OggPage.find(in: source, at: place) else { return nil }
        return page
    }

    /// The pages of packets that follow one another, from the stream's second page on.
    private static func pages(of packets: [[UInt8]], serial: UInt32) -> [[UInt8]] {
        var lacing: [(length: UInt8, endsPacket: Bool)] = []
        for packet in packets {
            for _ in 0..<packet.count / 255 { lacing.append((255, false)) }
            lacing.append((UInt8(packet.count % 255), true))
        }
        let body = packets.flatMap(\.self)
        var pages: [[UInt8]] = []
        var (place, segment, isContinued) = (0, 0, false)
        while segment < lacing.count {
            let part = lacing[segment..<min(lacing.count, segment + 255)]
            let count = part.reduce(0) { $0 + Int($1.length) }
            var page = HeaderBytes()
            page.text("OggS")
            page.append([0, isContinued ? 1 : 0])
            // No packet ends on it, or one of no time.
            page.little(part.contains { $0.endsPacket } ? Int64(0) : -1)
            page.little(serial)
            page.zeros(8)
            page.append([UInt8(part.count)] + part.map(\.length))
            page.append(Array(body[place..<place + count]))
            pages.append(numbered(page.bytes, UInt32(pages.count + 1)))
            isContinued = part.last.map { !$0.endsPacket } ?? false
            place += count
            segment += part.count
        }
        return pages
    }

    /// A page with another number, and the checksum of that.
    private static func numbered(_ page: [UInt8], _ number: UInt32) -> [UInt8] {
        var page = page
        OggPage.put(number, at: 18, in: &page)
        OggPage.seal(&page)
        return page
    }
}
