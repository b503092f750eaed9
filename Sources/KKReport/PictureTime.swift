internal import KKMath

/// The position of the time axis in a picture, so that a page can show the playback position. An SVG file contains it.
public struct PictureTime: Hashable, Sendable {
    /// Parts of the picture's width.
    let left: Double
    let right: Double
    /// The whole first, then what is drawn from near by.
    let stretches: [Stretch]

    struct Stretch: Hashable, Sendable {
        /// Parts of the picture's height.
        let top: Double
        let bottom: Double
        /// The second at the left end, on the reference's time line.
        let start: Double
        /// The duration from left to right, in seconds.
        let duration: Double

        /// `top bottom start duration`.
        var text: String { PictureTime.text([top, bottom, start, duration]) }
    }

    init(left: Double, right: Double, stretches: [Stretch]) {
        (self.left, self.right, self.stretches) = (left, right, stretches)
    }

    /// The attribute of an SVG file.
    static let attribute = "data-time"

    /// `left right; top bottom start duration; …`
    var text: String { ([Self.text([left, right])] + stretches.map(\.text)).joined(separator: "; ") }

    /// Reads an SVG picture of kkmix; `nil` for other bytes.
    public init?(svg bytes: [UInt8]) {
        guard
            let rows = SVG.attribute(Self.attribute, of: bytes)?.split(separator: ";").map({ row in
                row.split(separator: " ").compactMap { Double($0) }.filter(\.isFinite)
            }), let sides = rows.first, sides.count == 2, rows.count > 1, rows.dropFirst().allSatisfy({ $0.count == 4 })
        else { return nil }
        self.init(
            left: sides[0], right: sides[1],
            stretches: rows.dropFirst().map { Stretch(top: $0[0], bottom: $0[1], start: $0[2], duration: $0[3]) })
    }

    static func text(_ numbers: [Double]) -> String {
        numbers.map { decimalText($0, digits: 6) }.joined(separator: " ")
    }
}
