/// A file that shows or holds what a report tells.
public struct ReportAttachment: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case reference, actual, residual, picture
    }

    public var role: Role
    /// From where the process works; empty for a picture that has no other place than the page.
    public var path: String
    /// Of a picture: the same as SVG, which a page shows instead; from where the process works.
    public var vector: String?
    /// What a page plays or shows, from the page's folder; `nil` if the page has none.
    public var page: String?
    /// What the page plays when that is not the file itself, in words.
    public var note: String?
    /// From the page's folder: the file itself, where the page plays a copy of another kind.
    public var original: String?
    /// Of a sound, where it is known.
    public var seconds: Double?
    /// Where in the sound the reference's first frame has its place, in seconds, when a shift was undone: positive
    /// where the sound is late, negative where it begins later than the reference.
    public var offset = 0.0
    /// Of a picture, in pixels.
    public var size: Size?
    /// Of a picture with a time axis.
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

        /// Of a PNG file, from its first 24 bytes (PNG 3rd edition, 11.2.1); `nil` for other bytes.
        public init?(png bytes: [UInt8]) {
            guard bytes.count >= 24, bytes[..<8].elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
                return nil
            }
            func number(_ index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
            (width, height) = (number(16), number(20))
        }

        /// Of a picture of kkmix in SVG; `nil` for other bytes.
        public init?(svg bytes: [UInt8]) {
            guard let numbers = SVG.attribute("viewBox", of: bytes)?.split(separator: " ").map({ Int($0) }),
                numbers.count == 4, let width = numbers[2], let height = numbers[3],
                (1...0xFFFF).contains(width), (1...0xFFFF).contains(height)
            else { return nil }
            self.init(width: width, height: height)
        }
    }
}
