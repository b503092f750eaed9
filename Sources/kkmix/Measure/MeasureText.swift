internal import KKMixing

/// What `measure` prints for people.
struct MeasureText {
    private var lines: [String]
    private let rate: Double

    var text: String { lines.joined(separator: "\n") }

    init(_ report: MeasureReport) {
        let measurement = report.measurement
        lines = [Voice.oneLine(report.name)]
        rate = measurement.sampleRate
        let frames = groupedText(Int64(measurement.frameCount))
        add(
            "length",
            "\(time(measurement.frameCount)), \(frames) frames, \(StreamDescription.rateText(rate)) Hz, \(measurement.layout.name)"
        )
        for quantity in Measurement.Quantity.levels { add(quantity, measurement) }
        if let offset = measurement.dcOffset, measurement.frameCount > 0 {
            add("DC offset", decimalText(offset, digits: 6).right(10))
        }
        add("clipped", Self.clipping(measurement))
        if measurement.frameCount > 0 {
            add(
                "silence",
                "\(time(measurement.leadingSilence)) at the start, \(time(measurement.trailingSilence)) at the end")
        }
        if measurement.nonFiniteCount > 0 { add("NaN or infinite", Self.samples(measurement.nonFiniteCount)) }
        if measurement.channels.count > 1 { addChannels(measurement) }
        if let hash = measurement.pcmSHA256 { add("PCM SHA-256", hash) }
        if let judgement = report.judgement { add(judgement) }
    }

    /// The profiles as a table for a page.
    static var profiles: String {
        MarkdownTable.text(
            ["profile", "whose", "limits"],
            LoudnessProfile.all.map { profile in
                [
                    "`\(profile.name)`", profile.source,
                    profile.limits.map { "\($0.quantity.title) \($0.text)" }.joined(separator: "; "),
                ]
            })
    }

    private mutating func add(_ name: String, _ value: String) {
        lines.append("  \(name.left(18, gap: 1))\(value)")
    }

    private mutating func add(_ quantity: Measurement.Quantity, _ measurement: Measurement) {
        guard let value = quantity.value(of: measurement) else {
            return add(quantity.title, "–".right(10) + (Self.absence(of: quantity, measurement).map { " \($0)" } ?? ""))
        }
        let place = quantity == .samplePeak ? Self.peakPlace(measurement) : nil
        let more = place.map { ", at \(time($0.frame)) in channel \($0.label)" } ?? ""
        add(quantity.title, "\(Self.number(value)) \(quantity.unit)\(more)")
    }

    /// Why there is no value, where there is more to say than that.
    private static func absence(of quantity: Measurement.Quantity, _ measurement: Measurement) -> String? {
        let isSilent = measurement.samplePeak == nil
        let isShort = Double(measurement.frameCount) < 0.4 * measurement.sampleRate
        return switch quantity {
        case .integrated: isSilent ? "silence" : isShort ? "below 400 ms" : "below the gate"
        case .shortTerm: isSilent ? nil : "below 3 s"
        case .noiseFloor: measurement.levels.noiseFloor == nil ? "below 500 ms" : "silence"
        default: nil
        }
    }

    private mutating func addChannels(_ measurement: Measurement) {
        let heads =
            ["true peak", "peak", "RMS"].map { $0.right(10) }.joined() + "DC".right(12) + "clipped".right(10)
        lines.append("  \("channel".left(16, gap: 1))\(heads)")
        for (label, level) in zip(measurement.layout.labels, measurement.channels) {
            let levels = [level.truePeak, level.peak, level.rms].map { Self.number(Measurement.level($0)) }.joined()
            let offset = decimalText(level.dcOffset, digits: 6).right(12)
            lines.append(
                "    \(label.numberedName.left(14, gap: 1))\(levels)\(offset)\(groupedText(Int64(level.clippedSampleCount)).right(10))"
            )
        }
    }

    private mutating func add(_ judgement: LoudnessProfile.Judgement) {
        let verdicts = judgement.verdicts, missed = verdicts.count { !$0.isKept }
        add("profile", "\(judgement.name): \(missed == 0 ? "passed" : "\(missed) of \(verdicts.count) limits missed")")
        for verdict in verdicts {
            let quantity = verdict.limit.quantity
            let value =
                Measurement.Quantity.levels.contains(quantity)
                ? Self.number(verdict.value) : (verdict.value.map { shortDecimalText($0, digits: 2) } ?? "–").right(10)
            let name = quantity.title.left(16, gap: 1), unit = verdict.limit.unit.left(5, gap: 1)
            lines.append("    \(name)\(value) \(unit)\(verdict.isKept ? "ok" : "MISSED"), \(verdict.limit.text)")
        }
    }

    private func time(_ frames: Int) -> String { timeText(Double(frames) / rate) }

    private static func clipping(_ measurement: Measurement) -> String {
        let count = measurement.clippedSampleCount, runs = measurement.clippedRunCount
        return samples(count)
            + (count == 0
                ? "" : " at full scale, \(groupedText(Int64(runs))) run\(runs == 1 ? "" : "s") of three or more")
    }

    private static func samples(_ count: Int) -> String {
        groupedText(Int64(count)).right(10) + " sample\(count == 1 ? "" : "s")"
    }

    /// The first frame with the largest sample, and its channel.
    private static func peakPlace(_ measurement: Measurement) -> (frame: Int, label: String)? {
        let peak = measurement.channels.map(\.peak).max() ?? 0
        let places = zip(measurement.layout.labels, measurement.channels).filter {
            $0.1.peak == peak && $0.1.peakFrame != nil
        }
        return places.min { $0.1.peakFrame ?? 0 < $1.1.peakFrame ?? 0 }.map { ($0.1.peakFrame ?? 0, $0.0.numberedName) }
    }

    private static func number(_ value: Double?) -> String {
        (value.map { decimalText($0, digits: 2) } ?? "–").right(10)
    }
}
