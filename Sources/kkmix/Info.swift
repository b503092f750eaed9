internal import ArgumentParser
internal import KKAudio

struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tell what is in a file.",
        usage: "kkmix info FILE… [options]",
        discussion: """
            Examples:
              kkmix info song.mp3
              kkmix info --json *.wav

            Prints the container, both stream descriptions, the exact number of frames and where it came from, tags and markers.
            """)

    @Argument(help: ArgumentHelp("Audio files; '-' for standard input.", valueName: "file"))
    var files: [String] = []

    @Flag(help: "Make damage inside a file an error (otherwise a warning).")
    var strict = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        let voice = try common.voice()
        guard !files.isEmpty else {
            throw SessionError(.usage, "no file", nextStep: "name at least one, for example kkmix info song.mp3")
        }
        if common.json { ProcessSetup.removeOnSignal(TemporaryFiles(), json: true) }
        var documents: [InfoDocument.File] = []
        var firstError: (any Error)?
        for (index, path) in files.enumerated() {
            do {
                try Self.checkForSettings(path)
                let reader = try AudioFileReader(path: path, options: ReaderOptions(strict: strict))
                documents.append(InfoDocument.File(path: path, reader))
                if !common.json {
                    if index > 0 { Terminal.print("") }
                    Terminal.print(InfoText(path: path, reader).text)
                    if !common.quiet { for warning in reader.warnings { voice.warning(warning.description) } }
                }
            } catch {
                guard files.count > 1 else { throw error }
                let report = ErrorReport(error)
                documents.append(InfoDocument.File(path: path, failed: report))
                voice.error(report.message)
                firstError = firstError ?? ExitCode(report.status)
            }
        }
        if common.json { Terminal.print(JSONText.document(InfoDocument(files: documents))) }
        if let firstError { throw firstError }
    }

    /// The form that a mix knows would only be a missing file here.
    private static func checkForSettings(_ path: String) throws {
        guard path.contains("::"), !FileSystem.exists(path) else { return }
        let file = try? TrackSpec(parsing: path, exists: FileSystem.exists).path
        throw SessionError(.usage, "info takes no track settings", place: path, nextStep: "write \(file.map { "kkmix info \($0)" } ?? "the path alone")")
    }
}
