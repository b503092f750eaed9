internal import KKMixing

/// The words of a case, read as the command line of a mix.
enum CaseWords {
    /// - Throws: `SessionError` for words that a mix would refuse, and for those that make no sense in a case.
    static func mix(of words: [String], for item: GoldenCase) throws -> CaseMix {
        let mix = try MixWords.read(words, in: "a case", reason: reason)
        guard !mix.given.inputs.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file")
        }
        return try CaseMix(
            mix.session { MixWords.exists($0, in: item.folder) }, container: mix.given["--format"],
            encoding: mix.given["--encoding"], settings: mix.given.encodingSettings())
    }

    /// Why a mix's option makes no sense in a case.
    private static func reason(_ option: String) -> String {
        switch option {
        case "--output": "the test names the output"
        case "--force", "--write-if-changed": "the test replaces its own files"
        case "--depfile", "--stems": "a case has one output"
        case "--progress": "a case shows no progress"
        case "--trace": "write 'trace: true' beside 'mix'"
        case "--dry-run", "--help", "--version": "a case has to be rendered"
        default: "kkmix test has it for all cases"
        }
    }
}
