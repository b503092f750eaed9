internal import ArgumentParser
internal import KKMixing

struct Presets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "Print the presets of the iPod equaliser, with their curves.",
        usage: "kkmix presets [NAME] [--table|--svg] [options]",
        discussion: """
            Examples:
              kkmix presets
              kkmix presets rock
              kkmix presets --table
              kkmix presets --svg > presets.svg
              kkmix presets spoken-word --json

            A curve is the unit's frequency response at 48 kHz. It is drawn in plain
            characters where the locale is not UTF-8.
            """)

    @Argument(help: ArgumentHelp("Name of a preset, in either spelling (default: all).", valueName: "name"))
    var name: String?

    @Flag(help: "Print the gains of the ten bands as a table instead.")
    var table = false

    @Flag(help: "Print the curves as a picture in SVG instead.")
    var svg = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        _ = try common.voice()
        if [table, svg, common.json].count(where: { $0 }) > 1 {
            throw SessionError(.usage, "--table, --svg and --json all want standard output", nextStep: "keep one")
        }
        let chosen = try name.map { try EQPreset(parsing: $0) }
        let presets = chosen.map { [$0] } ?? EQPreset.all
        if common.json {
            Terminal.print(JSONText.document(try PresetsDocument(presets)))
        } else if table {
            Terminal.print(PresetTable.text(presets))
        } else if svg {
            Terminal.print(try chosen.map(PresetPicture.one) ?? PresetPicture.all())
        } else {
            let pen: CurvePen = Terminal.isUTF8 ? .dots : .plain
            Terminal.print(try chosen.map { try PresetPage.one($0, pen) } ?? PresetPage.all(pen))
        }
    }
}
