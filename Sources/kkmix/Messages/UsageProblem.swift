internal import KKMixing

/// What the parser says about the words of a command line, in the voice of the other errors: one line, what, what next.
enum UsageProblem {
    /// - Parameters:
    ///   - said: the parser's message.
    ///   - page: the command that prints the help that applies.
    ///   - arguments: the words that were parsed.
    static func text(_ said: String, page: String, arguments: [String]) -> String {
        let lines = said.split(whereSeparator: \.isNewline)
        let line = lines.first.map(String.init) ?? "the command line cannot be read"
        let quoted = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter {
            $0.offset % 2 == 1
        }.map { String($0.element) }
        let see = "; see \(page)"
        guard let first = quoted.first else { return plain(line) + see }
        // A cluster such as -nfo, of which the last letter may want a value.
        if line.hasPrefix("Unknown option"), lines.count > 1 {
            return "unknown option '\(first)', or its last letter lacks its value\(see)"
        }
        if line.hasPrefix("Unknown option") {
            // -output is taken for -o -u -t …, and only -u is named.
            let cluster = arguments.first {
                $0.utf8.count > 2 && first.utf8.count == 2 && $0.hasPrefix("-") && !$0.hasPrefix("--")
                    && $0.contains(first.dropFirst())
            }
            if let cluster { return "unknown option '\(first)' in '\(cluster)'\(see)" }
            return unknown(first, guess: quoted.dropFirst().first, see, arguments)
        }
        if line.hasPrefix("Missing value for") {
            if let given = negative(behind: first, arguments) {
                return "the option '\(given.option)' takes no negative value, but was given '\(given.value)'\(see)"
            }
            return "the option '\(first.prefix { $0 != " " })' needs a value: \(first)\(see)"
        }
        if line.hasPrefix("The option"), quoted.count == 2 {
            return "the option '\(first)' takes no value, but was given '\(quoted[1])'\(see)"
        }
        return plain(line) + see
    }

    /// A value that was given and begins like an option: `-r -48000`. Options whose values may be negative have the
    /// parser take it.
    ///
    /// - Parameter form: what the parser says is missing: `-r <hertz>`.
    private static func negative(behind form: String, _ arguments: [String]) -> (option: String, value: String)? {
        let option = String(form.prefix { $0 != " " })
        guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else { return nil }
        let value = arguments[place + 1]
        guard let digit = value.utf8.dropFirst().first, (0x30...0x39).contains(digit) || digit == 0x2E else {
            return nil
        }
        return (option, value)
    }

    private static func unknown(_ option: String, guess: String?, _ see: String, _ arguments: [String]) -> String {
        let name = String(option.drop { $0 == "-" })
        if ["b", "bitrate", "bit-rate", "quality", "vbr", "cbr"].contains(name) {
            return "unknown option '\(option)'; the bit rates of codecs are fixed, and kkmix formats has the codecs"
        }
        if ["tag", "tags", "title", "artist", "album", "comment", "metadata"].contains(name) {
            return "unknown option '\(option)'; this version writes no tags"
        }
        if see.hasSuffix(" kkmix mix --help") || see.hasSuffix(" kkmix graph --help"),
            let setting = TrackSpec.settings.first(where: { $0.key == name })
        {
            return
                "unknown option '\(option)'; '\(name)' is a setting of a track: \(track(with: setting.key, setting.value.isEmpty, behind: option, arguments))"
        }
        // The parser's guesses reach far.
        if let guess, NearMiss.distance(option, guess) <= 2 || guess.hasPrefix(option) && option.utf8.count > 3 {
            return "unknown option '\(option)'; did you mean '\(guess)'?"
        }
        let mix = [
            "--volume": "--gain", "--duration": "--length", "--normalize": "--loudness", "--norm": "--loudness",
            "--equalizer": "--eq",
        ]
        let both = [
            "--sample-rate": "--rate", "--samplerate": "--rate", "--overwrite": "--force", "-y": "-f",
            "--bits": "--encoding", "--codec": "--encoding",
            "--threads": "--jobs", "--out": "--output",
        ]
        let isMix = see.hasSuffix(" kkmix mix --help"), isConversion = see.hasSuffix(" kkmix convert --help")
        if let meant = (isMix ? mix[option] : nil) ?? (isMix || isConversion ? both[option] : nil) {
            return "unknown option '\(option)'; did you mean '\(meant)'?"
        }
        return "unknown option '\(option)'\(see)"
    }

    /// `bass.wav::pan=0.5`, with the first input and the value that stand in the words.
    private static func track(with key: String, _ isFlag: Bool, behind option: String, _ arguments: [String]) -> String
    {
        let value = arguments.firstIndex { $0 == option }.flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
        let file =
            arguments.first { !$0.hasPrefix("-") && $0 != value && !$0.contains("::") && FileSystem.isFile($0) }
            ?? "PATH"
        return isFlag ? "\(file)::\(key)" : "\(file)::\(key)=\(value.flatMap { $0.hasPrefix("--") ? nil : $0 } ?? "…")"
    }

    /// The parser's own sentence, begun and ended like ours.
    private static func plain(_ line: String) -> String {
        let text = line.hasSuffix(".") ? String(line.dropLast()) : line
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Commands that kkmix will have.
    private static let absentCommands = [
        "render", "doctor", "tags", "split", "concat", "review", "goldens", "bisect", "units", "plugins",
    ]

    /// Refuses a first word that is meant as a command and is none. A word that names a file is an input.
    static func checkFirstWord(
        _ arguments: [String], commands: [String], of program: String = "kkmix"
    ) throws(SessionError) {
        guard let word = arguments.first, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return }
        if program == "kkmix", absentCommands.contains(word), !FileSystem.exists(word) {
            throw SessionError(
                .usage, "the command '\(word)' is not in this version", nextStep: "kkmix --help lists the commands")
        }
        if let near = NearMiss.of(word, among: commands), near != word, !FileSystem.exists(word) {
            throw SessionError(
                .usage, "'\(word)' is neither a command nor a file", nextStep: "did you mean '\(program) \(near)'?")
        }
        // With an output it is a mix, whose input is missing.
        let hasOutput = arguments.contains { $0 == "-o" || $0.hasPrefix("--output") }
        if program == "kkmix", !hasOutput, !commands.contains(word), word != "help", !FileSystem.exists(word) {
            throw SessionError(
                .usage, "'\(word)' is neither a command nor a file",
                nextStep: "the commands are \(commands.joined(separator: ", "))")
        }
    }

    /// Refuses `kkmix help WORD` for a word that is no command: the parser would show the general help as if that were
    /// what was asked for.
    static func checkHelp(_ arguments: [String], commands: [String]) throws(SessionError) {
        guard arguments.first == "help", let word = arguments.dropFirst().first, !word.hasPrefix("-"),
            !commands.contains(word)
        else { return }
        if absentCommands.contains(word) {
            throw SessionError(
                .usage, "the command '\(word)' is not in this version", nextStep: "kkmix --help lists the commands")
        }
        let near = NearMiss.of(word, among: commands)
        throw SessionError(
            .usage, "there is no command '\(word)'",
            nextStep: near.map { "did you mean 'kkmix help \($0)'?" }
                ?? "the commands are \(commands.joined(separator: ", "))")
    }

    /// Refuses an option with a value that comes twice: which one was meant, nobody knows; and one that has the next
    /// option for its value, as one that takes levels (`-3dB`) would. The words have been parsed already.
    static func checkValues(_ arguments: [String]) throws(SessionError) {
        var seen: [String] = []
        var words = arguments.prefix { $0 != "--" }.makeIterator()
        while let word = words.next() {
            guard word.utf8.first == 0x2D, let option = valuedOption(word) else { continue }
            if option == word || word.utf8.count == 2, let value = words.next(), takesDashes(option), isOption(value) {
                let wanted =
                    ["--align", "--max-lag", "--max-length"].contains(option) ? "a time: \(option) 1s" : "a value"
                throw SessionError(
                    .usage, "the option '\(option)' needs \(wanted)",
                    nextStep: "'\(value)', the word behind it, is an option")
            }
            if seen.contains(option) {
                throw SessionError(.usage, "the option '\(option)' is there twice", nextStep: "keep one")
            }
            seen.append(option)
        }
    }

    /// `--force`, `-o`, `-r48000`; a level is a dash and a number, and -inf.
    private static func isOption(_ word: String) -> Bool {
        if word.hasPrefix("--") { return true }
        guard word.utf8.first == 0x2D, let letter = word.utf8.dropFirst().first else { return false }
        return (0x61...0x7A).contains(letter) && !word.hasPrefix("-inf")
    }

    /// Whether the parser gives an option any word for its value, as -3dB begins with a dash. Of the others it sees
    /// itself that they lack theirs, and `formats` has a flag by the name of one.
    private static func takesDashes(_ option: String) -> Bool {
        option.hasPrefix("--max-")
            || ["--gain", "--limit", "--loudness", "--seed", "--jobs", "--channel-map", "--align"].contains(option)
    }

    /// The long name of an option with a value, however it is written: `-r 48000`, `-r48000`, `--rate 48000`,
    /// `--rate=48000`.
    private static func valuedOption(_ word: String) -> String? {
        if word.hasPrefix("--") {
            let name = String(word.prefix { $0 != "=" })
            return valuedOptions.contains(name) ? name : nil
        }
        switch word.utf8.dropFirst().first {
        case 0x63: return "--channels"
        case 0x6A: return "--jobs"
        case 0x6F where word.utf8.count == 2: return "--output"
        case 0x72: return "--rate"
        default: return nil
        }
    }

    private static let valuedOptions = [
        "--rate", "--channels", "--channel-map", "--length", "--gain", "--on-clip", "--dither", "--seed", "--eq",
        "--limit", "--tail",
        "--resampler", "--max-frames", "--output", "--format", "--loudness", "--stems", "--trace", "--encoding",
        "--jobs", "--progress", "--color",
        "--size", "--from", "--to", "--for", "--tolerance", "--max-lsb", "--max-peak", "--max-rms", "--max-relative",
        "--max-weighted",
        "--max-loudness", "--max-loudness-range", "--max-true-peak", "--max-third-octave", "--max-treble",
        "--max-level",
        "--max-dropout", "--max-burst", "--max-length", "--align", "--max-lag", "--residual",
        "--profile", "--plot",
        "--update", "--filter", "--shard", "--shards", "--cpus", "--at-once", "--time", "--reports", "--program",
        "--repeat", "--baseline-command", "--baseline-timeout", "--results", "--html", "--junit",
        "--depfile", "--cache", "--state", "--report",
    ]
}
