public import KKPCM

/// The `kuki` chunk: the configuration of a codec (Magic Cookie Chunk).
public struct CAFCookie: CAFContent {
    public static let chunkType: FourCharCode = "kuki"
    public var bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// The `midi` chunk: a complete Standard MIDI File (MIDI Chunk).
public struct CAFMIDI: CAFContent {
    public static let chunkType: FourCharCode = "midi"
    public var bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// The `iXML` chunk: an XML document.
public struct CAFXML: CAFContent {
    public static let chunkType: FourCharCode = "iXML"
    public var bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(text: String) {
        bytes = Array(text.utf8)
    }

    /// UTF-8 if valid, otherwise ISO 8859-1.
    public var text: String { CAFCursor.text(bytes[...]) }
}

/// The `umid` chunk: a material identifier of SMPTE 330M, 64 bytes; a basic one of 32 is followed by zeros (Unique
/// Material Identifier Chunk).
public struct CAFMaterialIdentifier: CAFContent {
    public static let chunkType: FourCharCode = "umid"
    public static let byteCount = 64
    /// 64 of them.
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) throws(CAFDamage) {
        guard bytes.count == Self.byteCount else {
            throw CAFDamage(
                at: min(bytes.count, Self.byteCount), "a material identifier of \(bytes.count) bytes; it must have 64")
        }
        self.bytes = bytes
    }
}

/// A `uuid` chunk: a user-defined chunk identified by a UUID (User-Defined Chunk). A file may have many.
public struct CAFUserData: CAFContent {
    public static let chunkType: FourCharCode = "uuid"
    /// 16 bytes.
    public let uuid: [UInt8]
    public var content: [UInt8]

    public init(uuid: [UInt8], content: [UInt8]) {
        precondition(uuid.count == 16, "a UUID has 16 bytes")
        self.uuid = uuid
        self.content = content
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        var cursor = CAFCursor(bytes)
        uuid = try cursor.run(16, "the end of the UUID")
        content = try cursor.run(cursor.remaining, "its content")
    }

    public var bytes: [UInt8] { uuid + content }
}

/// A `free` chunk: unused space for later additions (Free Chunk).
public struct CAFFreeSpace: CAFContent {
    public static let chunkType: FourCharCode = "free"
    public var byteCount: Int

    public init(byteCount: Int) {
        precondition(byteCount >= 0, "room of less than nothing")
        self.byteCount = byteCount
    }

    public init(bytes: [UInt8]) {
        byteCount = bytes.count
    }

    /// Zeros.
    public var bytes: [UInt8] { [UInt8](repeating: 0, count: byteCount) }
}
