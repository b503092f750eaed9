/// A file that shows or holds what a report tells.
public struct ReportAttachment: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable {
        case reference, actual, residual, picture
    }

    public var role: Role
    /// From where the process works.
    public var path: String
    /// What a page plays or shows, from the page's folder; `nil` where the page has none.
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
    }
}

/// Where time runs in a picture of sound, so that a page can show what is being played.
public struct PictureTime: Hashable, Sendable {
    /// Parts of the picture's width.
    let left: Double
    let right: Double
    /// The second at the left end, on the reference's time line.
    let start: Double
    /// Seconds from the left to the right; `nil` is as long as the longest sound beside it.
    let duration: Double?
    /// Pixels above the first panel.
    let top: Int

    /// - Parameters:
    ///   - width: of a ``SoundPicture`` or ``ComparisonPicture``, in pixels.
    ///   - start: the second with which it begins, where the reference's first frame is at 0; of an early actual, when
    ///     the shift was undone, more than 0.
    ///   - factCount: lines below the verdict of a ``ComparisonPicture``; `nil` for a ``SoundPicture``.
    public init(width: Int, start: Double = 0, duration: Double?, factCount: Int?) {
        top = factCount.map { Page.header(lineCount: $0) + ComparisonPicture.badge } ?? Page.header(lineCount: 0)
        left = Double(Page.left) / Double(max(1, width))
        right = Double(Page.left + Page.plotWidth(width)) / Double(max(1, width))
        (self.start, self.duration) = (start, duration)
    }
}
