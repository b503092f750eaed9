internal import ArgumentParser

/// The command line: one file per subcommand, no audio logic.
@main
struct Kkmix: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kkmix",
        abstract: "Offline rendering and mixing of audio files.",
        discussion: """
            Examples:
              kkmix drums.wav bass.mp3 -o mix.wav
              kkmix voice.wav::at=1.5s,gain=-3dB music.mp3::fade-out=2s -o podcast.flac
              kkmix info song.mp3
              cat a.mp3 | kkmix - b.wav -o out.wav

            The output is a function of the inputs' bytes and the options, and of nothing else.
            """,
        version: version,
        subcommands: [Mix.self, Info.self, Graph.self, Formats.self, Statuses.self],
        defaultSubcommand: Mix.self)

    static let version = "0.1.0"

    static func main() {
        ProcessSetup.prepare()
        let arguments = ProcessSetup.arguments
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            ErrorReport(error, arguments: arguments).printAndExit()
        }
    }
}
