internal import KKMixing

/// What every command takes.
struct CommonOptions {
    static let table = [
        Option("--json", "Print one JSON document on standard output, even on failure.", isAlone: true),
        Option(
            "-q, --quiet",
            "Print no warnings, notices, progress or result lines. Failed tests and jobs, and what info, measure, graph, formats, units, presets, statuses and doctor show, are still printed.",
            isAlone: true),
        Option(
            "-v, --verbose",
            "Print more: every decision of a mix or conversion, and its progress without a terminal; every job of a batch; everything that info knows about a file.",
            isAlone: true),
        Option(
            "--color <auto|always|never>",
            "Colour in messages; auto colours them on a terminal, unless NO_COLOR is set (default: auto).",
            isAlone: true, isChoice: true),
    ]

    let json: Bool
    let quiet: Bool
    let verbose: Bool
    let color: String?

    init(_ given: Arguments) {
        json = given.has("--json")
        quiet = given.has("--quiet")
        verbose = given.has("--verbose")
        color = given["--color"]
    }

    /// - Throws: `SessionError` for a word that `--color` does not know.
    func voice() throws -> Voice {
        if let color { let _: ColorChoice = try Arguments.choice(color, of: "--color") }
        return Voice(color: color)
    }

    private enum ColorChoice: String, CaseIterable {
        case auto, always, never
    }

    /// Tells whoever left the shard to the engine that there is none: on many machines that is the same work many
    /// times.
    func tellUnsplit(shard: String?, count: Int, _ noun: String, _ voice: Voice) throws(SessionError) {
        guard shard == "auto", !quiet, try Shard.automatic(variable: Terminal.variable).engine == nil else { return }
        voice.note(
            "--shard auto: no shard variables are set; \(count == 1 ? "the one \(noun) runs" : "all \(count) \(noun)s run") here"
        )
    }
}
