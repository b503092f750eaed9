internal import ArgumentParser
internal import KKAudio

struct Formats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "Print the tables of what can be read and written.",
        usage: "kkmix formats [--settings|--layouts] [options]",
        discussion: """
            Examples:
              kkmix formats
              kkmix formats --settings
              kkmix formats --layouts --json
            """)

    @Flag(help: "Print the settings of a track instead.")
    var settings = false

    @Flag(help: "Print how channels are mixed up and down instead.")
    var layouts = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        _ = try common.voice()
        if settings && layouts {
            throw SessionError(.usage, "--settings and --layouts are two tables", nextStep: "ask for one at a time")
        }
        let text =
            switch (settings, layouts) {
            case (true, _): common.json ? JSONText.document(SettingsDocument()) : FormatTables.settings
            case (_, true): common.json ? JSONText.document(LayoutsDocument()) : FormatTables.layouts
            default: common.json ? JSONText.document(FormatsDocument()) : FormatTables.text
            }
        Terminal.print(text)
    }
}
