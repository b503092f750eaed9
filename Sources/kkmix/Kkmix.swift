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
        if startsWithCommand(arguments) { run(Kkmix.self, arguments) } else { run(Mix.self, arguments) }
    }

    /// Whether the words name a command or ask for help. The others are a mix, which parses itself: building the tree of all
    /// commands first would take longer than mixing a short file.
    private static func startsWithCommand(_ arguments: [String]) -> Bool {
        guard let first = arguments.first else { return true }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        return names.contains(first) || ["help", "--help", "-h", "--version"].contains(first) || first.hasPrefix("--generate")
    }

    private static func run<Root: ParsableCommand>(_ root: Root.Type, _ arguments: [String]) {
        do {
            var command = try Root.parseAsRoot(arguments)
            try command.run()
        } catch {
            ErrorReport(error, of: Root.self, arguments: arguments).printAndExit()
        }
    }
}
