internal import KKPCM

/// The chapters of a track of texts: each sample is a name, and begins where the samples before it end.
///
/// Source: Apple, QuickTime File Format, "Chapter Lists", "Text Sample Data".
enum MP4Chapters {
    typealias Chapter = (seconds: Double, name: String)

    /// In bytes of UTF-8, twice of which UTF-16 may need.
    static let nameLimit = 4096

    /// - Parameters:
    ///   - tables: of the track's samples.
    ///   - track: what has them.
    ///   - movieTicks: a second of the movie's clock, which counts what is played of the track.
    ///   - source: the file, which has the texts.
    static func read(
        _ tables: MP4SampleTables, of track: MP4Track, movieTicks: Int64, in source: ByteSource
    ) throws(AudioFileError) -> [Chapter] {
        guard track.timescale > 0 else { return [] }
        // Nothing may be played before the first.
        let empty = track.edits.prefix { $0.isEmpty }.reduce(0.0) { $0 + Double($1.duration) }
        let delay = movieTicks > 0 ? empty / Double(movieTicks) : 0
        var chapters: [Chapter] = []
        var (chunks, sizes, times) = (tables.chunkWalk, tables.sizeWalk, tables.timeWalk)
        var (left, time) = (min(tables.sampleCount, Int64(Container.markerLimit)), Int64(0))
        while left > 0, let chunk = try chunks.take() {
            var offset = chunk.offset
            for _ in 0..<min(left, chunk.sampleCount) {
                let size = try sizes.take()
                let fields = try source.fields(
                    at: offset, count: Int(min(size, Int64(2 + 2 * nameLimit))), isBigEndian: true)
                let count = Int(fields.uint16(0) ?? 0)
                let text = Array(fields.bytes.dropFirst(2).prefix(count))
                chapters.append((delay + Double(time) / Double(track.timescale), MP4Notes.text(text)))
                time = time &+ (try times.take())
                offset = offset &+ size
                left -= 1
            }
        }
        return chapters
    }

    /// The chapters of a track, with the times of Nero's list where that says the same: it counts finer than the movie's
    /// clock, and FFmpeg's tracks begin with the first chapter wherever that is. What a full list has no room for comes
    /// as much later as its last one.
    static func merged(_ track: [Chapter], _ list: [Chapter]) -> [Chapter] {
        let isSame = zip(track, list).enumerated().allSatisfy { index, pair in
            abs(pair.0.seconds - pair.1.seconds) < 0.002 || index == 0 && pair.0.seconds == 0
        }
        let isFull = list.count == MP4NotesWriter.listLimit && track.count > list.count
        guard isSame, track.count == list.count || isFull else { return track }
        let shift = zip(track, list).map { $1.seconds - $0.seconds }.last ?? 0
        return zip(track, list).map { ($1.seconds, $0.name) }
            + track.dropFirst(list.count).map { ($0.seconds + shift, $0.name) }
    }
}
