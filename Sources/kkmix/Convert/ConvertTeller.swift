internal import KKMixing
internal import Synchronization

/// What there is to say of each file of a conversion.
final class ConvertTeller: Sendable {
    private let plan: ConversionPlan
    private let common: CommonOptions
    private let voice: Voice
    /// Files that passed full scale, which are reported together at the end.
    private let clips = Mutex<[Clip]>([])

    private typealias Clip = (output: FilePath, text: String, amplitude: Float)

    /// How many of them are named; of more there is a number.
    private static let mostClips = 10

    init(_ plan: ConversionPlan, common: CommonOptions, voice: Voice) {
        (self.plan, self.common, self.voice) = (plan, common, voice)
    }

    /// What was done.
    ///
    /// - Returns: it with clipping among the warnings.
    func tell(_ report: ConversionReport) -> ConversionReport {
        var report = report
        let job = report.mix
        if common.verbose { ConvertText.decisions(report.description).forEach(voice.note) }
        if !common.quiet {
            voice.tell(job.warnings)
            if let clipping = report.clipping { tell(clipping, job.outputPath, job.clipping) }
            job.notices.forEach(voice.note)
        }
        if let clipping = report.clipping {
            report.mix.warnings.append(FileWarning(path: job.outputPath.text, clipping))
        }
        if !common.json, !common.quiet {
            if job.outputPath.isStandard {
                Terminal.printError(job.text)
            } else {
                Terminal.print(job.text)
            }
        }
        return report
    }

    /// What the file is, and what would be written.
    func describe(_ index: Int, _ description: ConversionDescription) -> ConversionDescription {
        if !common.json { Terminal.print((index > 0 ? "\n" : "") + ConvertText.info(description)) }
        if !common.quiet { voice.tell(description.warnings, description.notices) }
        return description
    }

    /// With `-v`, and of a file alone, at once.
    private func tell(_ text: String, _ output: FilePath, _ clipping: ClippingReport?) {
        guard let clipping, plan.items.count > 1, !common.verbose else { return voice.warning("\(output): \(text)") }
        clips.withLock { $0.append((output, text, clipping.worstAmplitude)) }
    }

    /// How many passed full scale, and how far, then the farthest ones.
    func finish() {
        let clips = clips.withLock { $0 }
        let ordered = clips.enumerated().sorted {
            ($1.element.amplitude, $0.offset) < ($0.element.amplitude, $1.offset)
        }.map(\.element)
        guard let worst = ordered.first else { return }
        if ordered.count > 1 {
            voice.warning(
                "\(ordered.count) of \(plan.items.count) files pass full scale, \(ClippingReport.excessText(worst.amplitude))"
            )
        }
        for clip in ordered.prefix(Self.mostClips) { voice.warning("\(clip.output): \(clip.text)") }
        if ordered.count > Self.mostClips {
            voice.warning("… and \(ordered.count - Self.mostClips) more files pass full scale; -v lists each")
        }
    }
}
