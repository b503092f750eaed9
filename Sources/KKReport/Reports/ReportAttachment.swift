/// A file of a report entry: a picture, a sound or a log.
public struct ReportAttachment: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case reference, actual, residual, picture
    }

    public var role: Role
    /// The path, relative to the working folder; empty for a picture that exists only on the page.
    public var path: String
    /// For a picture: the same as SVG, which a page shows instead; relative to the working folder.
    public var vector: String?
    /// The file that a page plays or shows, relative to the page's folder; `nil` if the page has none.
    public var page: String?
    /// A description of what the page plays, if it is not the file itself.
    public var note: String?
    /// The file itself, relative to the page's folder, if the page plays a copy in another format.
    public var original: String?
    /// The duration of a sound, if known.
    public var seconds: Double?
    /// If a shift was removed: the position in the sound, in seconds, that corresponds to the reference's first frame.
    /// Positive if the sound is late, negative if it begins later than the reference.
    public var offset = 0.0
    /// The size of a picture in pixels.
    public var size: Size?
    /// The time axis of a picture that has one.
    public var time: PictureTime?

    public init(_ role: Role, path: String) {
        (self.role, self.path) = (role, path)
    }

    public struct Size: Hashable, Sendable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }

        /// Reads the size of a PNG file from its first 24 bytes (PNG 3rd edition, 11.2.1); `nil` for other bytes.
        public init?(png bytes: [UInt8]) {
            guard bytes.count >= 24, bytes[..<8].elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
                return nil
            }
            func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
            (width, height) = (number(16), number(20))
        }

        /// Reads an SVG picture of kkmix; `nil` for other bytes.
        public init?(svg bytes: [UInt8]) {
            guard let numbers = SVG.attribute("viewBox", of: bytes)?.split(separator: " ").map({ Int($0) }),
                numbers.count == 4, let width = numbers[2], let height = numbers[3],
                (1...0xFFFF).contains(width), (1...0xFFFF).contains(height)
            else { return nil }
            self.init(width: width, height: height)
        }
    }
}
