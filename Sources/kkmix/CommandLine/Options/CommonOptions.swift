internal import KKMixing

/// What every command takes.
struct CommonOptions {
    static let table = [
        Option("--json", "Print one JSON document on standard output, also on failure.", isAlone: true),
        Option(
            "-q, --quiet",
            "Print no warnings, notices, progress or result line; what info, measure, graph, formats, units, presets, statuses and doctor are asked for, and which tests and jobs fail, still prints.",
            isAlone: true),
        Option(
            "-v, --verbose",
            "In a mix or a conversion, print every decision, and progress where there is no terminal; in a batch, every job; of a file, all that info knows.",
            isAlone: true),
        Option(
            "--color <auto|always|never>",
            "Colour in messages; auto is on a terminal without NO_COLOR (default: auto).",
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
