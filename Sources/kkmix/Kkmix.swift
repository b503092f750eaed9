internal import KKMixing

/// The command line: a folder per subcommand, no audio logic.
@main
enum Kkmix {
    static let version = "0.1.0"
    /// What decides whether a batch's output of before is what would be rendered now.
    static let engine = "\(version)+sound.\(SoundRevision.number)"

    /// In the order of the first page; those of `batch` have pages of their own.
    static let commands: [any Command.Type] = [
        Mix.self, Convert.self, Concat.self, Split.self, Compare.self, TestCommand.self, Review.self, Goldens.self,
        Bisect.self,
        Batch.self, BatchPlanCommand.self, BatchScriptCommand.self, BatchMergeCommand.self, Info.self, Tags.self,
        Measure.self,
        Plot.self, Graph.self, Formats.self,
        Units.self, Presets.self, Plugins.self, PluginsCheck.self, Statuses.self, Doctor.self,
    ]

    static let abstract = "Offline rendering and mixing of audio files."
    static let usage = "kkmix INPUT… -o OUTPUT [options] | kkmix COMMAND …"

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

    static let discussion = """
        \(examples)

        The output depends only on the contents of the inputs and on the options. For
        the options and track settings of a mix, see: kkmix mix --help
        """

    static func main() {
        ProcessSetup.prepare()
        let words = ProcessSetup.arguments
        guard let first = words.first else {
            Terminal.printError("\(usage)\n\n\(examples)\n\nFor more, see kkmix --help and kkmix mix --help.")
            Terminal.exit(ExitStatus.status(of: .usage))
        }
        do {
            try run(first, words)
            // Threads that read and write may still be there; they must not meet the ordinary end of a process, which takes
            // things down under them.
            Terminal.exit(0)
        } catch {
            ErrorReport(error, arguments: words).printAndExit()
        }
    }

    /// The names of the commands, or of those of one of them.
    static func names(of group: String?) -> [String] {
        let names = commands.map { $0.name }
        guard let group else { return names.filter { !$0.contains(" ") } }
        // `run` is what it does anyway.
        return ["run"] + names.filter { $0.hasPrefix("\(group) ") }.map { String($0.dropFirst(group.count + 1)) }
    }

    private static func run(_ first: String, _ words: [String]) throws {
        try CommandName.check(first, words)
        switch first {
        case "help": throw Answer(text: try page(words.dropFirst()))
        case "-h" where words.count == 1, "--help" where words.count == 1: throw Answer(text: firstPage)
        case ManualPage.option: throw Answer(text: try ManualPage(words).text)
        case _ where first.hasPrefix(Completions.option): throw Answer(text: try Completions(words).script)
        default: break
        }
        let (command, count) = command(words)
        if command == Batch.self, count == 1 { try CommandName.check(words.dropFirst().first, words, of: Batch.name) }
        try command.init(parsing: Array(words.dropFirst(count))).run()
    }

    /// The command that words begin with, and of how many it consists; a mix where they begin with none.
    private static func command(_ words: [String]) -> (any Command.Type, Int) {
        // Put together by hand: `joined` would look through all that the program's types conform to.
        let pair = words.count > 1 ? "\(words[0]) \(words[1])" : ""
        if let command = commands.first(where: { $0.name == pair }) { return (command, 2) }
        guard let command = commands.first(where: { $0.name == words[0] }) else { return (Mix.self, 0) }
        return (command, pair == "batch run" ? 2 : 1)
    }

    /// What `help` prints of a command, or of them all.
    private static func page(_ words: ArraySlice<String>) throws -> String {
        guard let first = words.first else { return firstPage }
        try CommandName.checkHelp(first)
        let (command, count) = command(Array(words))
        if count > 0, words.count > count { try CommandName.checkHelp(words.joined(separator: " ")) }
        return count == 0 ? firstPage : HelpPage(command).text
    }

    private static var firstPage: String {
        HelpPage(
            abstract: abstract, usage: usage, discussion: discussion,
            commands: commands.filter { !$0.name.contains(" ") }.map {
                ($0.name == Mix.name ? "\($0.name) (default)" : $0.name, $0.abstract)
            }
        ).text
    }
}
