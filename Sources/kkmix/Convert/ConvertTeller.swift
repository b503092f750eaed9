internal import KKMixing
internal import Synchronization

/// Tells what became of each file of a conversion, in their order.
final class ConvertTeller: Sendable {
    private let plan: ConversionPlan
    private let showsInfo: Bool
    private let json: Bool
    private let quiet: Bool
    private let verbose: Bool
    private let voice: Voice
    private let files: TemporaryFiles
    private let told = Mutex(Told())

    private struct Told {
        var converted: [FileResult<ConvertedFile>] = []
        var described: [FileResult<ConversionFacts>] = []
        var firstFailure: ErrorReport?
        var firstError: (any Error)?
        /// Files that passed full scale, which are told together at the end.
        var clips: [(output: String, text: String, amplitude: Float)] = []
    }

    /// Files that passed full scale, of which more are told by their number.
    private static let mostClips = 10

    /// - Parameter files: what must not stay behind when nobody can be told any more.
    init(_ plan: ConversionPlan, showsInfo: Bool, common: CommonOptions, voice: Voice, files: TemporaryFiles) {
        self.plan = plan
        self.showsInfo = showsInfo
        json = common.json
        quiet = common.quiet
        verbose = common.verbose
        self.voice = voice
        self.files = files
    }

    func tell(_ index: Int, _ result: Result<ConversionReport, any Error>) {
        switch result {
        case .success(let report): showsInfo ? tellInfo(index, report) : tell(report)
        case .failure(let error): tell(error, of: plan.items[index].input)
        }
    }

    /// Ends with the status of the first file that failed.
    func finish() throws {
        let told = told.withLock {
            Told(
                converted: $0.converted, described: $0.described, firstFailure: $0.firstFailure,
                firstError: $0.firstError, clips: $0.clips)
        }
        tell(told.clips)
        if let error = told.firstError, plan.items.count == 1 { throw error }
        if json {
            let document =
                showsInfo
                ? JSONText.document(ConvertInfoDocument(files: told.described))
                : JSONText.document(ConvertDocument(files: told.converted))
            Terminal.print(document)
        }
        if let failure = told.firstFailure { throw ExitCode(failure.status) }
    }

    private func tell(_ report: ConversionReport) {
        var job = MixDocument.Job(report)
        if verbose { ConvertText.decisions(report.description).forEach(voice.note) }
        if !quiet {
            job.warnings.forEach(voice.warning)
            if let clipping = report.clipping { tell(clipping, job.output, report.result?.clipping) }
            job.notices.forEach(voice.note)
        }
        if let clipping = report.clipping { job.warnings.append("\(job.output): \(clipping)") }
        if json {
            let file = ConvertedFile(path: report.description.input, job)
            told.withLock { $0.converted.append(.done(file)) }
        } else if quiet {
            return
        } else if job.output == "-" {
            Terminal.printError(job.text)
        } else {
            Terminal.print(job.text, abandoning: files)
        }
    }

    /// With `-v`, and of a file alone, at once.
    private func tell(_ text: String, _ output: String, _ clipping: ClippingReport?) {
        guard let clipping, plan.items.count > 1, !verbose else { return voice.warning("\(output): \(text)") }
        told.withLock { $0.clips.append((output, text, clipping.worstAmplitude)) }
    }

    /// How many and how far, then the farthest ones.
    private func tell(_ clips: [(output: String, text: String, amplitude: Float)]) {
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
            voice.warning("… and \(ordered.count - Self.mostClips) more files pass full scale; -v tells of each")
        }
    }

    private func tellInfo(_ index: Int, _ report: ConversionReport) {
        let description = report.description
        if json {
            told.withLock { $0.described.append(.done(ConversionFacts(description, hasOutput: plan.hasDestination))) }
        } else {
            Terminal.print((index > 0 ? "\n" : "") + ConvertText.info(description, hasOutput: plan.hasDestination))
        }
        guard !quiet else { return }
        for warning in description.warnings { voice.warning(warning.description) }
        description.notices.forEach(voice.note)
    }

    private func tell(_ error: any Error, of input: String) {
        let report = ErrorReport(error)
        told.withLock {
            $0.converted.append(FileResult(path: input, failed: report))
            $0.described.append(FileResult(path: input, failed: report))
            $0.firstFailure = $0.firstFailure ?? report
            $0.firstError = $0.firstError ?? error
        }
        // The only file's failure is the program's.
        if plan.items.count > 1 { voice.error(report.message) }
    }
}
