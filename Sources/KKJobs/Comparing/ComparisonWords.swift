public import KKAnalysis
internal import KKMath
internal import KKPCM

/// A comparison as text.
public struct ComparisonWords {
    private let comparison: Comparison
    private let sampleRate: Double
    private let namesOptions: Bool

    /// - Parameter namesOptions: whether changed limits are named like the options of `compare` instead of like
    ///   manifest keys.
    public init(_ comparison: Comparison, namesOptions: Bool = false) {
        self.comparison = comparison
        self.namesOptions = namesOptions
        sampleRate = comparison.reference.sampleRate
    }

    /// The verdict with the name of the actual file: `different: b.wav is not the same sound`, `silent: nothing was
    /// compared, both are silent`.
    public func headline(_ name: String) -> String { "\(word): \(sentence(name))" }

    /// The verdict in a word; where there is no sound in them that, for two silent files may have the same bytes and
    /// still not pass.
    var word: String {
        if comparison.missed.contains(.silence) { return "silent" }
        return comparedNothing ? "empty" : comparison.verdict.rawValue
    }

    /// What of it comes after the colon.
    func sentence(_ name: String) -> String { nothing.map { "nothing was compared, \($0)" } ?? "\(name) \(verdict)" }

    /// That layouts which are not alike were compared, and why; `nil` if they are alike, or a difference.
    var passedLayout: String? {
        guard comparison.hasPassedLayout else { return nil }
        let (reference, actual) = (comparison.reference, comparison.actual)
        let names = "layout \(Self.name(actual.usedLayout)), the reference's is \(Self.name(reference.usedLayout))"
        let isNamed =
            comparison.reference.layout != nil && comparison.actual.layout != nil
            && actual.usedLayout.withPlainSurrounds == reference.usedLayout.withPlainSurrounds
        return
            "\(names); \(isNamed ? "'\(comparison.tolerance.name)' accepts that" : "one of them has no speaker names")"
    }

    /// `'quad'`, `'5.1 (side)'`, `'L R Cs'`.
    private static func name(_ layout: ChannelLayout) -> String { "'\(layout.name)'" }

    /// The verdict, to follow the name of the actual file: `holds the same samples as the reference`.
    public var verdict: String {
        if let nothing { return "was not compared: \(nothing)" }
        return switch comparison.verdict {
        case .sameFile: "holds the same bytes as the reference"
        case .samePCM: "holds the same samples as the reference"
        case .withinLSB:
            comparison.passed
                ? "is within one step of the reference's integers"
                : "is not the same: up to 1 step of the reference's integers apart"
        case .withinTolerance: "is within \(tolerance)\(lengthApart)"
        case .transformed: "is the same sound, changed as a whole"
        case .different: "is not the same sound"
        }
    }

    /// What a tolerance skipped: told also where it is enough.
    private var lengthApart: String {
        let excess = comparison.actual.frameCount - comparison.reference.frameCount
        return excess == 0 ? "" : ", \(countText(excess, "frame")) \(excess > 0 ? "longer" : "shorter")"
    }

    /// Why nothing was compared; `nil` if something was.
    public var nothing: String? {
        for miss in comparison.missed {
            switch miss {
            case .empty:
                return comparison.missed.contains(.empty(.reference)) && comparison.missed.contains(.empty(.actual))
                    ? "both have no frames" : text(miss)
            case .silence: return "both are silent"
            case .sampleRate: return "the rates differ"
            case .channelCount: return "the numbers of channels differ"
            case .layout: return "the layouts differ"
            case .notFinite(let name, _, _): return "the \(name.rawValue) has a sample that is infinite or not a number"
            case .limit, .length, .arrangement: continue
            }
        }
        return nil
    }

    /// Whether nothing was compared because there is no sound in it; another rate or number of channels is a
    /// difference.
    var comparedNothing: Bool {
        comparison.missed.contains { miss in
            switch miss {
            case .empty, .silence: true
            case .sampleRate, .channelCount, .layout, .notFinite, .limit, .length, .arrangement: false
            }
        }
    }

    /// `0:01.000 of 0:01.753`: how much was compared, if the lengths differ and the tolerance permits it; `nil` if all
    /// of both or nothing was compared.
    public var partCompared: String? {
        let longest = max(comparison.reference.frameCount, comparison.actual.frameCount)
        guard comparison.framesCompared > 0, comparison.framesCompared < longest else { return nil }
        return "\(time(comparison.framesCompared)) of \(time(longest))"
    }

    /// `the tolerance 'default'`; `'default' with --max-peak -20dBFS`.
    private var tolerance: String {
        let tolerance = comparison.tolerance, changed = tolerance.changedLimits
        if changed.isEmpty { return "the tolerance '\(tolerance.name)'" }
        let texts = changed.map { limit in
            let name = !namesOptions ? limit.rawValue : limit == .lag ? "--align" : "--max-\(limit.rawValue)"
            return "\(name) \(tolerance.text(limit))"
        }
        return "'\(tolerance.name)' with \(texts.joined(separator: ", "))"
    }

    /// All reasons for failure, one line each.
    public var missed: [String] { comparison.missed.map(text) }

    private func text(_ miss: Comparison.Miss) -> String {
        switch miss {
        case .limit(let limit, let allowed, let found, let window, let channel):
            let place = window.map { " in \(time($0.lowerBound))…\(time($0.upperBound))" } ?? ""
            let side = channel.map { " (channel \($0 + 1))" } ?? ""
            let (value, most) = Self.levels(found, allowed, limit)
            return "\(limit.facts.claim) \(value)\(side)\(place); at most \(most)"
        case .length(let excess, let allowed):
            let most = allowed > 0 ? "; at most \(groupedText(allowed))" : ""
            return
                "\(countText(excess, "frame")) \(excess > 0 ? "longer" : "shorter") (\(timeText(abs(Double(excess)) / sampleRate)))\(most)"
        case .sampleRate(let reference, let actual):
            return
                "sample rate \(shortDecimalText(actual, digits: 3)) Hz, the reference's is \(shortDecimalText(reference, digits: 3)) Hz"
        case .channelCount(let reference, let actual):
            return "\(actual) channel\(actual == 1 ? "" : "s"), the reference has \(reference)"
        case .layout(let reference, let actual):
            return "layout \(Self.name(actual)), the reference's is \(Self.name(reference))"
        case .empty(let name): return "the \(name.rawValue) has no frames"
        case .silence: return "both are silent throughout, so nothing was compared"
        case .notFinite(let name, let frame, let channel):
            return "the \(name.rawValue) has a sample that is infinite or not a number at \(place(frame, channel))"
        case .arrangement: return "channels are swapped or inverted"
        }
    }

    /// What was found and what is allowed, with as many digits as tell them apart.
    private static func levels(_ found: Double?, _ allowed: Double, _ limit: Limit) -> (String, String) {
        var digits = limit == .lsb ? 1 : 2
        func text(_ value: Double) -> String { shortDecimalText(value, digits: digits) }
        guard let found else { return ("nothing", "\(text(allowed)) \(limit.unit)") }
        while digits < 12, text(abs(found)) == text(abs(allowed)) { digits += 1 }
        return ("\(text(found)) \(limit.unit)", "\(text(allowed)) \(limit.unit)")
    }

    private func time(_ frame: Int64) -> String { timeText(Double(frame) / sampleRate) }

    private func place(_ frame: Int64, _ channel: Int) -> String {
        "\(time(frame)) (frame \(groupedText(frame)), channel \(channel + 1))"
    }

    /// `0:02.268 (frame 100,000, channel 2), -12.0 dBFS`.
    public func text(_ place: Comparison.Place) -> String {
        self.place(place.frame, place.channel) + (place.level.map { ", \(decimalText($0, digits: 1)) dBFS" } ?? "")
    }

    /// How the actual sound was changed; `nil` if nothing was found.
    public var diagnosis: String? {
        guard let found = comparison.diagnosis else { return nil }
        var parts: [String] = []
        if found.lag != 0 { parts.append(shift(found.lag)) }
        if abs(found.gain) >= 0.001 {
            parts.append("\(shortDecimalText(abs(found.gain), digits: 3)) dB \(found.gain > 0 ? "louder" : "quieter")")
        }
        if found.isInverted {
            parts.append("inverted")
        } else if !found.invertedChannels.isEmpty {
            parts.append("channel \(found.invertedChannels.map { String($0 + 1) }.joined(separator: ", ")) inverted")
        }
        if found.isSwapped {
            parts.append(
                found.channelMap == [1, 0]
                    ? "sides swapped"
                    : "channels in the order \(found.channelMap.map { String($0 + 1) }.joined(separator: ","))")
        }
        let change = parts.joined(separator: ", ")
        let rest =
            found.residual.map { "the residual is \(decimalText($0, digits: 1)) dB relative to the reference" }
            ?? "nothing is left"
        return "\(comparison.verdict == .transformed ? "the same sound, " : "")\(change); with that undone \(rest)"
    }

    /// `441 frames (10.000 ms) late`.
    private func shift(_ lag: Int64) -> String {
        let milliseconds = decimalText(abs(Double(lag)) / sampleRate * 1000, digits: 3)
        return "\(countText(lag, "frame")) (\(milliseconds) ms) \(lag > 0 ? "late" : "early")"
    }

    /// The permitted shift that was removed; `nil` for none.
    public var alignment: String? { comparison.alignment == 0 ? nil : "\(shift(comparison.alignment)), undone" }
}
