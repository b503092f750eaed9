/// Numbers as the pictures write them: a dot in every locale, a minus as wide as a digit.
enum NumberText {
    /// With a fixed count of decimals; halves go away from zero.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
        let scaled = (value.magnitude * unit).rounded()
        guard scaled < 9e15 else { return value < 0 ? "−∞" : "∞" }
        let whole = Int64(scaled) / Int64(unit)
        let sign = value < 0 && scaled > 0 ? "−" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(Int64(scaled) % Int64(unit))
        return "\(sign)\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }

    /// A level with a decimal: `−12.3`, `−∞`.
    static func level(_ decibels: Double) -> String {
        decibels == -.infinity ? "−∞" : decibels.isNaN ? "?" : fixed(decibels, 1)
    }

    /// A place in time as precise as milliseconds: `0:12.345`, `1:02:03.000`.
    static func time(_ seconds: Double) -> String {
        let milliseconds = Int64((min(max(0, seconds), 1e12) * 1000).rounded())
        let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
        return "\(clock(milliseconds / 1000)).\(fraction)"
    }

    /// `0:12`, `1:02:03`.
    static func clock(_ seconds: Int64) -> String {
        let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
