/// An element of EBML: a number that says what it is, a size, its content.
///
/// Source: RFC 8794 §4 (variable-size integers), §5 (IDs), §6 (sizes).
struct EBMLElement: Hashable {
    var id: UInt32
    /// Where its header begins.
    var start: Int64
    /// Its content, as far as what it is in has it; of one without a size up to the end of that.
    var content: Range<Int64>
    /// Where it ends by its own word; `nil`: an element that cannot be in it ends it.
    var claimedEnd: Int64?

    var end: Int64 { content.upperBound }
    var byteCount: Int64 { content.upperBound - content.lowerBound }
    /// Whether it claims more than there is.
    var isCut: Bool { claimedEnd.map { $0 > end } ?? false }

    /// The longest header: four bytes of an ID, eight of a size.
    static let headerByteCount = 12
    /// No size of a file is beyond it.
    private static let largestSize: UInt64 = 1 << 56

    /// - Parameters:
    ///   - bytes: those from `place` on, ``headerByteCount`` of them or fewer at the end.
    ///   - end: where that ends what it stands in.
    /// - Returns: `nil` of bytes that are not a header.
    init?(_ bytes: [UInt8], at place: Int64, end: Int64) {
        guard let first = bytes.first, first >= 0x10 else { return nil }
        let idCount = first.leadingZeroBitCount + 1
        guard bytes.count > idCount, let size = EBMLNumber(bytes[idCount...]) else { return nil }
        id = bytes[..<idCount].reduce(0) { $0 << 8 | UInt32($1) }
        start = place
        let begin = place + Int64(idCount + size.byteCount)
        guard begin <= end else { return nil }
        guard !size.isUnknown else {
            content = begin..<end
            return
        }
        guard size.value < Self.largestSize else { return nil }
        let claimed = begin + Int64(size.value)
        claimedEnd = claimed
        content = begin..<min(claimed, end)
    }
}

/// A number whose first byte says by its leading zeros how many bytes it has.
struct EBMLNumber {
    let value: UInt64
    let byteCount: Int
    /// All bits are set: a size that nobody knew.
    let isUnknown: Bool

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first, first > 0 else { return nil }
        let count = first.leadingZeroBitCount + 1
        guard bytes.count >= count else { return nil }
        let mask = UInt64.max >> UInt64(64 - 7 * count)
        value = bytes.prefix(count).reduce(0) { $0 << 8 | UInt64($1) } & mask
        (byteCount, isUnknown) = (count, value == mask)
    }

    /// The number as a difference: the middle of its range is 0 (EBML lacing).
    var difference: Int64 { Int64(value) - (Int64(1) << Int64(7 * byteCount - 1)) + 1 }
}

extension ByteSource {
    /// What is kept of an element that is read whole.
    private static let mostBytes: Int64 = 1 << 24

    /// The element at a place.
    ///
    /// - Parameter end: where that ends what it stands in.
    /// - Returns: `nil` at the end.
    /// - Throws: `badData` for bytes that are not an element.
    func element(at place: Int64, end: Int64) throws(AudioFileError) -> EBMLElement? {
        guard place < end else { return nil }
        let head = try bytes(at: place, count: Int(min(Int64(EBMLElement.headerByteCount), end - place)))
        guard !head.isEmpty else { return nil }
        guard let element = EBMLElement(head, at: place, end: end) else {
            throw damage(.invalidChunk, at: place, "these bytes are not an element of Matroska")
        }
        return element
    }

    /// The elements in another one, in their order, as far as they are whole.
    func elements(in parent: EBMLElement) throws(AudioFileError) -> [EBMLElement] {
        var elements: [EBMLElement] = []
        var place = parent.content.lowerBound
        while elements.count < 1 << 16, let element = try element(at: place, end: parent.end), !element.isCut {
            elements.append(element)
            place = element.end
        }
        return elements
    }

    func bytes(of element: EBMLElement) throws(AudioFileError) -> [UInt8] {
        guard element.byteCount <= Self.mostBytes else {
            throw damage(
                .invalidChunk, at: element.start,
                "an element has \(element.byteCount) bytes, more than are read of an element")
        }
        return try bytes(at: element.content.lowerBound, count: Int(element.byteCount))
    }

    /// An unsigned integer of up to eight bytes.
    func integer(of element: EBMLElement) throws(AudioFileError) -> UInt64 {
        try bytes(at: element.content.lowerBound, count: Int(min(8, element.byteCount))).reduce(0) {
            $0 << 8 | UInt64($1)
        }
    }

    /// A signed integer of up to eight bytes.
    func signed(of element: EBMLElement) throws(AudioFileError) -> Int64 {
        let bits = 8 * min(8, element.byteCount)
        guard bits > 0 else { return 0 }
        return Int64(bitPattern: try integer(of: element) << UInt64(64 - bits)) >> (64 - bits)
    }

    /// A floating-point number of four or eight bytes; 0 of none.
    func real(of element: EBMLElement) throws(AudioFileError) -> Double {
        let bits = try integer(of: element)
        switch element.byteCount {
        case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 8: return Double(bitPattern: bits)
        default: return 0
        }
    }

    /// A text, up to 4096 bytes of it.
    func text(of element: EBMLElement) throws(AudioFileError) -> String {
        let fields = try fields(
            at: element.content.lowerBound, count: Int(min(4096, element.byteCount)), isBigEndian: true)
        return fields.text(0..<fields.count)
    }
}

extension [EBMLElement] {
    /// The first of an ID.
    func first(_ id: UInt32) -> EBMLElement? { first { $0.id == id } }

    /// What is read of the first of an ID; `nil` without one.
    func first<Value>(
        _ id: UInt32, _ read: (EBMLElement) throws(AudioFileError) -> Value
    ) throws(AudioFileError) -> Value? {
        guard let element = first(id) else { return nil }
        return try read(element)
    }
}
