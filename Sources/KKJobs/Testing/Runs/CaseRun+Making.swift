public import KKAnalysis
public import KKFiles
internal import KKPCM
internal import KKSession

/// What is done with the sound of one case beside testing it.
extension CaseRun {
    /// Makes the sound of the run's single case and, for a mix, its trace.
    ///
    /// - Parameters:
    ///   - path: the output; an existing file is replaced.
    ///   - trace: the trace file; not written for other cases.
    ///   - tree: the revision that the case is of: what it names in the user's own files is taken from there.
    public func make(at path: FilePath, trace: FilePath, in tree: BaselineTree) throws {
        let trial = try onlyTrial(in: tree)
        defer { try? trial.logPath.removeFile() }
        _ = try trial.make(at: path, turn: 0, trace: trace)
    }

    /// Compares two sounds with the case's tolerance.
    public func compare(_ actual: FilePath, with reference: FilePath) throws -> Comparison {
        let trial = try onlyTrial()
        return try trial.comparison(of: actual, with: reference, tolerance: trial.item.tolerance)
    }

    /// The extension of its sound, without the dot.
    public func ending() throws -> String { try onlyTrial().ending }

    func onlyTrial(in tree: BaselineTree? = nil) throws -> CaseTrial {
        guard let (item, making) = cases.first, let making else {
            throw SessionError(.usage, "the case is skipped", nextStep: "remove 'skip' from it")
        }
        return CaseTrial(
            item, try tree?.moved(making, place: item.originPlace) ?? making, options: options,
            threadCount: options.threadCount,
            temporaryFiles: temporaryFiles)
    }
}
