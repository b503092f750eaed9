internal import KKMixing

/// What `compare` prints for people: some ten lines.
struct CompareText {
    private var lines: [String]

    var text: String { lines.joined(separator: "\n") }

    init(_ report: ComparisonReport, _ job: ComparisonJob, isVerbose: Bool) {
        let found = report.comparison, words = ComparisonWords(found, namesOptions: true)
        lines = [words.headline(Voice.oneLine(report.actualPath))]
        if !found.passed || isVerbose {
            add("reference", Self.facts(job.reference, found.reference))
            add("actual", Self.facts(job.actual, found.actual))
        }
        if let part = words.partCompared { add("compared", part) }
        let missed = words.missed
        for (index, line) in missed.enumerated() { add(index == 0 ? "missed" : "", line) }
        if let first = found.first { add("first at", words.text(first)) }
        if let worst = found.worst { add("worst at", words.text(worst)) }
        if let alignment = words.alignment { add("shifted", alignment) }
        if let diagnosis = words.diagnosis { add("diagnosis", diagnosis) }
        add("residual", Self.residual(found))
        if found.measured.contains(.loudness) || found.measured.contains(.truePeak) {
            add("meters", Self.meters(found))
        }
        let written = [report.residualPath, report.plotPath].compactMap { $0?.text }
        if !written.isEmpty { add("written", written.joined(separator: ", ")) }
        if let next = Self.nextStep(report) { add("next", next) }
    }

    private mutating func add(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        lines.append("  \(name.left(11, gap: 1))\(Voice.oneLine(value))")
    }

    private static func facts(_ reader: AudioFileReader, _ side: Comparison.Side) -> String {
        let seconds = Double(side.frameCount) / side.sampleRate
        return
            "\(reader.path): \(reader.properties.fileType.name) \(reader.properties.encodingName), \(shortDecimalText(side.sampleRate, digits: 3)) Hz, "
            + "\(reader.clientLayout.name), \(countText(side.frameCount, "frame")) (\(timeText(seconds)))"
    }

    private static func residual(_ found: Comparison) -> String {
        guard found.framesCompared > 0, let peak = found.peakResidual, let rms = found.rmsResidual else { return "" }
        let weighted = found.weightedResidual.map { ", K-weighted \(decimalText($0, digits: 1)) LUFS" } ?? ""
        return "peak \(decimalText(peak, digits: 1)) dBFS, RMS \(decimalText(rms, digits: 1)) dBFS\(weighted)"
    }

    private static func meters(_ found: Comparison) -> String {
        let deltas: [(String, Double?, String)] = [
            ("loudness", found.deltaLoudness, "LU"), ("range", found.deltaLoudnessRange, "LU"),
            ("true peak", found.deltaTruePeak, "dB"),
        ]
        var parts = deltas.compactMap { name, delta, unit in delta.map { "\(name) \(signed($0)) \(unit)" } }
        if let band = found.thirdOctave {
            parts.append("third octave \(signed(band.delta)) dB at \(shortDecimalText(band.frequency, digits: 0)) Hz")
        }
        return parts.joined(separator: ", ")
    }

    private static func signed(_ value: Double) -> String {
        let text = decimalText(value, digits: 2)
        return value > 0 && text != "0.00" ? "+\(text)" : text
    }

    private static func nextStep(_ report: ComparisonReport) -> String? {
        let found = report.comparison
        guard !found.passed else { return nil }
        if found.missed == [.silence] { return "use --allow-silence if both are meant to be silent" }
        guard found.framesCompared > 0, !found.missed.contains(where: \.isAboutNothing) else { return nil }
        if found.verdict == .transformed, let diagnosis = found.diagnosis, diagnosis.lag != 0 {
            return undoing(diagnosis, found)
        }
        let options = [
            report.residualPath == nil ? "--residual diff.wav" : nil, report.plotPath == nil ? "--plot diff.png" : nil,
        ].compactMap { $0 }
        if options.isEmpty { return nil }
        return
            "\(options.joined(separator: " or ")) \(report.residualPath == nil ? "writes" : "draws") what is left between them"
    }

    /// What to ask for where a shift is all there is; other changes it leaves.
    private static func undoing(_ diagnosis: Diagnosis, _ found: Comparison) -> String {
        let excess = abs(found.actual.frameCount - found.reference.frameCount)
        var options = found.alignment == diagnosis.lag ? [] : ["--align \(abs(diagnosis.lag))f"]
        if found.missesLength { options.append("--max-length \(excess)f") }
        let isShiftAlone = abs(diagnosis.gain) < 0.001 && !diagnosis.isSwapped && diagnosis.invertedChannels.isEmpty
        let what =
            found.alignment == diagnosis.lag
            ? "admits the other length too" : "compares them as if that shift were undone"
        return "\(options.joined(separator: " ")) \(what)\(isShiftAlone ? "" : "; the rest of the change stays")"
    }
}
