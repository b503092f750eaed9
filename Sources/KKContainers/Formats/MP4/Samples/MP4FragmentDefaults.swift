internal import KKPCM

/// What `trex` says of the samples of a track's fragments, and `tfhd` of those of one fragment.
struct MP4FragmentDefaults: Hashable {
    var description = 1
    var duration: Int64 = 0
    var byteCount: Int64 = 0

    static func read(
        _ box: MP4Box, in source: ByteSource
    ) throws(AudioFileError) -> (track: UInt32, defaults: MP4FragmentDefaults) {
        let fields = try source.fields(of: box, limit: 24)
        guard let track = fields.uint32(4), let description = fields.uint32(8), let duration = fields.uint32(12),
            let size = fields.uint32(16)
        else {
            throw source.damage(.invalidChunk, at: box.start, "the box \(box.type) is cut off")
        }
        return (
            track,
            MP4FragmentDefaults(
                description: Int(description), duration: Int64(duration), byteCount: Int64(size))
        )
    }
}

/// The samples of one track in a `moof` box.
///
/// Source: ISO/IEC 14496-12 §8.8.
struct MP4Fragment {
    /// Samples that lie one after the other.
    struct Run {
        var offset: Int64
        var sampleCount: Int64
        /// Those of the samples where they all have as many; else 0.
        var byteCount: Int64
        var duration: Int64
        /// The fields of each sample, where it has some of its own.
        var fields: Fields?
        var stride = 0
        var durationField: Int?
        var sizeField: Int?
        /// Where it is told.
        var place: Int64

        func duration(_ sample: Int64) -> Int64 {
            durationField.flatMap { fields?.uint32(Int(sample) * stride + $0) }.map(Int64.init) ?? duration
        }

        func byteCount(_ sample: Int64) -> Int64 {
            sizeField.flatMap { fields?.uint32(Int(sample) * stride + $0) }.map(Int64.init) ?? byteCount
        }
    }

    private(set) var runs: [Run] = []
    /// When the first sample is played, in the track's ticks (`tfdt`).
    private(set) var time: Int64?

    /// What is kept of a `moof` box.
    static let limit = 1 << 24
    /// Behind every byte of a file.
    private static let farthest: Int64 = 1 << 61

    /// - Parameters:
    ///   - box: `moof`, whose bytes `source` has.
    ///   - defaults: of the track.
    init(
        _ box: MP4Box, of track: UInt32, _ defaults: MP4FragmentDefaults, in source: ByteSource
    ) throws(AudioFileError) {
        // Without a place of its own, data begins where that of the track before it ends, and the first one's with the
        // box.
        var base = box.start
        for part in try source.boxes(in: box.content) where part.type == "traf" {
            let parts = try source.boxes(in: part.content)
            guard let header = parts.first("tfhd") else { continue }
            let fields = try source.fields(of: header, limit: 40)
            guard let flags = fields.uint32(0), let number = fields.uint32(4) else {
                throw source.damage(.invalidChunk, at: header.start, "the box 'tfhd' is cut off")
            }
            var (defaults, place) = (defaults, 8)
            func next() -> Int64 {
                defer { place += 4 }
                return Int64(fields.uint32(place) ?? 0)
            }
            if flags & 0x2_0000 != 0 { base = box.start }
            if flags & 1 != 0 {
                base = fields.int64(place) ?? base
                place += 8
            }
            if flags & 2 != 0 { defaults.description = Int(next()) }
            if flags & 8 != 0 { defaults.duration = next() }
            if flags & 16 != 0 { defaults.byteCount = next() }
            guard (0...Self.farthest).contains(base) else {
                throw source.damage(.invalidChunk, at: header.start, "a fragment's data is at byte \(base)")
            }
            if number == track, let start = parts.first("tfdt") {
                let fields = try source.fields(of: start, limit: 12)
                time = time ?? (fields.byte(0) == 1 ? fields.int64(4) : fields.uint32(4).map(Int64.init))
            }
            var end = base
            for part in parts where part.type == "trun" {
                let run = try Self.run(part, base: base, behind: end, defaults, in: source)
                end = run.end
                if number == track, run.run.sampleCount > 0 { runs.append(run.run) }
            }
            base = end
        }
    }

    private static func run(
        _ box: MP4Box, base: Int64, behind: Int64, _ defaults: MP4FragmentDefaults, in source: ByteSource
    ) throws(AudioFileError) -> (run: Run, end: Int64) {
        let head = try source.fields(of: box, limit: 16)
        guard let flags = head.uint32(0), let count = head.uint32(4) else {
            throw source.damage(.invalidChunk, at: box.start, "the box 'trun' is cut off")
        }
        var place = 8
        var offset = behind
        if flags & 1 != 0 {
            offset = base + Int64(Int32(bitPattern: head.uint32(place) ?? 0))
            place += 4
        }
        if flags & 4 != 0 { place += 4 }
        var run = Run(
            offset: offset, sampleCount: Int64(count), byteCount: defaults.byteCount, duration: defaults.duration,
            place: box.start)
        if flags & 0x100 != 0 {
            run.durationField = run.stride
            run.stride += 4
        }
        if flags & 0x200 != 0 {
            run.sizeField = run.stride
            run.stride += 4
        }
        run.stride += 4 * [0x400, 0x800].count { flags & $0 != 0 }
        let room = max(0, box.byteCount - Int64(place))
        guard Int64(count) * Int64(run.stride) <= room, offset >= 0 else {
            throw source.damage(
                .invalidChunk, at: box.start,
                "the box 'trun' states \(count) samples but has room for \(run.stride > 0 ? room / Int64(run.stride) : 0)"
            )
        }
        let (byteCount, isBeyond) = Int64(count).multipliedReportingOverflow(by: run.byteCount)
        var end = isBeyond ? farthest + 1 : offset + min(byteCount, farthest)
        if run.stride > 0 {
            let bytes = try source.bytes(of: box, from: Int64(place), limit: limit)
            run.fields = Fields(bytes: bytes, isBigEndian: true)
            if run.sizeField != nil { end = (0..<run.sampleCount).reduce(offset) { $0 + run.byteCount($1) } }
        } else if count > 0, run.byteCount == 0 {
            throw source.damage(.invalidChunk, at: box.start, "the length of a fragment's samples is not stated")
        }
        guard end <= farthest else {
            throw source.damage(.invalidChunk, at: box.start, "a fragment's data ends beyond the largest file size")
        }
        return (run, end)
    }
}
