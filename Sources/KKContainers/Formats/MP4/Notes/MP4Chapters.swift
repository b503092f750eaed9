internal import KKPCM

/// The chapters of a track of texts: each sample is a name, and begins where the samples before it end.
///
/// Source: Apple, QuickTime File Format, "Chapter Lists", "Text Sample Data".
enum MP4Chapters {
    private static let mostBytes: Int64 = 1 << 10

    /// - Parameters:
    ///   - tables: of the track's samples.
    ///   - timescale: ticks a second.
    ///   - source: the file, which has the texts.
    static func read(
        _ tables: MP4SampleTables, timescale: Int64, in source: ByteSource
    ) throws(AudioFileError) -> [(seconds: Double, name: String)] {
        guard timescale > 0 else { return [] }
        var chapters: [(seconds: Double, name: String)] = []
        var (chunks, sizes, times) = (tables.chunkWalk, tables.sizeWalk, tables.timeWalk)
        var (left, time) = (min(tables.sampleCount, Int64(Container.markerLimit)), Int64(0))
        while left > 0, let chunk = try chunks.take() {
            var offset = chunk.offset
            for _ in 0..<min(left, chunk.sampleCount) {
                let size = try sizes.take()
                let fields = try source.fields(
                    at: offset, count: Int(min(size, mostBytes)), isBigEndian: true)
                let count = Int(fields.uint16(0) ?? 0)
                let text = Array(fields.bytes.dropFirst(2).prefix(count))
                chapters.append((Double(time) / Double(timescale), MP4Notes.text(text)))
                time = time &+ (try times.take())
                offset = offset &+ size
                left -= 1
            }
        }
        return chapters
    }
}
