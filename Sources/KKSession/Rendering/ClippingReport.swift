public import KKFiles
internal import KKMath
public import KKPCM

/// Where and how a mix exceeded full scale. In a document, channels are counted from 1.
public struct ClippingReport: Hashable, Sendable, KeyedReport {
    /// The number of clipped samples.
    public var sampleCount: Int64
    /// The largest magnitude, 1 being full scale.
    public var worstAmplitude: Float
    public var worstFrame: Int64
    public var worstChannel: Int
    /// The contribution of each track to that sample, loudest first, without those of opposite sign. Empty if an
    /// equaliser or a limiter follows the mixer.
    public var contributions: [Contribution]

    public struct Contribution: Hashable, Sendable, KeyedReport {
        public var path: FilePath
        public var amplitude: Float

        public static func tell(_ key: inout ReportKeys<Self>) {
            key("path", \.path)
            key("amplitude") { Optional($0.amplitude) }
        }
    }

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("clipped_samples", \.sampleCount)
        key("worst_amplitude") { Optional($0.worstAmplitude) }
        key("worst_frame", \.worstFrame)
        key("worst_channel") { $0.worstChannel + 1 }
        key("contributions", \.contributions)
    }
}

extension ClippingReport {
    /// One line for people: how many samples, by how much, when, in which channel, which tracks were loud, and what to do.
    public func summary(_ plan: MixPlan, _ format: OutputFormat, _ purpose: RenderPurpose = .mix) -> String {
        let advice =
            plan.session.loudness != nil
            ? "lower --loudness, or give it a ceiling: ,tp=-1dBTP"
            : plan.session.normalize != nil
                ? "lower --normalize, or use --on-clip limit" : purpose.againstClipping(format)
        return "\(facts(plan)); \(advice)"
    }

    /// `by up to 1.23 dB`; an excess that would round to 0.00 dB is not printed as zero.
    public static func excessText(_ amplitude: Float) -> String {
        let text = decimalText(Decibels(linear: Double(amplitude)).value, digits: 2)
        return text == "0.00" ? "by less than 0.01 dB" : "by up to \(text) dB"
    }

    /// The same without what to do.
    func facts(_ plan: MixPlan) -> String {
        let channel =
            plan.layout.labels.indices.contains(worstChannel) ? plan.layout.labels[worstChannel].numberedName : "?"
        // Of one track, that is what was said already.
        let loud = contributions.prefix(plan.tracks.count > 1 ? 3 : 0).map {
            "\($0.path) (\(fullScaleText(Double($0.amplitude))))"
        }.joined(separator: ", ")
        return
            "\(groupedText(sampleCount)) \(sampleCount == 1 ? "sample passes" : "samples pass") full scale, \(Self.excessText(worstAmplitude)) at "
            + "\(timeText(Double(worstFrame) / plan.sampleRate)) in channel \(channel)"
            + (loud.isEmpty ? "" : "; loudest there: \(loud)")
    }
}
