internal import ArgumentParser
internal import KKAudio

struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tell what is in a file.",
        discussion: """
            Examples:
              kkmix info song.mp3
              kkmix info --json *.wav

            Prints the container, both stream descriptions, the exact number of frames and where it came from, tags and markers.
            """)

    @Argument(help: ArgumentHelp("Audio files; '-' for standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Make damage inside a file an error.")
    var strict = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        var documents: [InfoDocument.File] = []
        var firstError: (any Error)?
        for (index, path) in files.enumerated() {
            do {
                let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: strict))
                documents.append(InfoDocument.File(path: path, reader))
                if !common.json {
                    if index > 0 { Terminal.print("") }
                    Terminal.print(InfoText(path: path, reader).text)
                    for warning in reader.warnings { common.warn(warning.description) }
                }
            } catch {
                guard files.count > 1 else { throw error }
                let report = ErrorReport(error)
                documents.append(InfoDocument.File(path: path, failed: report))
                Terminal.printError("kkmix: \(report.message)")
                firstError = firstError ?? ExitCode(report.status)
            }
        }
        if common.json { Terminal.print(JSONText.document(InfoDocument(files: documents))) }
        if let firstError { throw firstError }
    }
}
