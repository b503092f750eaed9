internal import KKMixing

struct Presets: Command {
    static let name = "presets"
    static let abstract = "Print the presets of the iPod equaliser, with their curves."
    static let usage = "kkmix presets [NAME] [--table|--svg] [options]"
    static let discussion = """
        Examples:
          kkmix presets
          kkmix presets rock
          kkmix presets --table
          kkmix presets --svg > presets.svg
          kkmix presets spoken-word --json

        A curve is the unit's frequency response at 48 kHz. It is drawn in ASCII if the
        locale is not UTF-8.
        """

    static let options: [Option] =
        [
            .input("name", "Name of a preset, with either of its names (default: all).", isRequired: false),
            Option("--table", "Print a table of the gains of the ten bands."),
            Option("--svg", "Print the curves as an SVG picture."),
        ]

    static let exclusions = [
        Exclusion(["--table", "--svg", "--json"], "--table, --svg and --json all want standard output")
    ]

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        let table = given.has("--table"), svg = given.has("--svg")
        let chosen = try given.inputs.first.map { try EQPreset(parsing: $0) }
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
