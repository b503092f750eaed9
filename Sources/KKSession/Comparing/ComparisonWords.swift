public import KKAnalysis
internal import KKPCM

/// A comparison in words.
public struct ComparisonWords {
    private let comparison: Comparison
    private let sampleRate: Double

    public init(_ comparison: Comparison) {
        self.comparison = comparison
        sampleRate = comparison.reference.sampleRate
    }

    /// What was reached, as it follows the name of the actual: `holds the same samples as the reference`.
    public var verdict: String {
        switch comparison.verdict {
        case .sameFile: "holds the same bytes as the reference"
        case .samePCM: "holds the same samples as the reference"
        case .withinLSB: "is within one step of the reference's integers"
        case .withinTolerance: "is within the tolerance '\(comparison.tolerance.name)'"
        case .transformed: "is the same sound, changed as a whole"
        case .different: "is not the same sound"
        }
    }

    /// Everything for which it fails, a line each.
    public var missed: [String] { comparison.missed.map(text) }

    private func text(_ miss: Comparison.Miss) -> String {
        switch miss {
        case .limit(let limit, let allowed, let found, let window, let channel):
            let place = window.map { " in \(time($0.lowerBound))…\(time($0.upperBound))" } ?? ""
            let side = channel.map { " (channel \($0 + 1))" } ?? ""
            return "\(Self.name(limit)) \(Self.level(found, limit))\(side)\(place); at most \(Self.level(allowed, limit))"
        case .length(let excess, let allowed):
            let most = allowed > 0 ? "; at most \(groupedText(allowed))" : ""
            return "\(groupedText(abs(excess))) frames \(excess > 0 ? "longer" : "shorter") (\(timeText(abs(Double(excess)) / sampleRate)))\(most)"
        case .sampleRate(let reference, let actual):
            return "sample rate \(shortDecimalText(actual, digits: 3)) Hz, the reference's is \(shortDecimalText(reference, digits: 3)) Hz"
        case .channelCount(let reference, let actual): return "\(actual) channel\(actual == 1 ? "" : "s"), the reference has \(reference)"
        case .empty(let name): return "the \(name.rawValue) holds no frames, so nothing was compared"
        case .silence: return "both are silent throughout, so nothing was compared"
        case .notFinite(let name, let frame, let channel):
            return "the \(name.rawValue) has a sample that is infinite or no number at \(place(frame, channel))"
        case .arrangement: return "channels are exchanged or upside down"
        }
    }

    private static func name(_ limit: Limit) -> String {
        switch limit {
        case .lsb, .peak: "largest residual"
        case .rms: "RMS of the residual"
        case .relative: "residual beside the reference"
        case .weighted: "K-weighted residual"
        case .loudness: "loudness differs by"
        case .loudnessRange: "loudness range differs by"
        case .truePeak: "true peak differs by"
        case .thirdOctave: "a third octave differs by"
        case .lag: "shift"
        case .length: "length"
        }
    }

    private static func level(_ value: Double?, _ limit: Limit) -> String {
        guard let value else { return "nothing" }
        return "\(shortDecimalText(value, digits: limit == .lsb ? 1 : 2)) \(limit.unit)"
    }

    private func time(_ frame: Int64) -> String { timeText(Double(frame) / sampleRate) }

    private func place(_ frame: Int64, _ channel: Int) -> String { "\(time(frame)) (frame \(groupedText(frame)), channel \(channel + 1))" }

    /// `0:02.268 (frame 100,000, channel 2), -12.0 dBFS`.
    public func text(_ place: Comparison.Place) -> String {
        self.place(place.frame, place.channel) + (place.level.map { ", \(decimalText($0, digits: 1)) dBFS" } ?? "")
    }

    /// What has been done to the actual; `nil` where nothing was found.
    public var diagnosis: String? {
        guard let found = comparison.diagnosis else { return nil }
        var parts: [String] = []
        if found.lag != 0 { parts.append(shift(found.lag)) }
        if abs(found.gain) >= 0.001 { parts.append("\(shortDecimalText(abs(found.gain), digits: 3)) dB \(found.gain > 0 ? "louder" : "softer")") }
        if found.isInverted {
            parts.append("inverted")
        } else if !found.invertedChannels.isEmpty {
            parts.append("channel \(found.invertedChannels.map { String($0 + 1) }.joined(separator: ", ")) inverted")
        }
        if found.isSwapped { parts.append(found.channelMap == [1, 0] ? "sides exchanged" : "channels in the order \(found.channelMap.map { String($0 + 1) }.joined(separator: ","))") }
        let change = parts.joined(separator: ", ")
        let rest = found.residual.map { "\(decimalText($0, digits: 1)) dB beside the reference" } ?? "nothing"
        return comparison.verdict == .transformed ? "the same, \(change); undone, it leaves \(rest)" : "at best \(change); undone, it leaves \(rest)"
    }

    /// `441 frames (10.000 ms) late`.
    private func shift(_ lag: Int64) -> String {
        let milliseconds = decimalText(abs(Double(lag)) / sampleRate * 1000, digits: 3)
        return "\(groupedText(abs(lag))) frame\(abs(lag) == 1 ? "" : "s") (\(milliseconds) ms) \(lag > 0 ? "late" : "early")"
    }

    /// The shift that was admitted and undone; `nil` for none.
    public var alignment: String? { comparison.alignment == 0 ? nil : "\(shift(comparison.alignment)), undone" }
}
