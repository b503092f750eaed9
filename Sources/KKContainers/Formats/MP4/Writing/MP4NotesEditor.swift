internal import KKPCM

/// Other texts, covers and chapters for a file of boxes: its `moov` is made again around them. What moves after it is
/// counted from its new places; the packets stay as they are.
struct MP4NotesEditor {
    private let source: ByteSource
    private let start: Int64

    /// The longest header that is kept in memory.
    private static let limit = 1 << 27
    private static let mostBoxes = 1 << 16

    init(_ source: ByteSource, start: Int64) { (self.source, self.start) = (source, start) }

    /// - Parameter sampleRate: of the frames in which markers are.
    /// - Throws: `unavailable` for a file of fragments.
    func splice(_ edit: NotesEdit, sampleRate: Double) throws(AudioFileError) -> NoteSplice {
        guard let moov = try movie() else { throw source.damage(.invalidFile, at: start, "there is no box 'moov'") }
        let bytes = try source.bytes(of: moov, limit: Self.limit)
        let memory = ByteSource(bytes: bytes, name: source.name)
        let parts = try closedBoxes(in: 0..<Int64(bytes.count), of: memory, moov)
        var (items, others, keys) = ([UInt8](), [UInt8](), Set<String>())
        for part in parts where part.type == "udta" {
            for box in try closedBoxes(in: part.content, of: memory, moov) {
                switch box.type {
                case "meta": items += try keptItems(of: box, memory, moov, edit, &keys)
                case "chpl" where !edit.keepsMarkers: break
                default: others += bytes[Int(box.start)..<Int(box.end)]
                }
            }
        }
        let userData = MP4NotesWriter.userData(
            edit.rest(besides: keys), sampleRate: sampleRate, gapless: nil, keeping: items, others: others)
        let chapters =
            try edit.keepsMarkers
            ? nil
            : MP4ChapterChange(
                edit.new.markers, sampleRate: sampleRate, parts, memory, file: source, behind: moov.end)
        let end = chapters?.end ?? moov.end
        let media = chapters?.track?.media ?? []
        func made(_ moved: [UInt8], texts start: Int64) throws(AudioFileError) -> [UInt8] {
            var content = HeaderBytes()
            for part in parts where part.type != "udta" {
                let box = try chapters?.changed(part, moved, memory)
                content.append(box ?? Array(moved[Int(part.start)..<Int(part.end)]))
            }
            content.append(chapters?.track?.bytes(start: start, isFar: moov.start > Self.far) ?? [])
            content.append(userData)
            var movie = HeaderBytes()
            movie.box("moov") { $0.append(content.bytes) }
            return movie.bytes
        }
        // The places of the packets follow from the bytes before them.
        let byteCount = Int64(try made(bytes, texts: 0).count)
        var moved = bytes
        let growth = byteCount + Int64(media.count) - (end - moov.start)
        for part in parts where part.type == "trak" { try move(part, by: growth, behind: end, memory, &moved) }
        let texts = moov.start + byteCount + MP4ChapterTrack.mediaHeaderByteCount
        return NoteSplice(range: moov.start..<end, bytes: try made(moved, texts: texts) + media)
    }

    /// Beyond it a header of the longest kind can reach what 32 bits do not count.
    private static let far = Int64(UInt32.max) - 2 * Int64(limit)

    func movie() throws(AudioFileError) -> MP4Box? {
        var place = start
        let end = try source.byteCount()
        var movie: MP4Box?
        for _ in 0..<Self.mostBoxes {
            guard let box = try source.box(at: place, end: end) else { break }
            if box.type == "moof" {
                throw AudioFileError(
                    .operationNotSupported, kind: .unavailable, path: source.name,
                    "the tags of a fragmented file cannot be changed here", nextStep: "convert it, and set them there")
            }
            if box.type == "moov", movie == nil { movie = box }
            place = box.end
        }
        return movie
    }

    /// The boxes in another one, each with an end of its own: what is put behind one that lasts to the end of its parent
    /// would be inside it.
    ///
    /// - Parameter memory: the content of `movie`.
    private func closedBoxes(
        in range: Range<Int64>, of memory: ByteSource, _ movie: MP4Box
    ) throws(AudioFileError) -> [MP4Box] {
        let boxes = try memory.boxes(in: range)
        if let open = boxes.first(where: { $0.claimedEnd == nil }) {
            throw source.damage(
                .invalidChunk, at: movie.content.lowerBound + open.start,
                "the box \(open.type) has no size, so nothing can be written behind it")
        }
        return boxes
    }

    /// The items of iTunes' list that say the same as before, and those that are not texts or pictures here.
    ///
    /// - Parameter keys: of the texts among them.
    private func keptItems(
        of meta: MP4Box, _ memory: ByteSource, _ movie: MP4Box, _ edit: NotesEdit, _ keys: inout Set<String>
    ) throws(AudioFileError) -> [UInt8] {
        guard meta.byteCount >= 4,
            let list = try memory.boxes(in: meta.content.lowerBound + 4..<meta.end).first("ilst")
        else { return [] }
        var kept: [UInt8] = []
        for item in try closedBoxes(in: list.content, of: memory, movie) {
            if item.type == "covr" {
                guard edit.keepsPictures else { continue }
            } else if let key = try MP4Notes.key(of: item, in: memory) {
                guard key == "encoding application" || edit.keeps(key) else { continue }
                keys.insert(key)
            }
            kept += try memory.bytes(at: item.start, count: Int(item.end - item.start))
        }
        return kept
    }

    /// Counts the places of a track's chunks again where they lie after the movie's header, which ends at `place`. One
    /// inside it is not a packet's.
    private func move(
        _ track: MP4Box, by growth: Int64, behind place: Int64, _ memory: ByteSource, _ bytes: inout [UInt8]
    ) throws(AudioFileError) {
        var boxes = [track]
        while let box = boxes.popLast() {
            switch box.type {
            case "trak", "mdia", "minf", "stbl": boxes += try memory.boxes(in: box.content)
            case "stco", "co64":
                let width = box.type == "co64" ? 8 : 4
                let table = try MP4Table(box, in: memory, entry: Int64(width))
                for entry in 0..<table.count {
                    let start = Int(table.place(entry))
                    let old = bytes[start..<start + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                    guard old >= UInt64(place), old < 1 << 62 else { continue }
                    let new = UInt64(Int64(old) + growth)
                    guard width == 8 || new <= UInt64(UInt32.max) else {
                        throw AudioFileError(
                            .noLongSizes, kind: .unavailable, path: source.name,
                            "the packets would move beyond 4 GiB, which this file cannot address",
                            nextStep: "give less")
                    }
                    for index in 0..<width {
                        bytes[start + index] = UInt8(truncatingIfNeeded: new >> UInt64(8 * (width - 1 - index)))
                    }
                }
            default: break
            }
        }
    }
}
