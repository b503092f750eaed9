internal import ArgumentParser
internal import KKAudio

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

extension EQPreset {
    /// - Throws: `SessionError` for a name that no preset has, with those that may have been meant.
    init(parsing text: String) throws(SessionError) {
        if let preset = EQPreset(named: text) {
            self = preset
            return
        }
        let near = Self.near(text).map { "'\($0)'" }
        let last = near.last ?? ""
        let meant = near.count > 1 ? "\(near.dropLast().joined(separator: ", ")) or \(last)" : last
        throw SessionError(
            .usage, "'\(text)' is no preset of the equaliser",
            nextStep: near.isEmpty ? "kkmix presets lists them" : "did you mean \(meant)?")
    }

    /// At most three: those that have the text in them, or else those that are a slip away.
    private static func near(_ text: String) -> [String] {
        let word = text.lowercased().replacing(" ", with: "-").replacing("_", with: "-")
        let keywords = all.map(\.keyword)
        let containing = word.count > 2 ? keywords.filter { $0.contains(word) } : []
        if !containing.isEmpty { return Array(containing.prefix(3)) }
        let limit = max(1, word.count / 3)
        let slips = keywords.map { ($0, NearMiss.distance(word, $0)) }.filter { $0.1 <= limit }
        let least = slips.map(\.1).min()
        return slips.filter { $0.1 == least }.prefix(3).map(\.0)
    }
}

/// The gains of the bands, a preset a line.
enum PresetTable {
    static func text(_ presets: [EQPreset]) -> String {
        MarkdownTable.text(["preset", "Core Audio's name"] + EQPreset.frequencies.map(CurveAxis.hertzText), presets.map { preset in
            ["`\(preset.keyword)`", preset.name] + preset.gains.map(CurveAxis.gainText)
        })
    }
}
