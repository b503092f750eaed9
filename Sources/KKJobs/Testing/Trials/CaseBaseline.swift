internal import KKPCM
public import KKSession

/// What makes the sounds that stand in place of goldens.
public enum CaseBaseline: Sendable {
    /// Another program: with the words of a mix and `-o FILE` after it, or in place of a case's own program.
    case command([String], seconds: Int)
    /// The same cases in another revision of the project.
    case tree(BaselineTree)

    /// - Throws: `usage` for no word at all, or a quote that does not end.
    public init(command text: String, seconds: Int) throws(SessionError) {
        let words: [String]
        do {
            words = try CommandWords(text).words
        } catch {
            throw SessionError(.usage, "--baseline-command: \(error.problem)", nextStep: error.nextStep)
        }
        guard !words.isEmpty else {
            throw SessionError(
                .usage, "--baseline-command is empty",
                nextStep: "write its path, with options where it needs some")
        }
        self = .command(words, seconds: seconds)
    }
}
