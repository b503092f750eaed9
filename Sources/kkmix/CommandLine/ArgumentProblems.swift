internal import KKMixing

/// What is wrong with the words of a command line, in the voice of the other errors: one line, what, what next.
struct ArgumentProblems {
    private let command: any Command.Type
    private let words: [String]
    /// The first word that the table does not have, and what is wrong with words that it has: nobody hears of these
    /// where help was asked for.
    private var unknown: SessionError?
    private var slip: SessionError?
    /// Whether a letter that is not an option stands among short ones: then the word is none that asks for help,
    /// whatever letters it has besides. A shell's `*.wav` may have put it there.
    private var isWordUnclear = false

    init(_ command: any Command.Type, _ words: [String]) {
        (self.command, self.words) = (command, words)
    }

    func usage(_ problem: String, next: String? = nil) -> SessionError {
        SessionError(.usage, problem, nextStep: next ?? "see kkmix \(command.name) --help")
    }

    // MARK: What ends the reading

    func unwanted(_ value: String, of option: String) -> SessionError {
        usage("the option '\(option)' takes no value, but was given '\(value)'")
    }

    /// - Parameters:
    ///   - word: the one after the option, which it does not take.
    ///   - cluster: the letters that it stands among.
    func missing(_ option: Option, as name: String, _ word: String?, _ cluster: String?) -> SessionError {
        if let cluster {
            return usage(
                "unknown option '\(cluster)', or the value of its last letter is missing",
                next: Self.stepToFile(cluster))
        }
        if let word, let sign = word.utf8.dropFirst().first, (0x30...0x39).contains(sign) || sign == 0x2E {
            return usage(
                "the option '\(name)' takes no negative value, but was given '\(word)'",
                next: name == "--normalize" ? "write --normalize peak:\(word)" : nil)
        }
        return usage("the option '\(name)' needs a value: \(name) <\(option.value ?? "")>")
    }

    /// Refuses a word that would be an option with its value in the same word, and is a file's name:
    /// `-rock.wav`.
    func checkFile(_ word: String, as option: String) throws(SessionError) {
        guard FilePath(word).pathExtension != nil, let step = Self.stepToFile(word) else { return }
        throw usage("'\(word)' would be the option '\(option)', but it is also the name of a file", next: step)
    }

    /// How to name a file whose name begins as options do; `nil` if there is none.
    private static func stepToFile(_ word: String) -> String? {
        FilePath(word).exists ? "write ./\(word), or -- before the names" : nil
    }

    // MARK: What is reported at the end

    /// Which of the two was meant, nobody knows.
    mutating func twice(_ option: Option) {
        slip = slip ?? usage("the option '\(option.name)' is given twice", next: "keep one")
    }

    /// Refuses an option for the value of one that takes levels (`-3dB`), and with them any word.
    mutating func check(_ value: String, of option: Option) {
        guard option.takesDashes, Self.isOption(value) else { return }
        let wanted = option.value == "time" ? "a time: \(option.name) 1s" : "a value"
        slip =
            slip
            ?? usage(
                "the option '\(option.name)' needs \(wanted)", next: "'\(value)', the word after it, is an option")
    }

    /// `--force`, `-o`, `-r48000`; a level is a dash and a number, and -inf.
    private static func isOption(_ word: String) -> Bool {
        if word.hasPrefix("--") { return true }
        guard word.utf8.first == 0x2D, let letter = word.utf8.dropFirst().first else { return false }
        return (0x61...0x7A).contains(letter) && !word.hasPrefix("-inf")
    }

    /// - Parameter word: the one that it stands in.
    mutating func unknown(_ option: String, in word: String = "") {
        guard unknown == nil else { return }
        // Many other programs have it in place of --help.
        isWordUnclear = word.unicodeScalars.count > 2 && word != "-help"
        let file = Self.stepToFile(word.isEmpty ? option : word)
        let name = String(option.drop { $0 == "-" })
        func problem(_ next: String? = nil) -> SessionError { usage("unknown option '\(option)'", next: next) }
        if option.unicodeScalars.count == 2, word.unicodeScalars.count > 2 {
            unknown = usage("unknown option '\(option)' in '\(word)'", next: file)
        } else if let file {
            unknown = problem(file)
        } else if ["b", "vbr", "cbr", "abr"].contains(name),
            command.ownTable.contains(where: { $0.name == Option.bitRate.name })
        {
            unknown = problem("write --bitrate 128k, or for an MP3 vbr:2")
        } else if ["tag", "tags", "title", "artist", "album", "comment", "metadata"].contains(name) {
            unknown = problem("tags are set by kkmix tags, convert and mix: --tag title=…")
        } else if ["chapter", "chapters", "marker"].contains(name) {
            unknown = problem("chapters are set when the file is made: kkmix tags FILE --chapter 1:30='The talk'")
        } else if ["mix", "graph"].contains(command.name), ["trim", "cut"].contains(name) {
            let input = track(with: "from", true, behind: option)
            unknown = problem("the part of a file that is used is a setting of its track: \(input)=1s,to=3s")
        } else if ["mix", "graph"].contains(command.name),
            let setting = TrackSpec.settings.first(where: { $0.key == name })
        {
            let input = track(with: setting.key, setting.value.isEmpty, behind: option)
            unknown = problem("'\(name)' is a setting of a track: \(input)")
        } else {
            unknown = problem(meant(by: option).map { "did you mean '\($0)'?" })
        }
    }

    private func meant(by option: String) -> String? {
        let own = command.ownTable.filter { !$0.isInput }
        if let other = own.first(where: { $0.otherNames.contains(option) }) { return other.name }
        guard option.utf8.count > 2 else { return nil }
        let near = own.map { (name: $0.name, distance: NearMiss.distance(option, $0.name)) }
            .min { $0.distance < $1.distance }
        // Of a short word two letters are half of it: --trim is not a --tail.
        return near.flatMap { near in
            near.distance <= (option.utf8.count > 6 ? 2 : 1)
                || near.distance < 4 && near.name.hasPrefix(option) && option.utf8.count > 3 ? near.name : nil
        }
    }

    /// `bass.wav::pan=0.5`, with the first input and the value that stand in the words.
    private func track(with key: String, _ isFlag: Bool, behind option: String) -> String {
        let value = words.firstIndex { $0 == option }.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        let file =
            words.first { !$0.hasPrefix("-") && $0 != value && !$0.contains("::") && FilePath($0).isFile }
            ?? "PATH"
        return isFlag ? "\(file)::\(key)" : "\(file)::\(key)=\(value.flatMap { $0.hasPrefix("--") ? nil : $0 } ?? "…")"
    }

    /// - Throws: what the words as a whole come to, where that is not a work: help first, where it was asked for.
    func check(_ arguments: Arguments) throws {
        if isWordUnclear, let unknown { throw unknown }
        if arguments.has("--help") { throw Answer(text: HelpPage(command).text) }
        if arguments.has("--version") { throw Answer(text: Kkmix.version) }
        let inputs = command.options.filter(\.isInput)
        let required = inputs.filter { $0.kind == .input(isRequired: true) }
        if arguments.inputs.count < required.count {
            throw usage("missing expected argument '\(required[arguments.inputs.count].label)'")
        }
        if let unknown { throw unknown }
        let extra = inputs.contains { $0.kind == .inputs } ? [] : arguments.inputs.dropFirst(inputs.count)
        if let word = extra.first {
            throw usage(
                extra.count == 1
                    ? "unexpected argument '\(word)'"
                    : "\(extra.count) unexpected arguments: \(extra.map { "'\($0)'" }.joined(separator: ", "))")
        }
        if let slip { throw slip }
        for exclusion in command.exclusions { try exclusion.check(arguments) }
    }
}
