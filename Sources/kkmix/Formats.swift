internal import ArgumentParser
internal import KKAudio

struct Formats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "Print the tables of what can be read and written.",
        usage: "kkmix formats [--settings|--stimuli|--layouts|--resampler] [options]",
        discussion: """
            Examples:
              kkmix formats
              kkmix formats --settings
              kkmix formats --stimuli
              kkmix formats --layouts --json
              kkmix formats --resampler
            """)

    @Flag(help: "Print the settings of a track instead.")
    var settings = false

    @Flag(help: "Print the sounds that can stand where a file would, synth:…, instead.")
    var stimuli = false

    @Flag(help: "Print how channels are mixed up and down instead.")
    var layouts = false

    @Flag(help: "Print what the sample-rate converter's qualities keep and remove instead.")
    var resampler = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        _ = try common.voice()
        if [settings, stimuli, layouts, resampler].count(where: { $0 }) > 1 {
            throw SessionError(.usage, "--settings, --stimuli, --layouts and --resampler are tables of their own", nextStep: "ask for one at a time")
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
