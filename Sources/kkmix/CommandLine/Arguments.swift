internal import KKMixing

/// What the words of a command line give, by the command's table.
///
/// An option is there once, with its value after it (`--rate 48000`) or in its own word (`--rate=48000`, and where the
/// table says so `-r48000`); short ones may share a dash (`-fn`); after `--` there are inputs alone.
struct Arguments {
    /// The words that no option took.
    var inputs: [String] = []
    private var given: [(name: String, value: String)] = []
    private let table: [Option]

    /// The same, of a command that takes paths alone.
    var files: [FilePath] { inputs.map { FilePath($0) } }

    subscript(_ name: String) -> String? { values(name).last }

    func path(_ name: String) -> FilePath? { self[name].map { FilePath($0) } }

    func has(_ name: String) -> Bool {
        assert(table.contains { $0.name == name }, "no row for \(name)")
        return given.contains { $0.name == name }
    }

    func values(_ name: String) -> [String] {
        assert(table.contains { $0.name == name }, "no row for \(name)")
        return given.lazy.filter { $0.name == name }.map(\.value)
    }

    init(parsing words: [String], of command: any Command.Type) throws {
        table = command.table
        var problems = ArgumentProblems(command, words)
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                inputs += words
                break
            }
            guard Self.isOption(word) else {
                inputs.append(word)
                continue
            }
            // By bytes: a sign with an accent upon it is another character, and the same sign to a shell.
            let sign = word.utf8.firstIndex(of: 0x3D)
            let name = word[..<(sign ?? word.endIndex)]
            if word.hasPrefix("---") || name == "-" || name == "--" { throw problems.usage("invalid option: \(word)") }
            // A value that is empty, as a variable that was never set makes it, is one: the next word is none.
            let joined = sign.map { String(word[word.utf8.index(after: $0)...]) }
            if let option = table.first(where: { $0.isCalled(name) }) {
                try take(option, as: String(name), joined, &words, &problems)
            } else if word.hasPrefix("--") || joined != nil {
                problems.unknown(String(name))
            } else {
                try takeEach(of: word, &words, &problems)
            }
        }
        try problems.check(self)
    }

    /// `-`, also with settings after it, and nothing at all are names of files.
    private static func isOption(_ word: String) -> Bool {
        word.utf8.first == 0x2D && word.utf8.count > 1 && !word.utf8.starts(with: "-::".utf8)
    }

    private mutating func take(
        _ option: Option, as name: String, _ joined: String?, _ words: inout ArraySlice<String>,
        _ problems: inout ArgumentProblems, in cluster: String? = nil
    ) throws {
        switch option.kind {
        case .input, .inputs: break
        case .flag:
            if let joined { throw problems.unwanted(joined, of: name) }
            given.append((option.name, ""))
        case .value:
            if !option.repeats, given.contains(where: { $0.name == option.name }) { problems.twice(option) }
            if let joined {
                given.append((option.name, joined))
            } else if let word = words.first, word != "--", option.takesDashes || !Self.isOption(word) {
                words.removeFirst()
                given.append((option.name, word))
                problems.check(word, of: option)
            } else {
                throw problems.missing(option, as: name, words.first, cluster)
            }
        case .list:
            var taken = joined.map { [$0] } ?? []
            while let word = words.first, !Self.isOption(word) {
                taken.append(word)
                words.removeFirst()
            }
            if taken.isEmpty { throw problems.missing(option, as: name, words.first, cluster) }
            given += taken.map { (option.name, $0) }
        }
    }

    /// `-fn`, `-r48000`, `-fo out.wav`
    private mutating func takeEach(
        of word: String, _ words: inout ArraySlice<String>, _ problems: inout ArgumentProblems
    ) throws {
        // By scalars: a letter with an accent upon it is another character, and no letter of the table.
        let letters = word.unicodeScalars.dropFirst()
        let options = letters.map { letter in table.first { $0.short == "-\(letter)" } }
        if let first = options.first, let first, first.joins {
            try problems.checkFile(word, as: first.short ?? first.name)
            return try take(
                first, as: first.short ?? first.name, String(String.UnicodeScalarView(letters.dropFirst())), &words,
                &problems)
        }
        let known = options.count { $0 != nil }
        for (letter, option) in zip(letters, options) {
            if let option {
                try take(
                    option, as: "-\(letter)", nil, &words, &problems, in: known < options.count ? word : nil)
            } else {
                problems.unknown(known > 0 ? "-\(letter)" : word, in: word)
            }
        }
    }
}
