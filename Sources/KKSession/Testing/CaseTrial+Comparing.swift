internal import KKAnalysis
internal import KKFiles
internal import KKPCM

extension CaseTrial {
    /// Compares the render with a sound file.
    func compare(withSound path: String, _ outcome: inout CaseOutcome) throws {
        let render = try AudioFileReader(path: actualPath)
        let isSameFile = try SmallFile.firstDifference(path, actualPath) == nil
        let comparison = try compare(render, layout: render.clientLayout, withSound: path, isSameFile: isSameFile)
        outcome.comparison = comparison
        outcome.verdict = comparison.verdict
        guard !comparison.passed else {
            outcome.reason = comparison.verdict.words
            return
        }
        outcome.fail(comparison.summary, nextStep: options.baseline == nil ? acceptStep : nil)
        // Not worth a second failure.
        do { try draw(path, comparison, &outcome) } catch { outcome.warnings.append("no picture: \(error)") }
    }

    /// Keeps a picture of what differs.
    private func draw(_ golden: String, _ comparison: Comparison, _ outcome: inout CaseOutcome) throws {
        var plot = ComparisonPlot(width: 1000)
        plot.title = item.name
        plot.verdict = comparison.summary
        plot.passed = false
        plot.lag = comparison.alignment
        let picture = try plot.picture(reference: golden, actual: actualPath, threadCount: threadCount)
        try FinishedFile(path: picturePath, force: true, makesFolder: true).write(picture.png(), temporaryFiles: temporaryFiles.part())
        outcome.picturePath = picturePath
    }

    /// Compares a sound with a file.
    func compare(_ sound: any FrameSource, layout: ChannelLayout, withSound path: String, isSameFile: Bool = false) throws -> Comparison {
        let reference = try AudioFileReader(path: path)
        var comparator = SoundComparator(item.tolerance)
        comparator.layout = reference.clientLayout
        comparator.referenceBits = reference.properties.dataFormat.isFloat ? nil : reference.properties.sourceBitDepth ?? 16
        comparator.allowsSilence = item.allowsSilence
        comparator.isSameFile = isSameFile
        try sound.seek(to: 0)
        return try comparator.compare(reference, sound)
    }

    /// Does every damage there is to a render that passed, and lists those that would have passed as well.
    func damage(_ render: AudioFileReader, clippedCount: Int64, _ outcome: inout CaseOutcome) throws {
        let original = try hash(of: render)
        for damage in Damage.allCases {
            let damaged = try DamagedSource(render, damage)
            let isMissed = try passes(damaged, layout: render.clientLayout, clippedCount: clippedCount)
            // What changes nothing here, as two like channels that change places, is no damage.
            if isMissed, try hash(of: damaged) == original, damaged.format == render.format { continue }
            outcome.damagesTried += 1
            if isMissed { outcome.damagesMissed.append(damage.rawValue) }
        }
    }

    private func passes(_ sound: any FrameSource, layout: ChannelLayout, clippedCount: Int64) throws -> Bool {
        let layout = layout.channelCount == sound.format.channelCount ? layout : .standard(sound.format.channelCount)
        let measured = try CaseSound(item, sound, layout: layout, clippedCount: clippedCount)
        guard measured.assertions.allSatisfy(\.passed) else { return false }
        guard let golden = item.golden else { return true }
        guard let fingerprint = measured.fingerprint else { return try compare(sound, layout: layout, withSound: golden.path).passed }
        let kept = try Fingerprint(parsing: SmallFile.read(golden.path, limit: Fingerprint.longestText), path: golden.path)
        return fingerprint.compared(with: kept, tolerance: item.tolerance).passed
    }

    private func hash(of sound: any FrameSource) throws -> String? {
        try CaseSound.measure(sound, layout: .standard(sound.format.channelCount), measures: .hash, withFingerprint: false).0.pcmSHA256
    }
}

extension Verdict {
    /// As a sentence has it.
    var words: String {
        switch self {
        case .sameFile: "same file"
        case .samePCM: "same samples"
        case .withinLSB: "within one step of the golden's integers"
        case .withinTolerance: "within tolerance"
        case .transformed: "the same sound, changed as a whole"
        case .different: "different"
        }
    }
}

extension CaseOutcome {
    func reason(of verdict: Verdict) -> String { verdict.words }
}

extension FingerprintComparison {
    /// Why it does not pass, in one clause.
    var reason: String {
        let windows = first.map { "\(windowsBeyond) of \(windowCount) windows differ, first at \($0)" }
        return (facts + [windows].compactMap { $0 }).joined(separator: "; ")
    }
}

extension Comparison {
    var summary: String { verdict.words }
}
