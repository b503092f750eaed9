internal import KKMixing

struct Formats: Command {
    static let name = "formats"
    static let abstract = "Print the tables of what can be read and written."
    static let usage =
        "kkmix formats [--settings|--stimuli|--layouts|--notes] [options]\nkkmix formats --resampler|--documents [options]"
    static let discussion = """
        Examples:
          kkmix formats
          kkmix formats --settings
          kkmix formats --stimuli
          kkmix formats --layouts --json
          kkmix formats --notes
          kkmix formats --resampler
          kkmix formats --documents
        """

    static var options: [Option] { tables.map(\.option) }

    static var exclusions: [Exclusion] {
        [
            Exclusion(
                options.map(\.name),
                "--settings, --stimuli, --layouts, --notes, --resampler and --documents print different tables",
                nextStep: "ask for one at a time")
        ]
    }

    /// The tables that stand in place of the one of formats, each with its option.
    private static var tables: [(option: Option, text: () throws -> String, json: () throws -> String)] {
        [
            (
                Option("--settings", "Print the settings of a track."),
                { FormatTables.settings }, { JSONText.document("settings", SettingRow.all) }
            ),
            (
                Option("--stimuli", "Print the test sounds that can be used in place of a file, synth:…."),
                { FormatTables.stimuli }, { JSONText.document(StimuliDocument()) }
            ),
            (
                Option("--layouts", "Print how channels are mixed up and down."),
                { FormatTables.layouts },
                { JSONText.document("layouts", FormatTables.layoutPairs.map(LayoutPair.init)) }
            ),
            (
                Option("--notes", "Print where each format has tags, covers, chapters and loops."),
                { FormatTables.notes }, { JSONText.document("notes", NoteRow.all) }
            ),
            (
                Option("--resampler", "Print what the sample-rate converter's qualities keep and remove."),
                { FormatTables.resampler }, { JSONText.document("qualities", ResamplerRow.all) }
            ),
            (
                Option("--documents", "Print what every JSON document has; with --json as JSON Schemas."),
                { DocumentsPage.text(try DocumentKind.described()) },
                { JSONText.document("documents", try DocumentKind.described()) }
            ),
        ]
    }

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        guard let table = Self.tables.first(where: { given.has($0.option.name) }) else {
            return Terminal.print(common.json ? JSONText.document(FormatsDocument()) : FormatTables.text)
        }
        Terminal.print(try common.json ? table.json() : table.text())
    }
}
