internal import KKAnalysis
internal import KKFiles
internal import KKPCM
internal import KKReport
internal import KKSession

extension CaseTrial {
    /// Compares the render with a sound file.
    func compare(withSound path: FilePath, _ outcome: inout CaseOutcome) throws {
        var settings = ComparisonJob.Settings()
        settings.tolerance = item.tolerance
        settings.allowsSilence = item.allowsSilence
        let comparison = try ComparisonJob(
            reference: path, actual: actualPath, settings: settings, environment: environment("the comparison")
        ).run().comparison
        outcome.comparison = comparison
        outcome.verdict = comparison.verdict
        let words = ComparisonWords(comparison)
        (outcome.missed, outcome.diagnosis) = (words.missed, words.diagnosis)
        guard !comparison.passed else {
            if outcome.status == .passed { outcome.reason = words.verdict }
            return
        }
        let cause = comparison.verdict == .transformed ? words.diagnosis : words.missed.first
        outcome.fail(
            "\(words.word): \(cause ?? words.verdict)",
            nextStep: outcome.hasBaseline ? compareStep : acceptStep(comparison))
        if options.changesNothing {
            (outcome.picturePath, outcome.residualPath) = (there(picturePath), there(residualPath))
            return
        }
        // Not worth a second failure.
        do { try draw(path, comparison, words, &outcome) } catch { outcome.warnings.append("no picture: \(error)") }
        do { try keepResidual(path, settings, &outcome) } catch { outcome.warnings.append("no residual: \(error)") }
    }

    /// What an earlier run kept, where it did.
    private func there(_ path: FilePath) -> FilePath? { path.isPlainFile ? path : nil }

    /// Keeps what is left between the two, for ears. Most cases pass, so it is a second turn that only these take.
    private func keepResidual(
        _ golden: FilePath, _ settings: ComparisonJob.Settings, _ outcome: inout CaseOutcome
    ) throws {
        var settings = settings
        settings.residualPath = residualPath
        settings.replacesExisting = true
        outcome.residualPath = try ComparisonJob(
            reference: golden, actual: actualPath, settings: settings, environment: environment("the residual")
        ).run().residualPath
    }

    /// Keeps a picture of what differs.
    private func draw(
        _ golden: FilePath, _ comparison: Comparison, _ words: ComparisonWords, _ outcome: inout CaseOutcome
    ) throws {
        var plot = ComparisonPlot(width: Self.pictureWidth)
        plot.title = item.name
        plot.deadline = deadline("the picture")
        plot.verdict = "FAIL: \(words.sentence("the render"))"
        plot.facts = ComparisonPicture.wrapped(
            Array(words.missed.prefix(3)) + [words.diagnosis].compactMap { $0 }, width: Self.pictureWidth,
            lineCount: 6)
        plot.passed = false
        plot.lag = comparison.alignment
        let picture = try plot.picture(reference: golden, actual: actualPath, threadCount: threadCount)
        try keep(.comparison(picture), &outcome)
    }

    /// As pixels, for terminals and comments, and as SVG, which is sharp at any size.
    private func keep(_ picture: PlottedPicture, _ outcome: inout CaseOutcome) throws {
        for (path, format) in [(vectorPath, PictureFormat.svg), (picturePath, .png)] {
            try FinishedFile(path: path, force: true, makesFolder: true).write(
                picture.bytes(format), temporaryFiles: temporaryFiles.part())
        }
        outcome.picturePath = picturePath
    }

    /// Keeps a picture of the render alone: a fingerprint cannot be drawn.
    func drawActual(_ outcome: inout CaseOutcome) throws {
        if options.changesNothing {
            outcome.picturePath = there(picturePath)
            return
        }
        var settings = PlotSettings(inputs: [actualPath])
        settings.width = Self.pictureWidth
        settings.threadCount = threadCount
        settings.deadline = deadline("the picture")
        try keep(PlotJob(settings).run(), &outcome)
    }

    /// Does every damage there is to a render that passed, and lists those that would have passed as well.
    func damage(_ render: AudioFileReader, clippedCount: Int64?, _ outcome: inout CaseOutcome) throws {
        let original = try hash(of: timed(render, "the hash"))
        for damage in Damage.allCases {
            let damaged = try DamagedSource(timed(render, "the damage '\(damage.rawValue)'"), damage)
            let layout = damage.layout(render.clientLayout)
            let isMissed = try passes(damaged, layout: layout, clippedCount: clippedCount)
            // What changes nothing here, as two like channels that change places, is no damage.
            if isMissed, layout == render.clientLayout, try hash(of: damaged) == original,
                damaged.format == render.format
            {
                continue
            }
            outcome.damagesTried += 1
            if isMissed { outcome.damagesMissed.append(damage.rawValue) }
        }
    }

    private func passes(_ sound: any FrameSource, layout: ChannelLayout, clippedCount: Int64?) throws -> Bool {
        let layout = layout.channelCount == sound.format.channelCount ? layout : .standard(sound.format.channelCount)
        let measured = try CaseSound(item, sound, layout: layout, clippedCount: clippedCount)
        guard measured.assertions.allSatisfy(\.passed) else { return false }
        guard let golden = item.golden else { return true }
        guard let fingerprint = measured.fingerprint else { return try compare(golden.path, sound, layout).passed }
        let kept = try Fingerprint(
            parsing: SmallFile.read(golden.path, limit: Fingerprint.longestText), path: golden.path)
        return fingerprint.compared(with: kept, tolerance: item.tolerance, allowsSilence: item.allowsSilence).passed
    }

    func compare(_ golden: FilePath, _ sound: any FrameSource, _ layout: ChannelLayout) throws -> Comparison {
        let reference = try AudioFileReader(path: golden)
        var comparator = SoundComparator(item.tolerance)
        (comparator.referenceLayout, comparator.actualLayout) = (reference.statedLayout, layout)
        comparator.referenceBits = reference.stepBits
        comparator.allowsSilence = item.allowsSilence
        comparator.looksForCause = false
        try sound.seek(to: 0)
        return try comparator.compare(reference, sound)
    }

    private func hash(of sound: any FrameSource) throws -> String? {
        try CaseSound.measure(
            sound, layout: .standard(sound.format.channelCount), measures: .hash, withFingerprint: false
        ).0.pcmSHA256
    }
}

extension FingerprintComparison {
    /// Why it does not pass, in one clause.
    var reason: String {
        guard let first else { return facts.first ?? "the samples are not the same" }
        return "\(windowsBeyond) of \(windowCount) windows differ, first at \(first)"
    }
}
