internal import KKAnalysis
internal import KKFiles
internal import KKPCM

extension CaseTrial {
    /// Compares the render with a sound file.
    func compare(withSound path: String, _ outcome: inout CaseOutcome) throws {
        let same = try SmallFile.firstDifference(path, actualPath) == nil
        outcome.verdict = same ? .sameFile : .different
        if same { outcome.reason = "same file" } else { outcome.fail("different", nextStep: acceptStep) }
    }

    func mutate(_ sound: CaseSound, _ outcome: inout CaseOutcome) throws {}
}

extension Verdict {
    /// As a sentence has it.
    var words: String { rawValue }
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
