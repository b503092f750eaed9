internal import KKPCM

extension Session {
    /// Whether a pass over the mix comes first that finds its level.
    var isLeveled: Bool { loudness != nil || normalize != nil }

    /// Refuses what a level that is asked for would undo, or be undone by.
    func checkLeveling() throws(SessionError) {
        guard isLeveled else { return }
        let option = loudness != nil ? "--loudness" : "--normalize"
        if loudness != nil, normalize != nil {
            throw SessionError(
                .usage, "--loudness and --normalize both set the level of the mix", nextStep: "keep one of them")
        }
        if gain != .unity {
            throw SessionError(
                .usage, "\(option) sets the level of the mix, and would undo --gain", nextStep: "leave one of them out")
        }
        if limit != nil {
            throw loudness != nil
                ? SessionError(
                    .usage, "--limit and --loudness both hold the peaks",
                    nextStep: "write the ceiling into --loudness: -16LUFS,tp=-1dBTP")
                : SessionError(
                    .usage, "--limit would change the level that --normalize sets", nextStep: "leave one of them out")
        }
        if onClip == .scale {
            throw SessionError(
                .usage, "--on-clip scale would undo \(option)",
                nextStep: loudness != nil
                    ? "write a ceiling into --loudness (-16LUFS,tp=-1dBTP), or use --on-clip limit"
                    : "lower the level, or use --on-clip limit")
        }
    }
}
