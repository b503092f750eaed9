internal import KKPCM

/// The tables of a track's samples, which stay in the file and are walked from front to back, once.
///
/// Source: ISO/IEC 14496-12 §8.6.1.2 (`stts`), §8.7.3 (`stsz`, `stz2`), §8.7.4 (`stsc`), §8.7.5 (`stco`, `co64`).
struct MP4SampleTables {
    let source: ByteSource
    let times: MP4Table?
    private let chunks: MP4Table
    private let offsets: MP4Table
    private let hasLongOffsets: Bool
    /// Of the samples, as `stsz` or `stz2` counts them.
    let sampleCount: Int64
    /// The bytes of every sample; 0: a table has them.
    let constantSize: Int64
    private let sizes: Range<Int64>
    private let sizeBits: Int

    /// - Returns: `nil` of a track that has no samples outside fragments.
    init?(_ box: MP4Box, in source: ByteSource) throws(AudioFileError) {
        self.source = source
        let parts = try source.boxes(in: box.content)
        guard let chunkBox = parts.first("stsc"), let sizeBox = parts.first("stsz") ?? parts.first("stz2"),
            let offsetBox = parts.first("stco") ?? parts.first("co64")
        else { return nil }
        hasLongOffsets = offsetBox.type == "co64"
        chunks = try MP4Table(chunkBox, in: source, entry: 12)
        offsets = try MP4Table(offsetBox, in: source, entry: hasLongOffsets ? 8 : 4)
        times = if let times = parts.first("stts") { try MP4Table(times, in: source, entry: 8) } else { nil }
        let fields = try source.fields(of: sizeBox, limit: 12)
        guard let first = fields.uint32(4), let count = fields.uint32(8) else {
            throw source.damage(.invalidChunk, at: sizeBox.start, "the box \(sizeBox.type) is cut off")
        }
        sampleCount = Int64(count)
        let isCompact = sizeBox.type == "stz2"
        constantSize = isCompact ? 0 : Int64(first)
        sizeBits = isCompact ? Int(first & 0xFF) : 32
        guard [4, 8, 16, 32].contains(sizeBits) else {
            throw source.damage(.invalidChunk, at: sizeBox.start, "sample sizes have \(sizeBits) bits")
        }
        guard constantSize == 0 else {
            sizes = 0..<0
            return
        }
        let start = sizeBox.content.lowerBound + 12
        let room = 8 * max(0, sizeBox.end - start) / Int64(sizeBits)
        guard sampleCount <= room else {
            throw source.damage(
                .invalidChunk, at: sizeBox.start,
                "the box \(sizeBox.type) states \(count) samples but has room for \(room)")
        }
        sizes = start..<max(start, sizeBox.end)
    }

    /// Which of the descriptions the first samples have, counted from 1.
    func firstDescription() throws(AudioFileError) -> Int {
        guard chunks.count > 0 else { return 1 }
        return Int(try source.fields(at: chunks.place(0) + 8, count: 4, isBigEndian: true).uint32(0) ?? 1)
    }

    var chunkWalk: ChunkWalk {
        ChunkWalk(chunks: chunks, offsets: offsets, hasLongOffsets: hasLongOffsets, source: source)
    }

    var sizeWalk: SizeWalk { SizeWalk(constant: constantSize, sizes, bits: sizeBits, source) }

    var timeWalk: TimeWalk { TimeWalk(times, source) }

    /// Samples that lie one after the other.
    struct Chunk {
        var number: Int64
        var offset: Int64
        var sampleCount: Int64
        var description: Int
        /// Where its place is told.
        var place: Int64
    }

    struct ChunkWalk {
        private let chunks: MP4Table
        private let offsets: MP4Table
        private let hasLongOffsets: Bool
        private var window: ByteWindow
        private var runs: ByteWindow
        private var number: Int64 = 0
        private var run: Int64 = 0
        /// The first chunk of the next run.
        private var next: Int64 = 1
        private var current: (samples: Int64, description: Int) = (0, 1)

        fileprivate init(chunks: MP4Table, offsets: MP4Table, hasLongOffsets: Bool, source: ByteSource) {
            (self.chunks, self.offsets, self.hasLongOffsets) = (chunks, offsets, hasLongOffsets)
            window = ByteWindow(source, end: offsets.end)
            runs = ByteWindow(source, end: chunks.end)
        }

        mutating func take() throws(AudioFileError) -> Chunk? {
            guard number < offsets.count else { return nil }
            number += 1
            while run < chunks.count, number >= next {
                let place = chunks.place(run)
                current = (
                    Int64(try runs.number(at: place + 4) ?? 0), Int(try runs.number(at: place + 8) ?? 1)
                )
                run += 1
                next = run < chunks.count ? Int64(try runs.number(at: chunks.place(run)) ?? .max) : .max
            }
            let place = offsets.place(number - 1)
            var offset = Int64(try window.number(at: place) ?? 0)
            if hasLongOffsets { offset = (offset & 0x7FFF_FFFF) << 32 | Int64(try window.number(at: place + 4) ?? 0) }
            return Chunk(
                number: number, offset: offset, sampleCount: current.samples, description: current.description,
                place: place)
        }
    }

    struct SizeWalk {
        private let constant: Int64
        private let start: Int64
        private let bits: Int
        private var number: Int64 = 0
        private var window: ByteWindow?

        fileprivate init(constant: Int64, _ place: Range<Int64>, bits: Int, _ source: ByteSource) {
            (self.constant, start, self.bits) = (constant, place.lowerBound, bits)
            window = constant == 0 ? ByteWindow(source, end: place.upperBound) : nil
        }

        mutating func take() throws(AudioFileError) -> Int64 {
            guard constant == 0 else { return constant }
            let bit = number * Int64(bits)
            number += 1
            let place = start + bit / 8
            if bits == 32 { return Int64(try window?.number(at: place) ?? 0) }
            let bytes = try window?.bytes(at: place, count: 2) ?? []
            guard let first = bytes.first else { return 0 }
            switch bits {
            case 16: return Int64(first) << 8 | Int64(bytes.count > 1 ? bytes[1] : 0)
            case 8: return Int64(first)
            default: return Int64(bit % 8 == 0 ? first >> 4 : first & 15)
            }
        }
    }

    struct TimeWalk {
        private let table: MP4Table?
        private var window: ByteWindow?
        private var run: Int64 = 0
        private var left: Int64 = 0
        private var delta: Int64 = 0

        fileprivate init(_ table: MP4Table?, _ source: ByteSource) {
            self.table = table
            window = table.map { ByteWindow(source, end: $0.end) }
        }

        /// The ticks of the next sample; where there are none more, those of the last one.
        mutating func take() throws(AudioFileError) -> Int64 {
            while left == 0, let table, run < table.count {
                left = Int64(try window?.number(at: table.place(run)) ?? 0)
                delta = Int64(try window?.number(at: table.place(run) + 4) ?? 0)
                run += 1
            }
            if left > 0 { left -= 1 }
            return delta
        }
    }
}
