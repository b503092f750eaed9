public import KKPCM

/// A picture that belongs to the sound, usually the album cover.
public struct AttachedPicture: Hashable, Sendable {
    /// The picture type, as numbered in ID3v2 and FLAC: 3 is the front cover, 4 the back cover, 0 other.
    public var kind: UInt8
    public var mimeType: String
    /// The description; usually empty.
    public var description: String
    /// A whole file of that type.
    public var bytes: [UInt8]

    public static let frontCover: UInt8 = 3
    /// What each ``kind`` shows, by its number.
    static let kindNames = [
        "other", "icon", "other icon", "front cover", "back cover", "leaflet", "media", "lead artist", "artist",
        "conductor", "band", "composer", "lyricist", "recording location", "during recording", "during performance",
        "video capture", "fish", "illustration", "band logotype", "publisher logotype",
    ]
    /// What it shows: `back cover`; `other` if its number has no meaning.
    public var kindName: String { Self.kindNames.indices.contains(Int(kind)) ? Self.kindNames[Int(kind)] : "other" }
    /// The largest picture that is written: a FLAC block, the smallest of all formats, has 16 MiB.
    public static let limit = (1 << 24) - (1 << 12)

    /// - Parameter mimeType: `nil` to find it from the first bytes.
    public init(
        _ bytes: [UInt8], kind: UInt8 = AttachedPicture.frontCover, mimeType: String? = nil, description: String = ""
    ) {
        self.bytes = bytes
        self.kind = kind
        self.mimeType = mimeType ?? Self.mimeType(of: bytes) ?? "application/octet-stream"
        self.description = description
    }

    /// The type found from the first bytes; `nil` if it is not a picture format that players show.
    public static func mimeType(of bytes: [UInt8]) -> String? {
        let fields = Fields(bytes: Array(bytes.prefix(16)), isBigEndian: true)
        if fields.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if fields.has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if fields.has("GIF8") { return "image/gif" }
        if fields.has("RIFF"), fields.has("WEBP", at: 8) { return "image/webp" }
        if fields.has("BM") { return "image/bmp" }
        return nil
    }

    /// What a block of FLAC says of it: pixels and bits for each; zeros where the bytes do not tell.
    var size: (width: UInt32, height: UInt32, depth: UInt32) {
        let fields = Fields(bytes: bytes, isBigEndian: true)
        if mimeType == "image/png", let width = fields.uint32(16), let height = fields.uint32(20) {
            let channels: [UInt8: UInt32] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
            return (width, height, UInt32(fields.byte(24) ?? 0) * (channels[fields.byte(25) ?? 0] ?? 1))
        }
        return mimeType == "image/jpeg" ? Self.sizeOfJPEG(fields) : (0, 0, 0)
    }

    /// ITU-T T.81, annex B: segments of a marker and a length; a frame's begins with its precision, lines and samples.
    private static func sizeOfJPEG(_ fields: Fields) -> (UInt32, UInt32, UInt32) {
        var place = 2
        while let mark = fields.byte(place), mark == 0xFF, let kind = fields.byte(place + 1),
            let length = fields.uint16(place + 2), length >= 2
        {
            if (0xC0...0xCF).contains(kind), ![0xC4, 0xC8, 0xCC].contains(kind),
                let bits = fields.byte(place + 4), let height = fields.uint16(place + 5),
                let width = fields.uint16(place + 7), let components = fields.byte(place + 9)
            {
                return (UInt32(width), UInt32(height), UInt32(bits) * UInt32(components))
            }
            place += 2 + Int(length)
        }
        return (0, 0, 0)
    }
}

extension AttachedPicture: KeyedReport {
    /// Without the picture itself.
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("kind") { Int($0.kind) }
        key("mime_type", \.mimeType)
        key("description", \.description)
        key("bytes", \.bytes.count)
    }
}
