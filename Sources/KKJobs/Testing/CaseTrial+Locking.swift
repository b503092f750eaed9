internal import KKFiles
internal import KKPCM
internal import KKSession

/// Goldens that are kept in a store: what each must be is in the lock, and nothing else is compared with.
extension CaseTrial {
    /// Whether a golden is the one that the lock names, or the lock names none. Where it is not, the case has failed,
    /// and no golden is written in this run: what is right is in the store.
    func isAsLocked(_ golden: GoldenFile, _ outcome: inout CaseOutcome) throws -> Bool {
        guard let lock = item.lock, golden.kind.isSound else { return true }
        // Until it is known.
        outcome.departsFromLock = true
        guard let line = try options.locks.lock(at: lock)[golden.lockedPath] else {
            outcome.departsFromLock = false
            return true
        }
        let pull = goldensCommand("pull")
        guard golden.path.exists else {
            outcome.fail(
                "the golden \(golden.name), which \(lock) names, is missing", nextStep: "\(pull) fetches it")
            outcome.isMissingGolden = true
            return false
        }
        if let problem = try line.problem(with: golden.path) {
            outcome.fail(
                "\(golden.name) is not the golden that \(lock) names: \(problem)", nextStep: "\(pull) restores it")
            return false
        }
        outcome.departsFromLock = false
        return true
    }

    /// A golden that no line names is on this machine alone.
    func requireLine(of golden: GoldenFile, _ outcome: inout CaseOutcome) throws {
        guard let lock = item.lock, golden.kind.isSound, golden.path.exists,
            try options.locks.lock(at: lock)[golden.lockedPath] == nil
        else { return }
        outcome.fail(
            "\(lock) has no line for \(golden.name)",
            nextStep: "\(goldensCommand("push")) adds it, and stores the golden")
    }

    /// Writes the line of a golden that was recorded.
    ///
    /// - Returns: what is left to do, for the outcome's line.
    func lock(_ golden: GoldenFile) throws -> String {
        guard let lock = item.lock, golden.kind.isSound else { return "" }
        let line = try GoldenLock.Line(golden)
        try options.locks.change(lock, temporaryFiles.part()) { $0[line.path] = line }
        return "; \(goldensCommand("push")) stores it"
    }

    private func goldensCommand(_ action: String) -> String {
        GoldenStore.command(action, runsPrograms: item.storeRunsPrograms, item.file)
    }
}
