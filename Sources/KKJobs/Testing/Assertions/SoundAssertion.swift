internal import KKAnalysis
internal import KKPCM
internal import KKSession

/// An assertion about a sound: `loudness -16±0.5`, `peak <= -1dBTP`, `silent 0..0.5s`, `length
/// 12.5s`.
public struct SoundAssertion: Hashable, Sendable {
    /// The text as written.
    public let text: String
    let rule: Rule

    enum Rule: Hashable, Sendable {
        case level(Measurement.Quantity, Bound<Double>)
        /// Nothing is louder than `ceiling` (dBFS) in a period; or, if not `expected`, something is.
        case silent(from: TimeValue, to: TimeValue?, ceiling: Double, expected: Bool)
        case length(Bound<TimeValue>)
        case channels(Int)
        case rate(Double)
        /// The first digits of the SHA-256 of the samples, up to 64.
        case hash(String)
        case clipped(Bool)
    }

    /// Where a value must lie.
    enum Bound<Value: Hashable & Sendable>: Hashable, Sendable {
        case atMost(Value), below(Value), atLeast(Value), above(Value)
        case between(Value, Value)
        /// A value with its permitted deviation.
        case near(Value, Value)
        case equal(Value)
    }

    /// The result of the assertion.
    public struct Outcome: Hashable, Sendable, Codable {
        public var text: String
        public var passed: Bool
        /// What was measured: `-18.2 LUFS`.
        public var measured: String
    }
}

extension SoundAssertion.Bound where Value == Double {
    /// As many decimals as tell a level and the limits that are written here.
    var precision: LevelPrecision {
        switch self {
        case .atMost(let limit), .below(let limit), .atLeast(let limit), .above(let limit), .equal(let limit):
            LevelPrecision([limit])
        case .between(let first, let second), .near(let first, let second): LevelPrecision([first, second])
        }
    }

    /// Whether a level is within as it is reported: ``LevelPrecision``.
    ///
    /// - Parameter level: −∞ for what is silent.
    func contains(level: Double) -> Bool {
        let precision = precision
        return map(precision.reported).contains(precision.reported(level))
    }

    /// - Parameter value: −∞ for what is silent.
    func contains(_ value: Double) -> Bool {
        switch self {
        case .atMost(let limit): value <= limit
        case .below(let limit): value < limit
        case .atLeast(let limit): value >= limit
        case .above(let limit): value > limit
        case .between(let low, let high): low <= value && value <= high
        // A hair of tolerance: 0.1 + 0.2 is not 0.3.
        case .near(let middle, let reach): (value - middle).magnitude <= reach + 1e-9
        case .equal(let wanted): value == wanted
        }
    }
}

extension SoundAssertion.Bound {
    func map<Other>(_ change: (Value) -> Other) -> SoundAssertion.Bound<Other> {
        switch self {
        case .atMost(let limit): .atMost(change(limit))
        case .below(let limit): .below(change(limit))
        case .atLeast(let limit): .atLeast(change(limit))
        case .above(let limit): .above(change(limit))
        case .between(let low, let high): .between(change(low), change(high))
        case .near(let middle, let reach): .near(change(middle), change(reach))
        case .equal(let wanted): .equal(change(wanted))
        }
    }
}
