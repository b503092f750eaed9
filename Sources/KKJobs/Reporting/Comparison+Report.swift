internal import KKAnalysis
public import KKFiles
internal import KKMath
public import KKReport
internal import KKSession

extension ReportEntry {
    /// What a comparison found.
    ///
    /// - Parameter picture: the picture that was drawn, how wide it is, and how many lines it has below the verdict;
    ///   `nil` for none.
    public init(_ report: ComparisonReport, picture: (path: FilePath, width: Int, factCount: Int)?) {
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
        if let picture {
            var shown = ReportAttachment(.picture, path: picture.path.text)
            shown.time = found.pictureTime(width: picture.width, factCount: picture.factCount)
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
    /// The time that a ``ComparisonPlot`` of both has: from the first frame that both have, on the reference's time
    /// line, to the end of the longer one.
    func pictureTime(width: Int, factCount: Int) -> PictureTime {
        let starts = (
            reference: Double(max(0, -alignment)) / reference.sampleRate,
            actual: Double(max(0, alignment)) / actual.sampleRate
        )
        let seconds = [
            Double(reference.frameCount) / reference.sampleRate - starts.reference,
            Double(actual.frameCount) / actual.sampleRate - starts.actual,
        ]
        return PictureTime(width: width, start: starts.reference, duration: seconds.max(), factCount: factCount)
    }

    /// The measures as a table: of each side, their difference, and what is allowed.
    var rows: [ReportEntry.Measure] {
        var rows: [ReportEntry.Measure] = []
        let excess = actual.frameCount - reference.frameCount
        // Frames of two rates are no number of frames.
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
        rows += residualRows
        if measured.contains(.loudness) {
            rows.append(row("loudness", .loudness, (reference.loudness, actual.loudness, "LUFS"), deltaLoudness))
            rows.append(
                row(
                    "loudness range", .loudnessRange, (reference.loudnessRange, actual.loudnessRange, "LU"),
                    deltaLoudnessRange))
        }
        if measured.contains(.truePeak) {
            rows.append(row("true peak", .truePeak, (reference.truePeak, actual.truePeak, "dBTP"), deltaTruePeak))
        }
        if let thirdOctave {
            rows.append(
                row(
                    "third octave at \(shortDecimalText(thirdOctave.frequency, digits: 0)) Hz", .thirdOctave,
                    (nil, nil, ""), thirdOctave.delta))
        }
        // A sound that is too short for a loudness range has an empty row, which tells nothing.
        return rows.filter { $0.isBeyond || ![$0.reference, $0.actual, $0.difference].allSatisfy(\.isEmpty) }
    }

    private var residualRows: [ReportEntry.Measure] {
        var rows = [
            residual("largest residual", .peak, peakResidual), residual("RMS of the residual", .rms, rmsResidual),
        ]
        if tolerance[.lsb] != nil {
            let steps = peakResidual.map { step > 0 ? Decibels($0).linear / step : 0 } ?? 0
            rows.insert(residual("largest residual in steps", .lsb, steps), at: 1)
        }
        if let relativeResidual { rows.append(residual("residual beside the reference", .relative, relativeResidual)) }
        if let weightedResidual { rows.append(residual("K-weighted residual", .weighted, weightedResidual)) }
        return rows
    }

    /// Of both sides: the values, and by how much the actual's is higher.
    private func row(
        _ name: String, _ limit: Limit, _ sides: (reference: Double?, actual: Double?, unit: String),
        _ difference: Double?
    ) -> ReportEntry.Measure {
        let text = difference.map { "\($0 >= 0.005 ? "+" : "")\(Self.number($0)) \(limit.unit)" } ?? ""
        return .init(
            name, reference: Self.text(sides.reference, sides.unit), actual: Self.text(sides.actual, sides.unit),
            difference: text,
            allowed: allowed(limit), isBeyond: isBeyond(limit), part: part(limit, besides: difference, isSigned: true))
    }

    /// Of what is left between them; `nil` is nothing.
    private func residual(_ name: String, _ limit: Limit, _ value: Double?) -> ReportEntry.Measure {
        .init(
            name, difference: value.map { "\(Self.number($0)) \(limit.unit)" } ?? "nothing", allowed: allowed(limit),
            isBeyond: isBeyond(limit),
            part: part(limit, besides: value, isSigned: false))
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

    /// What was found beyond a limit where that is not the whole's number, and where: `−0.65 LU in 0:00.900…0:01.300`.
    private func part(_ limit: Limit, besides whole: Double?, isSigned: Bool) -> String {
        for case .limit(limit, _, let found, let window, let channel) in missed {
            guard window != nil || found.map(Self.number) != whole.map(Self.number) else { return "" }
            let value =
                found.map { "\(isSigned && $0 >= 0.005 ? "+" : "")\(Self.number($0)) \(limit.unit)" } ?? "nothing"
            let side = channel.map { ", channel \($0 + 1)" } ?? ""
            let time = { (frame: Int64) in timeText(Double(frame) / reference.sampleRate) }
            return value + (window.map { " in \(time($0.lowerBound))…\(time($0.upperBound))" } ?? "") + side
        }
        return ""
    }

    private static func frames(_ side: Side) -> String {
        "\(text(frames: side.frameCount)), \(timeText(Double(side.frameCount) / side.sampleRate))"
    }

    private static func text(frames count: Int64) -> String { "\(groupedText(count)) frame\(count == 1 ? "" : "s")" }

    private static func text(_ value: Double?, _ unit: String) -> String { value.map { "\(number($0)) \(unit)" } ?? "" }

    private static func number(_ value: Double) -> String { NumberText.fixed(value, 2) }
}
