internal import KKMath

/// How long something may take, in seconds: a manifest and the command line write it in the same way.
public enum TimeLimit {
    /// What can be said.
    public static let range = 0.001...1_000_000.0
    /// How it is written, for the next step of an error.
    public static let forms = "write seconds (30), minutes (1:30) or milliseconds (250ms), from 1ms to 1000000s"

    /// Reads `30`, `30s`, `1:30`, `250ms`; `nil` for anything else, and beyond ``range``.
    public static func seconds(parsing text: String) -> Double? {
        guard case .seconds(let seconds)? = try? TimeValue(parsing: text), range.contains(seconds) else { return nil }
        return seconds
    }

    /// `30 s`, `0.25 s`
    package static func text(_ seconds: Double) -> String { "\(shortDecimalText(seconds, digits: 3)) s" }
}
