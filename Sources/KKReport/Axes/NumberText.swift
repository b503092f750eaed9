internal import KKMath

/// Numbers as the pictures write them: a dot in every locale, a minus as wide as a digit.
package enum NumberText {
    /// With a fixed count of decimals; halves go away from zero.
    package static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.magnitude < 9e12 else { return value < 0 ? "−∞" : "∞" }
        let text = decimalText(value, digits: digits)
        return text.utf8.first == UInt8(ascii: "-") ? "−\(text.dropFirst())" : text
    }

    /// A level with a decimal: `−12.3`, `−∞`.
    static func level(_ decibels: Double) -> String {
        decibels == -.infinity ? "−∞" : decibels.isNaN ? "?" : fixed(decibels, 1)
    }

    /// A place in time as precise as milliseconds: `0:12.345`, `1:02:03.000`.
    static func time(_ seconds: Double) -> String {
        timeText(min(max(0, seconds), 1e12.nextDown))
    }

    /// `0:12`, `1:02:03`.
    static func clock(_ seconds: Int64) -> String {
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
