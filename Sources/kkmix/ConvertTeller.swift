internal import ArgumentParser
internal import KKAudio
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
    }

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
        let told = told.withLock { Told(converted: $0.converted, described: $0.described, firstFailure: $0.firstFailure, firstError: $0.firstError) }
        if let error = told.firstError, plan.items.count == 1 { throw error }
        if json {
            let document =
                showsInfo ? JSONText.document(ConvertInfoDocument(files: told.described)) : JSONText.document(ConvertDocument(files: told.converted))
            Terminal.print(document)
        }
        if let failure = told.firstFailure { throw ExitCode(failure.status) }
    }

    private func tell(_ report: ConversionReport) {
        let job = MixDocument.Job(report)
        if verbose { ConvertText.decisions(report.description).forEach(voice.note) }
        if !quiet {
            job.warnings.forEach(voice.warning)
            if let clipping = report.clipping { voice.warning("\(job.output): \(clipping)") }
            job.notices.forEach(voice.note)
        }
        if json {
            told.withLock { $0.converted.append(.done(ConvertedFile(path: report.description.input, job))) }
        } else if quiet {
            return
        } else if job.output == "-" {
            Terminal.printError(job.text)
        } else {
            Terminal.print(job.text, abandoning: files)
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
