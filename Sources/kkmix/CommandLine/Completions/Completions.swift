internal import KKMixing

/// Scripts by which a shell completes the words of a command line: commands, options, the words that a value can be,
/// names of files, and the settings of a track after `::`. They hold every table, and ask the program for nothing.
struct Completions {
    /// `kkmix --generate-completion-script bash`; the shell's name may be after a sign of equality, and is that of
    /// `SHELL` where there is none.
    static let option = "--generate-completion-script"

    let script: String

    /// - Throws: `SessionError` for a shell that is none of these.
    init(_ words: [String]) throws(SessionError) {
        let joined = words[0].split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
        let named = joined ?? words.dropFirst().first
        let usual = Terminal.variable("SHELL")?.split(separator: "/").last.map(String.init)
        switch named ?? usual {
        case "bash": script = Self.bash
        case "zsh": script = Self.zsh
        case "fish": script = Self.fish
        default:
            let problem = named.map { "can't generate completion scripts for '\($0)'" }
            throw SessionError(
                .usage, problem ?? "can't autodetect a supported shell", nextStep: "see kkmix --help")
        }
    }

    static let commands = Kkmix.commands.map { (name: $0.name, rows: $0.table, abstract: $0.abstract) }

    /// A line for each command, those of two words first; at the end that of a mix, which needs no name.
    static func cases(_ line: ([Option]) -> String) -> String {
        let rows = commands.map { ($0.name, $0.rows.filter { !$0.isInput }) }
        let named = rows.filter { $0.0.contains(" ") } + rows.filter { !$0.0.contains(" ") }
        return (named.map { ("'\($0) '*", $1) } + [("*", rows[0].1)]).map { "    \($0)) \(line($1)) ;;" }
            .joined(separator: "\n")
    }

    static let names = Kkmix.names(of: nil).joined(separator: " ")
    static let batchNames = Kkmix.names(of: Batch.name).joined(separator: " ")
    /// The second words of commands that are called by two, or begin with one of several words: `pull|push`.
    static let secondNames =
        [(name: Batch.name, words: Kkmix.names(of: Batch.name))]
        + Kkmix.commands.compactMap { command in
            guard let first = command.options.first, first.isInput, first.name.contains("|"),
                !command.name.contains(" ")
            else { return nil }
            return (command.name, first.name.split(separator: "|").map(String.init))
        }

    // MARK: Words

    /// The lists of words that scripts have once, under a name.
    static let lists: [(name: String, words: [String])] = [
        ("formats", OutputFormat.all.map(\.container.rawValue)),
        (
            "encodings",
            Encoding.allCases.filter { encoding in OutputFormat.all.contains { $0.encodings.contains(encoding) } }.map(
                \.rawValue)
        ),
        ("layouts", ChannelLayout.named.map(\.name)),
        ("presets", EQPreset.all.map(\.keyword)),
        ("units", AudioComponent.all.filter(\.isForMixes).map(\.keyword)),
        ("settings", TrackSpec.settings.map { $0.key + ($0.value.isEmpty ? "" : "=") }),
    ]

    /// What can be set of each unit, with the sign of equality.
    static let parameters: [(unit: String, words: [String])] = AudioComponent.all.filter(\.isForMixes).map {
        ($0.keyword, UnitSpec.parameterKeywords(of: $0).map { "\($0)=" })
    }

    /// - Returns: `nil` for what is a file, a number or a text.
    static func values(of row: Option) -> Option.Completion? {
        row.isChoice ? .words(row.value?.split(separator: "|").map(String.init) ?? []) : row.completion?()
    }
}

extension Option {
    /// The beginning of its help, up to what explains it.
    var summary: String {
        let ends = [". ", ": ", "; ", " ("].compactMap { help.firstRange(of: $0)?.lowerBound }
        let text = help[..<(ends.min() ?? help.endIndex)]
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }
}
