internal import KKPCM

/// Other chapters in a movie that is there: the track of texts that said them goes, with its texts where they stand by
/// themselves, and another one comes.
struct MP4ChapterChange {
    /// `nil` if there are no chapters any more.
    let track: MP4ChapterTrack?
    /// Where that ends in whose place the new header and the new texts come.
    let end: Int64

    private let sound: MP4Box?
    private let gone: [(box: MP4Box, id: UInt32)]
    private let nextID: UInt32

    /// - Parameters:
    ///   - parts: the boxes of the movie's header.
    ///   - memory: has them.
    ///   - file: the whole.
    ///   - place: where the header ends.
    init(
        _ markers: [AudioFileMarker], sampleRate: Double, _ parts: [MP4Box], _ memory: ByteSource, file: ByteSource,
        behind place: Int64
    ) throws(AudioFileError) {
        var tracks: [(box: MP4Box, track: MP4Track)] = []
        for part in parts where part.type == "trak" { tracks.append((part, try MP4Track(part, in: memory))) }
        let sounds = tracks.filter { $0.track.handler == "soun" }
        let sound =
            sounds.first { !$0.track.chapterTracks.isEmpty } ?? sounds.first { $0.track.isEnabled } ?? sounds.first
        let old = tracks.filter { other in
            ["text", "sbtl"].contains(other.track.handler)
                && sound?.track.chapterTracks.contains(other.track.id) == true
        }
        (self.sound, gone) = (sound?.box, old.map { ($0.box, $0.track.id) })
        end = try old.count == 1 ? Self.end(of: old[0].track, memory, file, behind: place) : place

        let ids = tracks.map(\.track.id)
        let id = (1...UInt32(ids.count + 1)).first { !ids.contains($0) } ?? 1
        nextID = max(ids.max() ?? 0, id).addingReportingOverflow(1).partialValue
        var (ticks, frameCount) = (Int64(0), Int64(0))
        if let header = parts.first("mvhd") {
            let clock = try MP4Track.timescale(header, in: memory)
            ticks = clock.ticks
            let rate = Int64(min(max(1, sampleRate), 0x1p32))
            frameCount = MP4Time.rescale(Int64(clamping: clock.duration), from: ticks, to: rate) ?? 0
        }
        track =
            sound == nil
            ? nil
            : MP4ChapterTrack(markers, sampleRate: sampleRate, frameCount: frameCount, id: id, movieTicks: ticks)
    }

    /// Where the media of a track end that stand right after the header and are nothing else.
    private static func end(
        of track: MP4Track, _ memory: ByteSource, _ file: ByteSource, behind place: Int64
    ) throws(AudioFileError) -> Int64 {
        guard let media = try? file.box(at: place, end: file.byteCount()), media.type == "mdat", !media.isCut,
            let box = track.tableBox, let tables = try MP4SampleTables(box, in: memory)
        else { return place }
        var (chunks, sizes) = (tables.chunkWalk, tables.sizeWalk)
        guard let chunk = try chunks.take(), chunk.sampleCount == tables.sampleCount,
            chunk.offset == media.content.lowerBound, tables.sampleCount <= Int64(Container.markerLimit)
        else { return place }
        var count: Int64 = 0
        for _ in 0..<tables.sampleCount { count = count &+ (try sizes.take()) }
        return count == media.byteCount ? media.end : place
    }

    /// A box of the movie's header as it is going to be; `nil`: as it is.
    ///
    /// - Parameter header: its bytes, with the packets' new places.
    func changed(_ part: MP4Box, _ header: [UInt8], _ memory: ByteSource) throws(AudioFileError) -> [UInt8]? {
        func bytes(_ box: MP4Box) -> [UInt8] { Array(header[Int(box.start)..<Int(box.end)]) }
        if gone.contains(where: { $0.box == part }) { return [] }
        if part.type == "mvhd", track != nil {
            var number = HeaderBytes()
            number.big(nextID)
            return bytes(part).dropLast(4) + number.bytes
        }
        guard part == sound else { return nil }
        var content = HeaderBytes()
        let boxes = try memory.boxes(in: part.content)
        for box in boxes where box.type != "tref" {
            content.append(bytes(box))
            guard box.type == "tkhd" else { continue }
            let references = try references(boxes.first("tref"), header, memory)
            if !references.isEmpty { content.box("tref") { $0.append(references) } }
        }
        var changed = HeaderBytes()
        changed.box("trak") { $0.append(content.bytes) }
        return changed.bytes
    }

    /// Those to other tracks stay, pictures of chapters among them.
    private func references(
        _ old: MP4Box?, _ header: [UInt8], _ memory: ByteSource
    ) throws(AudioFileError) -> [UInt8] {
        var references = HeaderBytes()
        var chapters: [UInt32] = [track?.id].compactMap(\.self)
        for box in try old.map({ (box) throws(AudioFileError) in try memory.boxes(in: box.content) }) ?? [] {
            guard box.type == "chap" else {
                references.append(Array(header[Int(box.start)..<Int(box.end)]))
                continue
            }
            let ids = try memory.fields(of: box, limit: 1 << 12)
            for index in 0..<ids.count / 4 {
                if let id = ids.uint32(4 * index), !gone.contains(where: { $0.id == id }) { chapters.append(id) }
            }
        }
        if !chapters.isEmpty { references.box("chap") { box in for id in chapters { box.big(id) } } }
        return references.bytes
    }
}
