public import KKAnalysis
public import KKFiles
internal import KKPCM
internal import KKSession

/// What is done with the sound of one case beside testing it.
extension CaseRun {
    /// Makes the sound of the run's one case, and of a mix its trace.
    ///
    /// - Parameters:
    ///   - path: where it goes; a file that is there is replaced.
    ///   - trace: where the trace goes; nothing is written there of other cases.
    public func make(at path: FilePath, trace: FilePath) throws {
        let trial = try onlyTrial()
        defer { try? trial.logPath.removeFile() }
        _ = try trial.make(at: path, turn: 0, trace: trace)
    }

    /// Holds one sound against another, by the case's tolerance.
    public func compare(_ actual: FilePath, with reference: FilePath) throws -> Comparison {
        let trial = try onlyTrial()
        return try trial.comparison(of: actual, with: reference, tolerance: trial.item.tolerance)
    }

    /// What its sound's name ends in, without the dot.
    public func ending() throws -> String { try onlyTrial().ending }

    func onlyTrial() throws -> CaseTrial {
        guard let (item, making) = cases.first, let making else {
            throw SessionError(.usage, "the case is skipped", nextStep: "remove 'skip' from it")
        }
        return CaseTrial(
            item, making, options: options, threadCount: options.threadCount, temporaryFiles: temporaryFiles)
    }
}
