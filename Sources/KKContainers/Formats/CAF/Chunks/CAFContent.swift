public import KKPCM

/// The content of one type of CAF chunk: fields that are read from its bytes and written back.
///
/// Everything is big-endian. Bytes that follow the specification are written back unchanged. Bytes after the last field
/// are not kept here; ``CAFRewrite`` copies unchanged chunks as they are.
///
/// Source: Apple Core Audio Format Specification 1.0; CAFFile.h.
public protocol CAFContent: Hashable, Sendable {
    /// The chunk's code.
    static var chunkType: FourCharCode { get }

    /// The largest number of bytes read into memory. A longer chunk cannot be parsed, but is still copied.
    static var byteLimit: Int { get }

    /// Reads a chunk's bytes, without its header.
    ///
    /// - Throws: if the bytes end before a field or are invalid.
    ///
    /// ## Allocation
    /// In proportion to the existing bytes; counts in them are checked against their number first.
    init(bytes: [UInt8]) throws(CAFDamage)

    /// The chunk's bytes, without its header.
    var bytes: [UInt8] { get }
}

extension CAFContent {
    /// 16 MiB: half a million markers.
    public static var byteLimit: Int { 1 << 24 }
}

/// A kind of chunk that is next to the sound: words, markers, regions. Of a damaged one what can be followed is told,
/// by files and readers alike.
protocol CAFRemark: CAFContent {
    /// - Parameter isForgiving: whether what is cut off, or leads out of the chunk, is left out.
    init(_ bytes: [UInt8], isForgiving: Bool) throws(CAFDamage)
}

extension CAFRemark {
    /// The readable part of a chunk; `nil` if nothing is readable.
    static func followed(_ bytes: [UInt8]) -> Self? { try? Self(bytes, isForgiving: true) }
}

/// An error in a chunk, and at which of its bytes.
public struct CAFDamage: Error, Hashable, Sendable {
    /// Bytes from the start of the chunk's content.
    public var offset: Int
    /// One clause.
    public var problem: String

    public init(at offset: Int, _ problem: String) {
        self.offset = offset
        self.problem = problem
    }
}

/// The fields of a chunk, read one after another.
struct CAFCursor {
    private let bytes: [UInt8]
    /// Whether a list that is cut off is what there is of it: for who plays a file. Who writes it again must know that
    /// something is lost.
    let isForgiving: Bool
    private(set) var offset = 0

    init(_ bytes: [UInt8], isForgiving: Bool = false) {
        self.bytes = bytes
        self.isForgiving = isForgiving
    }

    var remaining: Int { bytes.count - offset }

    /// A big-endian number.
    mutating func number<Number: FixedWidthInteger>(_ what: String) throws(CAFDamage) -> Number {
        let count = Number.bitWidth / 8
        guard remaining >= count else { throw CAFDamage(at: bytes.count, "it ends before \(what)") }
        var bits: UInt64 = 0
        for index in offset..<offset + count { bits = bits << 8 | UInt64(bytes[index]) }
        offset += count
        return Number(truncatingIfNeeded: bits)
    }

    mutating func float(_ what: String) throws(CAFDamage) -> Float {
        Float(bitPattern: try number(what))
    }

    mutating func double(_ what: String) throws(CAFDamage) -> Double {
        Double(bitPattern: try number(what))
    }

    mutating func code(_ what: String) throws(CAFDamage) -> FourCharCode {
        FourCharCode(rawValue: try number(what))
    }

    /// A count of things of at least `byteCount` bytes each, which must be there; those that are, where that is enough.
    mutating func count(of what: String, byteCount: Int) throws(CAFDamage) -> Int {
        let start = offset
        let count: UInt32 = try number("the number of \(what)")
        let present = remaining / byteCount
        guard Int(count) <= present else {
            if isForgiving { return present }
            throw CAFDamage(at: start, "\(count) \(what) are stated, but only \(remaining) bytes follow")
        }
        return Int(count)
    }

    /// The bytes up to a NUL, which is skipped, as text.
    mutating func text(_ what: String) throws(CAFDamage) -> String {
        let characters = bytes[offset...].prefix { $0 != 0 }
        guard characters.endIndex < bytes.count || isForgiving else {
            throw CAFDamage(at: offset, "\(what) has no NUL at its end")
        }
        offset = min(characters.endIndex + 1, bytes.count)
        return Self.text(characters)
    }

    /// So many bytes.
    mutating func run(_ count: Int, _ what: String) throws(CAFDamage) -> [UInt8] {
        guard remaining >= count else { throw CAFDamage(at: bytes.count, "it ends before \(what)") }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// UTF-8 if valid, otherwise ISO 8859-1.
    static func text(_ characters: ArraySlice<UInt8>) -> String {
        String(validating: characters, as: UTF8.self)
            ?? String(String.UnicodeScalarView(characters.map { Unicode.Scalar($0) }))
    }
}

extension HeaderBytes {
    mutating func big(_ number: Float) {
        big(number.bitPattern)
    }

    mutating func big(_ number: Double) {
        big(number.bitPattern)
    }

    /// UTF-8 and a NUL; a NUL inside ends the text.
    mutating func terminated(_ characters: String) {
        append(Array(characters.utf8.prefix { $0 != 0 }) + [0])
    }
}
