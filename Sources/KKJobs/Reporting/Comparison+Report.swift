internal import KKAnalysis
public import KKFiles
internal import KKMath
public import KKReport
internal import KKSession

extension ReportEntry {
    /// The result of a comparison.
    ///
    /// - Parameter picture: an SVG file for a page; `nil` for none.
    public init(_ report: ComparisonReport, picture: FilePath?) {
        let found = report.comparison, words = ComparisonWords(found, namesOptions: true)
        let name = FilePath(report.actualPath).name
        self.init(
            name.isEmpty ? report.actualPath : name, in: "compare", ReportEntry.Status(found),
            words.headline(report.actualPath))
        warnings = report.warnings.map(\.description)
        facts = [Fact("reference", report.referencePath), Fact("actual", report.actualPath)]
        take(found)
        // What came through a pipe cannot be shown again.
        let piped = FilePath("-").inputName
        for (role, path) in [(ReportAttachment.Role.reference, report.referencePath), (.actual, report.actualPath)]
        where path != piped {
            attachments.append(ReportAttachment(role, path: path))
        }
        if let path = report.residualPath { attachments.append(ReportAttachment(.residual, path: path.text)) }
        align(found)
        if picture != nil || report.plotPath != nil {
            var shown = ReportAttachment(.picture, path: report.plotPath?.text ?? "")
            shown.vector = picture?.text
            attachments.append(shown)
        }
    }

    /// Puts the sounds on the reference's time line, where a shift was undone. The residual begins with the first frame
    /// that both sides have.
    mutating func align(_ found: Comparison) {
        guard found.alignment != 0 else { return }
        let lag = Double(found.alignment) / found.reference.sampleRate
        for index in attachments.indices {
            switch attachments[index].role {
            case .actual: attachments[index].offset = lag
            case .residual: attachments[index].offset = min(0, lag)
            case .reference, .picture: break
            }
        }
    }

    /// Takes over what a comparison measured, in words and numbers.
    mutating func take(_ found: Comparison) {
        let words = ComparisonWords(found)
        if let part = words.partCompared { facts.append(Fact("compared", part)) }
        facts += words.missed.filter { !headline.hasSuffix($0) }.prefix(20).map { Fact("missed", $0) }
        if let alignment = words.alignment { facts.append(Fact("shifted", alignment)) }
        if let diagnosis = words.diagnosis, !headline.hasSuffix(diagnosis) {
            facts.append(Fact("diagnosis", diagnosis))
        }
        for (name, place) in [("first", found.first), ("worst", found.worst == found.first ? nil : found.worst)] {
            guard let place else { continue }
            facts.append(Fact("\(name) at", words.text(place)))
            marks.append(Mark(name, seconds: Double(place.frame) / found.reference.sampleRate, words.text(place)))
        }
        measures = found.rows
        if !found.passed { weight = found.peakResidual }
    }
}

extension Comparison {
    /// The measures as a table: of each side, their difference, and what is allowed.
    var rows: [ReportEntry.Measure] {
        var rows: [ReportEntry.Measure] = []
        let excess = actual.frameCount - reference.frameCount
        // Frames of two rates are not a number of frames.
        let longer =
            reference.sampleRate != actual.sampleRate
            ? "" : excess == 0 ? "none" : "\(excess > 0 ? "+" : "−")\(Self.text(frames: abs(excess)))"
        rows.append(
            .init(
                "length", reference: Self.frames(reference), actual: Self.frames(actual), difference: longer,
                allowed: allowedLength, isBeyond: missesLength))
        if reference.sampleRate != actual.sampleRate {
            let rates = [reference, actual].map { "\(shortDecimalText($0.sampleRate, digits: 3)) Hz" }
            rows.append(
                .init(
                    "sample rate", reference: rates[0], actual: rates[1], difference: "another", allowed: "the same",
                    isBeyond: true))
        }
        if reference.channelCount != actual.channelCount {
            let counts = [reference, actual].map { "\($0.channelCount)" }
            rows.append(
                .init(
                    "channels", reference: counts[0], actual: counts[1], difference: "another", allowed: "the same",
                    isBeyond: true))
        }
        guard framesCompared > 0 else { return rows }
        rows += Limit.allCases.filter { $0.facts.kind != .extent && isShown($0) }.map(row)
        return rows
    }

    /// What was measured, and what was held to a limit. A step is told of where it is one, and of a sound that is too
    /// short for a loudness range there is nothing to tell.
    private func isShown(_ limit: Limit) -> Bool {
        if isBeyond(limit) { return true }
        switch limit {
        case .lsb: return tolerance[limit] != nil
        case .peak, .rms: return true
        default: return limit.facts.value(self) != nil
        }
    }

    /// Of a limit: what each side has, where that is something, and what lies between them; `nothing` is −∞.
    private func row(_ limit: Limit) -> ReportEntry.Measure {
        let facts = limit.facts, value = facts.value(self)
        let side = { (side: Side) in Self.text(facts.side?.value(side), facts.side?.unit ?? "") }
        let band = facts.band?.frequency(self).map { " at \(shortDecimalText($0, digits: 0)) Hz" } ?? ""
        let nothing = facts.kind == .difference ? "" : "nothing"
        return .init(
            facts.title + band, reference: side(reference), actual: side(actual),
            difference: value.map { Self.text($0, facts) } ?? nothing, allowed: allowed(limit),
            isBeyond: isBeyond(limit), part: part(limit, besides: value))
    }

    private func allowed(_ limit: Limit) -> String { tolerance[limit].map { "\(Self.number($0)) \(limit.unit)" } ?? "" }

    /// `0 frames`; `50ms`, as it was asked for.
    private var allowedLength: String {
        guard case .frames(let count) = tolerance.length else { return tolerance.text(.length) }
        return Self.text(frames: count)
    }

    private func isBeyond(_ limit: Limit) -> Bool {
        missed.contains { if case .limit(limit, _, _, _, _) = $0 { true } else { false } }
    }

    /// What was found beyond a limit where that is not the whole's number, and where: `−0.65 LU in
    /// 0:00.900…0:01.300`.
    private func part(_ limit: Limit, besides whole: Double?) -> String {
        for case .limit(limit, _, let found, let window, let channel) in missed {
            let isWhole = found.map(Self.number) == whole.map(Self.number)
            guard window != nil || !isWhole else { return "" }
            let value = isWhole ? nil : found.map { Self.text($0, limit.facts) } ?? "nothing"
            let side = channel.map { ", channel \($0 + 1)" } ?? ""
            let time = { (frame: Int64) in timeText(Double(frame) / reference.sampleRate) }
            let stretch = window.map { "in \(time($0.lowerBound))…\(time($0.upperBound))" }
            return [value, stretch].compactMap(\.self).joined(separator: " ") + side
        }
        return ""
    }

    /// With its unit; a difference has a sign.
    private static func text(_ value: Double, _ facts: Limit.Facts) -> String {
        "\(facts.kind == .difference && value >= 0.005 ? "+" : "")\(number(value)) \(facts.unit)"
    }

    private static func frames(_ side: Side) -> String {
        "\(text(frames: side.frameCount)), \(timeText(Double(side.frameCount) / side.sampleRate))"
    }

    private static func text(frames count: Int64) -> String { "\(groupedText(count)) frame\(count == 1 ? "" : "s")" }

    private static func text(_ value: Double?, _ unit: String) -> String { value.map { "\(number($0)) \(unit)" } ?? "" }

    private static func number(_ value: Double) -> String { NumberText.fixed(value, 2) }
}
