public import KKAnalysis
internal import KKMath
internal import KKPCM
public import KKSession

extension Tolerance {
    /// Sets one limit from text: `-60dBFS`, `0.5`, `none`; a time for ``Limit/lag`` and ``Limit/length``:
    /// `50ms`, `1152f`.
    ///
    /// - Parameter option: its name in messages.
    public mutating func set(_ limit: Limit, parsing text: String, option: String) throws(SessionError) {
        switch limit {
        case .lag: lag = try Self.extent(text, option, "shifts are looked for")
        case .length: length = try Self.extent(text, option, "lengths may differ by")
        default: self[limit] = try text == "none" ? nil : Self.level(text, limit, option)
        }
    }

    /// A limit as text for ``set(_:parsing:option:)``: `-60dBFS`, `none`, `50ms`, `2s`.
    public func text(_ limit: Limit) -> String {
        func text(_ extent: Extent) -> String {
            switch extent {
            case .frames(let frames): "\(frames)f"
            case .seconds(let seconds) where seconds >= 1: "\(shortDecimalText(seconds, digits: 6))s"
            case .seconds(let seconds): "\(shortDecimalText(seconds * 1000, digits: 6))ms"
            }
        }
        return switch limit {
        case .lag: text(lag)
        case .length: text(length)
        default: self[limit].map { "\(shortDecimalText($0, digits: 6))\(limit.unit)" } ?? "none"
        }
    }

    /// Refuses a tolerance without any limit on the sound, which would pass everything.
    public func checkThatItLimits() throws(SessionError) {
        guard Limit.allCases.allSatisfy({ self[$0] == nil }) else { return }
        throw SessionError(
            .usage, "no limit on the sound is left in '\(name)'", nextStep: "keep one, or use --tolerance loose")
    }

    /// How far a shift is ever looked for, and how much lengths may differ, in seconds; and in frames, at any rate.
    private static let longestExtent = 10.0
    private static let longestExtentInFrames: Int64 = 480_000

    private static func level(_ text: String, _ limit: Limit, _ option: String) throws(SessionError) -> Double {
        let lowered = text.lowercased()
        let unit = [limit.unit.lowercased(), "dbfs", "dbtp", "db"].first { lowered.hasSuffix($0) } ?? ""
        let isDifference = limit.facts.kind != .level && limit.facts.kind != .ratio
        let value = Double(signedDecimal: text.dropLast(unit.count))
        guard let value, value >= 0 || !isDifference else {
            let example = isDifference ? "0.5\(limit.unit)" : "-60\(limit.unit)"
            throw SessionError(
                .usage, "'\(text)' is not a value of \(option)", nextStep: "write a number (\(example)), or none")
        }
        guard value <= limit.facts.most else {
            // Whoever writes 60 forgot the sign; whoever writes 0.01 means a factor.
            let isFactor = unit.isEmpty && value < 1
            let meant = isFactor ? Decibels(linear: value).value : -value
            let near = "\(shortDecimalText(meant, digits: 2))\(limit.unit)"
            throw SessionError(
                .usage, "'\(text)' for \(option) is above 0 \(limit.unit), so it limits nothing",
                nextStep: isFactor ? "a factor of \(text) is \(near)" : "did you mean \(near)?")
        }
        return value
    }

    /// A bare number is seconds; many of them are a slip.
    private static func extent(_ text: String, _ option: String, _ what: String) throws(SessionError) -> Extent {
        let extent = try extent(text)
        switch extent {
        case .seconds(let seconds) where seconds > longestExtent:
            let hint = Double(signedDecimal: text[...]) == nil ? "\(what) up to 10 s" : "did you mean \(text)ms?"
            throw SessionError(
                .usage, "'\(text)' for \(option) is \(shortDecimalText(seconds, digits: 3)) s", nextStep: hint)
        case .frames(let frames) where frames > longestExtentInFrames:
            throw SessionError(
                .usage, "'\(text)' for \(option) is too many",
                nextStep: "\(what) up to \(groupedText(longestExtentInFrames)) frames")
        default: return extent
        }
    }

    private static func extent(_ text: String) throws(SessionError) -> Extent {
        switch try TimeValue(parsing: text) {
        case .seconds(let seconds): .seconds(seconds)
        case .frames(let frames): .frames(frames)
        }
    }
}
