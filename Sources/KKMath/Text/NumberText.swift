/// A number with a fixed count of decimals and a dot in every locale: `-1.20`. Halves are rounded away from zero.
public func decimalText(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    let scaled = (abs(value) * unit).rounded()
    guard scaled < 9e15 else { return String(value) }
    let whole = Int64(scaled) / Int64(unit)
    let fraction = String(Int64(scaled) % Int64(unit))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return digits == 0
        ? "\(sign)\(whole)" : "\(sign)\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}

/// The same with at most `digits` decimals, without trailing zeros: `-1.2`, `80`.
public func shortDecimalText(_ value: Double, digits: Int) -> String {
    var text = decimalText(value, digits: digits)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
}

/// A time as a person reads it: `0:12.345`, `1:02:03.000`.
public func timeText(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "?" }
    let milliseconds = Int64((seconds * 1000).rounded())
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, whole) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60)
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(whole)).\(fraction)" : "\(minutes):\(two(whole)).\(fraction)"
}

/// A whole number in groups of three: `1,234,567`.
public func groupedText(_ number: Int64) -> String {
    var digits = Array(String(number.magnitude))
    var index = digits.count - 3
    while index > 0 {
        digits.insert(",", at: index)
        index -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
}

/// `1 frame`, `2,000 frames`: the number without a sign.
public func countText(_ number: Int64, _ noun: String) -> String {
    "\(groupedText(number).drop { $0 == "-" }) \(noun)\(number.magnitude == 1 ? "" : "s")"
}
