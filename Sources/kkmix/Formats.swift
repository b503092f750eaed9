internal import ArgumentParser
internal import KKAudio

struct Formats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "Print the tables of what can be read and written.",
        discussion: """
            Examples:
              kkmix formats
              kkmix formats --json
            """)

    @Flag(help: "Print the settings of a track instead.")
    var settings = false

    @Flag(help: "Print how channels are mixed up and down instead.")
    var layouts = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        if settings {
            Terminal.print(FormatTables.settings)
        } else if layouts {
            Terminal.print(FormatTables.layouts)
        } else if common.json {
            Terminal.print(JSONText.document(FormatsDocument()))
        } else {
            Terminal.print(FormatTables.text)
        }
    }
}

private struct FormatsDocument: Encodable {
    var schema = 1
    var written = OutputFormat.all
    var read = InputFormats.table.map { Read(name: $0.name, reader: $0.reader, encodings: $0.encodings) }

    struct Read: Encodable {
        var name: String
        var reader: String
        var encodings: String
    }
}
