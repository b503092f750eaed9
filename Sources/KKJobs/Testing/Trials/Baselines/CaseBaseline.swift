internal import KKPCM
public import KKSession

/// The source of sounds that replace goldens.
public enum CaseBaseline: Sendable {
    /// Another program: followed by the words of a mix and `-o FILE`, or instead of a case's own program.
    case command([String], seconds: Double)
    /// The same cases in another revision of the project.
    case tree(BaselineTree)

    /// - Throws: `usage` for an empty command or an open quote.
    public init(command text: String, seconds: Double) throws(SessionError) {
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
