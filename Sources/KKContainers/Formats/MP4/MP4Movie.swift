internal import KKPCM

/// The `moov` box: the tracks, and what the file says of itself.
struct MP4Movie {
    /// What has its bytes: the file, or memory where they passed.
    let source: ByteSource
    let start: Int64
    /// Ticks a second of edit lists.
    private(set) var timescale: Int64 = 0
    private(set) var tracks: [MP4Track] = []
    /// What fragments leave out, by the tracks' numbers; empty if there are none to come.
    private(set) var defaults: [UInt32: MP4FragmentDefaults] = [:]
    private(set) var notes = MP4Notes()
    /// Whether fragments may follow.
    private(set) var isFragmented = false

    /// More than any file has.
    private static let mostTracks = 1024

    /// - Parameter source: has the whole box.
    init(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) {
        (self.source, start) = (source, box.start)
        for part in try source.boxes(in: box.content) {
            switch part.type {
            case "mvhd": timescale = try MP4Track.timescale(part, in: source).ticks
            case "trak" where tracks.count < Self.mostTracks: tracks.append(try MP4Track(part, in: source))
            case "mvex":
                isFragmented = true
                for entry in try source.boxes(in: part.content) where entry.type == "trex" {
                    let (track, found) = try MP4FragmentDefaults.read(entry, in: source)
                    defaults[track] = found
                }
            case "udta", "meta": notes.take(part, in: source)
            case "cmov":
                throw source.damage(
                    .unsupportedFileType, at: part.start,
                    "the header of this movie is compressed, which is not supported")
            default: break
            }
        }
    }

    /// The tracks with sound, in the order of the file.
    var audioTracks: [MP4Track] { tracks.filter { $0.handler == "soun" } }

    func track(_ id: UInt32) -> MP4Track? { tracks.first { $0.id == id } }
}

/// A `trak` box. The tables in it are left where they are until somebody wants the track.
struct MP4Track {
    let start: Int64
    private(set) var id: UInt32 = 0
    private(set) var isEnabled = true
    /// `soun`, `vide`, `text`, …
    private(set) var handler = FourCharCode(rawValue: 0)
    /// Ticks a second of its samples.
    private(set) var timescale: Int64 = 0
    /// Of the media, in its ticks; 0 of fragments.
    private(set) var duration: UInt64 = 0
    private(set) var edits: [MP4Edit] = []
    /// What has its samples' places.
    private(set) var tableBox: MP4Box?
    /// Where its samples may lie (`dref`).
    private(set) var referenceBox: MP4Box?
    /// The tracks whose texts are its chapters.
    private(set) var chapterTracks: [UInt32] = []

    private static let mostEdits: Int64 = 4096

    init(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) {
        start = box.start
        for part in try source.boxes(in: box.content) {
            switch part.type {
            case "tkhd":
                let fields = try source.fields(of: part, limit: 32)
                isEnabled = (fields.uint32(0) ?? 1) & 1 == 1
                id = fields.uint32(fields.byte(0) == 1 ? 20 : 12) ?? 0
            case "edts":
                for list in try source.boxes(in: part.content) where list.type == "elst" {
                    edits = try Self.edits(list, in: source)
                }
            case "mdia": try take(media: part, in: source)
            case "tref":
                for reference in try source.boxes(in: part.content) where reference.type == "chap" {
                    let fields = try source.fields(of: reference, limit: 64)
                    chapterTracks = (0..<fields.count / 4).compactMap { fields.uint32(4 * $0) }
                }
            default: break
            }
        }
    }

    private mutating func take(media: MP4Box, in source: ByteSource) throws(AudioFileError) {
        for part in try source.boxes(in: media.content) {
            switch part.type {
            case "mdhd": (timescale, duration) = try Self.timescale(part, in: source)
            case "hdlr": handler = try source.fields(of: part, limit: 12).code(8) ?? handler
            case "minf":
                for inner in try source.boxes(in: part.content) {
                    if inner.type == "stbl" { tableBox = inner }
                    if inner.type == "dinf" {
                        referenceBox = try source.boxes(in: inner.content).first("dref") ?? referenceBox
                    }
                }
            default: break
            }
        }
    }

    /// What `mvhd` and `mdhd` both begin with.
    static func timescale(
        _ box: MP4Box, in source: ByteSource
    ) throws(AudioFileError) -> (ticks: Int64, duration: UInt64) {
        let fields = try source.fields(of: box, limit: 36)
        let isLong = fields.byte(0) == 1
        guard let ticks = fields.uint32(isLong ? 20 : 12),
            let duration = isLong ? fields.uint64(24) : fields.uint32(16).map(UInt64.init)
        else {
            throw source.damage(.invalidChunk, at: box.start, "the box \(box.type) is cut off")
        }
        return (Int64(ticks), duration)
    }

    private static func edits(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) -> [MP4Edit] {
        let isLong = try source.fields(of: box, limit: 1).byte(0) == 1
        let table = try MP4Table(box, in: source, entry: isLong ? 20 : 12)
        var edits: [MP4Edit] = []
        for entry in 0..<min(table.count, mostEdits) {
            let fields = try source.fields(
                at: table.place(entry), count: Int(table.byteCountOfEntry), isBigEndian: true)
            let duration = isLong ? fields.uint64(0) : fields.uint32(0).map(UInt64.init)
            let start =
                isLong ? fields.int64(8) : fields.uint32(4).map { Int64(Int32(bitPattern: $0)) }
            let rate = fields.uint32(isLong ? 16 : 8)
            guard let duration, let start, let rate else { break }
            edits.append(MP4Edit(duration: Int64(clamping: duration), start: start, rate: rate))
        }
        return edits
    }
}

/// An entry of an edit list (`elst`): a stretch of the track that is played.
struct MP4Edit: Hashable {
    /// In the movie's ticks; 0: to the end.
    var duration: Int64
    /// In the track's ticks; −1: nothing is played.
    var start: Int64
    /// 16.16 bits; 1 is played as it is.
    var rate: UInt32

    var isEmpty: Bool { start < 0 }
}
