internal import ArgumentParser
internal import KKMixing

/// The command line: one file per subcommand, no audio logic.
@main
struct Kkmix: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kkmix",
        abstract: "Offline rendering and mixing of audio files.",
        usage: usage,
        discussion: """
            \(examples)

            The output is a function of the inputs' bytes and the options, and of nothing
            else. A mix has its own page, with its options and track settings:
            kkmix mix --help
            """,
        version: version,
        subcommands: [
            Mix.self, Convert.self, Compare.self, TestCommand.self, Batch.self, Info.self, Measure.self, Plot.self,
            Graph.self, Formats.self, Presets.self,
            Statuses.self,
        ],
        defaultSubcommand: Mix.self)

    static let version = "0.1.0"
    /// What decides whether a batch's output of before is what would be rendered now.
    static let engine = "\(version)+sound.\(SoundRevision.number)"

    private static let usage = "kkmix INPUT… -o OUTPUT [options] | kkmix COMMAND …"

    private static let examples = """
        Examples:
          kkmix drums.wav bass.mp3 -o mix.wav
          kkmix voice.wav::at=1.5s,gain=-3dB music.mp3::fade-out=2s -o podcast.flac
          kkmix convert song.wav -o song.flac
          kkmix info song.mp3
          kkmix measure master.wav --profile ebu-r128
          kkmix batch jobs.csv --resume
          cat a.mp3 | kkmix - b.wav -o out.wav
        """

    static func main() {
        ProcessSetup.prepare()
        var arguments = ProcessSetup.arguments
        // The parser knows them as commands of their own.
        if arguments.count == 3, arguments.starts(with: ["help", "batch"]), batchNames.contains(arguments[2]) {
            arguments = ["batch", arguments[2], "--help"]
        }
        run(arguments)
    }

    private static func run(_ arguments: [String]) {
        if arguments.isEmpty {
            Terminal.printError("\(usage)\n\n\(examples)\n\nRead on in kkmix --help and kkmix mix --help.")
            Terminal.exit(ExitStatus.status(of: .usage))
        }
        if arguments[0] == "convert" {
            run(Convert.self, arguments) { try read(Convert.self, Array(arguments.dropFirst())) }
        } else if arguments[0] == "batch" {
            let words = Array(arguments.dropFirst(2))
            func parseList() throws -> any ParsableCommand {
                try UsageProblem.checkFirstWord(Array(arguments.dropFirst()), commands: batchNames, of: "kkmix batch")
                return try parse(Batch.self, Array(arguments.dropFirst()))
            }
            switch arguments.dropFirst().first {
            case "plan": run(BatchPlanCommand.self, arguments) { try parse(BatchPlanCommand.self, words) }
            case "script": run(BatchScriptCommand.self, arguments) { try parse(BatchScriptCommand.self, words) }
            case "merge": run(BatchMergeCommand.self, arguments) { try parse(BatchMergeCommand.self, words) }
            // That is what it does anyway.
            case "run": run(Batch.self, arguments) { try parse(Batch.self, words) }
            default: run(Batch.self, arguments) { try parseList() }
            }
        } else if startsWithCommand(arguments) {
            run(Kkmix.self, arguments) { try parse(Kkmix.self, arguments) }
        } else {
            run(Mix.self, arguments) { try read(Mix.self, arguments) }
        }
    }

    /// The help that applies to a command line.
    static func helpPage(_ arguments: [String]) -> String {
        guard let first = arguments.first, startsWithCommand(arguments) else { return "kkmix mix --help" }
        if first == "batch", let second = arguments.dropFirst().first, batchNames.contains(second), second != "run" {
            return "kkmix batch \(second) --help"
        }
        return commandNames.contains(first) ? "kkmix \(first) --help" : "kkmix --help"
    }

    /// Whether the words name a command or ask for help. The others are a mix, which parses itself, as a conversion
    /// does: building the tree of all commands first would take longer than mixing a short file.
    private static func startsWithCommand(_ arguments: [String]) -> Bool {
        guard let first = arguments.first else { return true }
        return commandNames.contains(first) || ["help", "--help", "-h", "--version"].contains(first)
            || first.hasPrefix("--generate")
    }

    // By name: to ask each command's configuration would make them all.
    private static let commandNames = [
        "mix", "convert", "compare", "test", "batch", "info", "measure", "plot", "graph", "formats", "presets",
        "statuses",
    ]

    private static let batchNames = ["run", "plan", "script", "merge"]

    private static func read<Root: PlainCommand>(_ root: Root.Type, _ words: [String]) throws -> any ParsableCommand {
        try Root(PlainWords(words)) ?? parse(root, words)
    }

    private static func parse<Root: ParsableCommand>(_ root: Root.Type, _ words: [String]) throws -> any ParsableCommand
    {
        let command = try Root.parseAsRoot(words)
        try UsageProblem.checkValues(words)
        return command
    }

    /// - Parameter read: makes the command from the words that are its own.
    private static func run<Root: ParsableCommand>(
        _ root: Root.Type, _ arguments: [String], read: () throws -> any ParsableCommand
    ) {
        do {
            try UsageProblem.checkFirstWord(arguments, commands: commandNames)
            try UsageProblem.checkHelp(arguments, commands: commandNames)
            var command = try read()
            try command.run()
            // Threads at the doors may still be there; they must not meet the ordinary end of a process, which takes
            // things down under them.
            Terminal.exit(0)
        } catch {
            ErrorReport(error, of: Root.self, arguments: arguments).printAndExit()
        }
    }
}
