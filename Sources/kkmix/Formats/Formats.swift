internal import ArgumentParser
internal import KKMixing

struct Formats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "Print the tables of what can be read and written.",
        usage:
            "kkmix formats [--settings|--stimuli|--layouts|--resampler] [options]\nkkmix formats --documents [options]",
        discussion: """
            Examples:
              kkmix formats
              kkmix formats --settings
              kkmix formats --stimuli
              kkmix formats --layouts --json
              kkmix formats --resampler
              kkmix formats --documents
            """)

    @Flag(help: "Print the settings of a track instead.")
    var settings = false

    @Flag(help: "Print the sounds that can stand where a file would, synth:…, instead.")
    var stimuli = false

    @Flag(help: "Print how channels are mixed up and down instead.")
    var layouts = false

    @Flag(help: "Print what the sample-rate converter's qualities keep and remove instead.")
    var resampler = false

    @Flag(help: "Print what every JSON document has instead; with --json as JSON Schemas.")
    var documents = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        _ = try common.voice()
        if [settings, stimuli, layouts, resampler, documents].count(where: { $0 }) > 1 {
            throw SessionError(
                .usage, "--settings, --stimuli, --layouts, --resampler and --documents are tables of their own",
                nextStep: "ask for one at a time")
        }
        if documents {
            let described = try DocumentKind.described()
            return Terminal.print(
                common.json ? JSONText.document(DocumentsDocument(described)) : DocumentsPage.text(described))
        }
        let text =
            switch (settings, stimuli, layouts, resampler) {
            case (true, _, _, _): common.json ? JSONText.document(SettingsDocument()) : FormatTables.settings
            case (_, true, _, _): common.json ? JSONText.document(StimuliDocument()) : FormatTables.stimuli
            case (_, _, true, _): common.json ? JSONText.document(LayoutsDocument()) : FormatTables.layouts
            case (_, _, _, true): common.json ? JSONText.document(ResamplerDocument()) : FormatTables.resampler
            default: common.json ? JSONText.document(FormatsDocument()) : FormatTables.text
            }
        Terminal.print(text)
    }
}
