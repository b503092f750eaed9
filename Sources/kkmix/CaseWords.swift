internal import KKAudio

/// The words of a case, read as the command line of a mix.
enum CaseWords {
    /// What a mix has and a case has not, and why.
    private static let refused: [(names: [String], reason: String)] = [
        (["-o", "--output"], "the test names the output"),
        (["-f", "--force"], "the test replaces its own files"),
        (["--write-if-changed"], "the test replaces its own files"),
        (["--depfile"], "a case has one output"),
        (["-n", "--dry-run"], "a case has to be rendered"),
        (["-j", "--jobs"], "kkmix test has it for all cases"),
        (["--json"], "kkmix test has it for all cases"),
        (["-q", "--quiet"], "kkmix test has it for all cases"),
        (["-v", "--verbose"], "kkmix test has it for all cases"),
        (["--color"], "kkmix test has it for all cases"),
        (["--progress"], "a case shows none"),
        (["--stems"], "a case has one output"),
        (["--trace"], "write 'trace: true' beside 'mix'"),
        (["-h", "--help"], "a case has to be rendered"),
        (["--version"], "a case has to be rendered"),
    ]

    /// - Throws: `SessionError` for words that a mix would refuse, and for those that make no sense in a case.
    static func mix(of item: GoldenCase) throws -> CaseMix {
        let mix = try MixWords.read(item.words, refused: refused, in: "a case")
        guard !mix.mix.inputs.isEmpty else { throw SessionError(.usage, "no input", nextStep: "name at least one audio file") }
        return CaseMix(try mix.session { MixWords.exists($0, in: item.folder) }, container: mix.format, encoding: mix.encoding)
    }
}
