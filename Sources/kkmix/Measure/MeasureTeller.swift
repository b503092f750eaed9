internal import KKMixing
internal import Synchronization

/// Tells what became of each file that was measured, in their order.
final class MeasureTeller: Sendable {
    private let paths: [String]
    private let profile: LoudnessProfile?
    private let json: Bool
    private let quiet: Bool
    private let voice: Voice
    private let told = Mutex(Told())

    private struct Told {
        var documents: [MeasureDocument.File] = []
        var firstStatus: Int32?
        var firstError: (any Error)?
        var hasMissed = false
    }

    init(_ paths: [String], profile: LoudnessProfile?, common: CommonOptions, voice: Voice) {
        self.paths = paths
        self.profile = profile
        json = common.json
        quiet = common.quiet
        self.voice = voice
    }

    func tell(_ index: Int, _ result: Result<MeasureReport, any Error>) {
        switch result {
        case .success(let report): tell(report, isFirst: index == 0)
        case .failure(let error): tell(error, of: paths[index])
        }
    }

    /// Ends with the status of the first file that failed, or with 1 when a limit was missed.
    func finish() throws {
        let told = told.withLock { told in
            Told(
                documents: told.documents, firstStatus: told.firstStatus, firstError: told.firstError,
                hasMissed: told.hasMissed)
        }
        if let error = told.firstError, paths.count == 1 { throw error }
        if json { Terminal.print(JSONText.document(MeasureDocument(files: told.documents))) }
        if let status = told.firstStatus { throw ExitCode(status) }
        if told.hasMissed { throw ExitCode(1) }
    }

    private func tell(_ report: MeasureReport, isFirst: Bool) {
        let verdicts = profile?.verdicts(on: report.measurement)
        told.withLock {
            if json { $0.documents.append(.done(MeasureDocument.Facts(report, profile))) }
            if let verdicts, verdicts.contains(where: { !$0.isKept }) { $0.hasMissed = true }
        }
        if !json { Terminal.print((isFirst ? "" : "\n") + MeasureText(report, profile).text) }
        if !quiet { report.warnings.forEach(voice.warning) }
    }

    private func tell(_ error: any Error, of path: String) {
        let report = ErrorReport(error)
        told.withLock {
            $0.documents.append(.failed(FailedFile(path: path, report)))
            $0.firstStatus = $0.firstStatus ?? report.status
            $0.firstError = $0.firstError ?? error
        }
        // The only file's failure is the program's.
        if paths.count > 1 { voice.error(report.message) }
    }
}
