public import KKAnalysis
internal import KKPCM

extension Tolerance {
    /// Sets one limit as a person writes it: `-60dBFS`, `0.5`, `none`; a time for ``Limit/lag`` and ``Limit/length``: `50ms`, `1152f`.
    ///
    /// - Parameter option: what messages call it.
    public mutating func set(_ limit: Limit, parsing text: String, option: String) throws(SessionError) {
        switch limit {
        case .lag: lag = try Self.extent(text)
        case .length: length = try Self.extent(text)
        default: self[limit] = try text == "none" ? nil : Self.level(text, limit, option)
        }
    }

    private static func level(_ text: String, _ limit: Limit, _ option: String) throws(SessionError) -> Double {
        let lowered = text.lowercased()
        let unit = [limit.unit.lowercased(), "dbfs", "dbtp", "db"].first { lowered.hasSuffix($0) } ?? ""
        let isDifference = [.lsb, .loudness, .loudnessRange, .truePeak, .thirdOctave].contains(limit)
        let value = Double(signedDecimal: text.dropLast(unit.count))
        guard let value, value >= 0 || !isDifference else {
            let example = isDifference ? "0.5\(limit.unit)" : "-60\(limit.unit)"
            throw SessionError(.usage, "'\(text)' is not a value of \(option)", nextStep: "write a number (\(example)), or none")
        }
        return value
    }

    private static func extent(_ text: String) throws(SessionError) -> Extent {
        switch try TimeValue(parsing: text) {
        case .seconds(let seconds): .seconds(seconds)
        case .frames(let frames): .frames(frames)
        }
    }
}
