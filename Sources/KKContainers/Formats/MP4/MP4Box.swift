internal import KKPCM

/// A box, which QuickTime calls an atom: its size, its name, its content.
///
/// Source: ISO/IEC 14496-12 §4.2.
struct MP4Box: Hashable {
    var type: FourCharCode
    /// Where its header begins.
    var start: Int64
    /// Its content, as far as what it is in has it.
    var content: Range<Int64>
    /// Where it ends by its own word; `nil`: where that ends what it stands in.
    var claimedEnd: Int64?

    /// Where the next box begins.
    var end: Int64 { content.upperBound }
    var byteCount: Int64 { content.upperBound - content.lowerBound }
    /// Whether it claims more than there is.
    var isCut: Bool { claimedEnd.map { $0 > end } ?? false }
}

extension ByteSource {
    /// No box has more in a parent than this; a file may have more.
    private static let mostBoxes = 4096
    /// No size of a file is beyond it.
    private static let largestSize: UInt64 = 1 << 61

    /// The box at a place.
    ///
    /// - Parameter end: where that ends what it stands in.
    /// - Returns: `nil` if no header has room.
    /// - Throws: `badData` for a size that has no room for its own header.
    func box(at place: Int64, end: Int64) throws(AudioFileError) -> MP4Box? {
        guard end - place >= 8 else { return nil }
        let head = try fields(at: place, count: Int(min(16, end - place)), isBigEndian: true)
        guard let short = head.uint32(0), let type = head.code(4) else { return nil }
        var (size, headerByteCount) = (UInt64(short), Int64(8))
        if short == 1 {
            guard let long = head.uint64(8) else { return nil }
            (size, headerByteCount) = (long, 16)
        }
        let content = place + headerByteCount
        guard short != 0 else { return MP4Box(type: type, start: place, content: content..<end, claimedEnd: nil) }
        guard size >= headerByteCount, size < Self.largestSize else {
            throw damage(.invalidChunk, at: place, "the box \(type) has a size of \(size) bytes")
        }
        let claimed = place + Int64(size)
        return MP4Box(type: type, start: place, content: content..<max(content, min(claimed, end)), claimedEnd: claimed)
    }

    /// The boxes in another one, in their order. Zeros end them, as they do in QuickTime's lists.
    ///
    /// - Throws: `badData` for one that reaches beyond, and for more than 4096 of them.
    func boxes(in range: Range<Int64>) throws(AudioFileError) -> [MP4Box] {
        var boxes: [MP4Box] = []
        var place = range.lowerBound
        while let box = try box(at: place, end: range.upperBound), box.type.rawValue != 0 {
            guard !box.isCut else {
                throw damage(
                    .invalidChunk, at: place,
                    "the box \(box.type) states \((box.claimedEnd ?? 0) - place) bytes, but its parent has only \(range.upperBound - place) left"
                )
            }
            guard boxes.count < Self.mostBoxes else {
                throw damage(.invalidChunk, at: place, "a box contains more than \(Self.mostBoxes) others")
            }
            boxes.append(box)
            place = box.end
        }
        return boxes
    }

    /// The content of a box of which the whole is wanted.
    ///
    /// - Throws: `badData` for one of more bytes than `limit`.
    func bytes(of box: MP4Box, from offset: Int64 = 0, limit: Int) throws(AudioFileError) -> [UInt8] {
        let count = max(0, box.byteCount - offset)
        guard count <= limit else {
            throw damage(
                .invalidChunk, at: box.start,
                "the box \(box.type) has \(box.byteCount) bytes, more than are read of a box"
            )
        }
        return try bytes(at: box.content.lowerBound + offset, count: Int(count))
    }

    /// The first bytes of a box's content as fields.
    func fields(of box: MP4Box, limit: Int) throws(AudioFileError) -> Fields {
        try fields(
            at: box.content.lowerBound, count: Int(min(Int64(limit), box.byteCount)), isBigEndian: true)
    }
}

extension [MP4Box] {
    /// The first of a name.
    func first(_ type: FourCharCode) -> MP4Box? { first { $0.type == type } }
}

/// The entries of a table in a box, which are left in the file: their number is compared with the bytes of the box.
struct MP4Table {
    let count: Int64
    let byteCountOfEntry: Int64
    /// The first byte of the first entry.
    let start: Int64

    /// - Parameter offset: where the number of entries is in the box; the entries follow.
    init(_ box: MP4Box, in source: ByteSource, at offset: Int64 = 4, entry: Int64) throws(AudioFileError) {
        let fields = try source.fields(of: box, limit: Int(offset) + 4)
        guard let count = fields.uint32(Int(offset)) else {
            throw source.damage(.invalidChunk, at: box.start, "the box \(box.type) ends before its number of entries")
        }
        start = box.content.lowerBound + offset + 4
        let room = (box.end - start) / entry
        guard Int64(count) <= room else {
            throw source.damage(
                .invalidChunk, at: box.start, "the box \(box.type) states \(count) entries but has room for \(room)")
        }
        (self.count, byteCountOfEntry) = (Int64(count), entry)
    }

    var end: Int64 { start + count * byteCountOfEntry }

    func place(_ entry: Int64) -> Int64 { start + entry * byteCountOfEntry }
}

/// Times of one clock in the ticks of another.
enum MP4Time {
    /// Rounded to the nearest; `nil` beyond what a file can have.
    static func rescale(_ time: Int64, from: Int64, to: Int64) -> Int64? {
        guard time >= 0, from > 0, to > 0 else { return nil }
        if from == to { return time < 1 << 60 ? time : nil }
        let product = UInt64(time).multipliedFullWidth(by: UInt64(to))
        let (low, carry) = product.low.addingReportingOverflow(UInt64(from) / 2)
        let high = product.high + (carry ? 1 : 0)
        guard high < UInt64(from) else { return nil }
        let quotient = UInt64(from).dividingFullWidth((high, low)).quotient
        return quotient < 1 << 60 ? Int64(quotient) : nil
    }
}
