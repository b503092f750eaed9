internal import KKFiles
internal import KKMath
internal import Synchronization

/// How much the results of a run may take, so that many cases cannot fill a disk: of a failed case for which there is no
/// room left, everything but its sounds is kept. The cases are asked in order, so it does not depend on the threads.
final class ResultsRoom: Sendable {
    private let byteCount: Int64
    private let taken = Mutex<Int64>(0)

    init(_ byteCount: Int64) {
        self.byteCount = byteCount
    }

    /// - Parameter sounds: the sounds that were kept of the case.
    func take(_ outcome: CaseOutcome, sounds: [FilePath]) -> CaseOutcome {
        let count = sounds.reduce(0) { $0 + ($1.isPlainFile ? $1.stamp?.byteCount ?? 0 : 0) }
        let fits = taken.withLock { taken in
            let fits = count <= byteCount - taken
            if fits { taken += count }
            return fits
        }
        if fits { return outcome }
        var outcome = outcome
        for path in sounds { try? path.removeFile() }
        (outcome.actualPath, outcome.residualPath, outcome.baselinePath) = (nil, nil, nil)
        outcome.warnings.append(
            "its sounds are not kept: the results of a run have at most \(groupedText(byteCount)) bytes of them")
        return outcome
    }
}
