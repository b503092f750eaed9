public import KKFiles
internal import KKPCM
internal import KKSession

/// The origin of a case's sound.
public enum CaseOrigin: Hashable, Sendable {
    /// The words of a mix's command line, without an output.
    case mix([String])
    /// A program that writes it.
    case program(CaseProgram)
    /// An existing file.
    case file(CaseFile)

    /// The program, if there is one.
    public var program: CaseProgram? {
        if case .program(let program) = self { program } else { nil }
    }
}

/// A sound file that exists before the test runs.
public struct CaseFile: Hashable, Sendable {
    /// Relative to the working folder.
    public var path: FilePath
    /// Its format, if it has no header.
    public var raw: RawFormat?
}

/// A program that makes a case's sound, from its manifest.
public struct CaseProgram: Hashable, Sendable {
    public enum Line: Hashable, Sendable {
        /// Started directly.
        case words([String])
        /// Given to `/bin/sh -c`.
        case shell(String)
    }

    public var line: Line
    /// Variables in addition to those of this process, in manifest order.
    public var variables: [ProgramVariable] = []
    /// Its working folder, relative to that of this process; empty for the same.
    public var folder: FilePath
    /// Its standard input.
    public var input: FilePath?
    public var seconds = Self.standardSeconds
    /// The value of `{seed}` in ``Placeholders``.
    public var seed = "0"
    /// The extension of its output, without the dot.
    public var ending = "wav"
    /// Whether it writes the sound to its standard output.
    public var usesStandardOutput = false
    /// The format of its output, if it has no header.
    public var raw: RawFormat?

    public static let standardSeconds = 600.0
    /// In bytes, of a mix, too: a WAV holds no more.
    static let longestSound: Int64 = 1 << 32

    /// The program's name, for messages.
    public var name: String {
        switch line {
        case .words(let words): words.first ?? ""
        case .shell: "sh"
        }
    }

    /// The command, for the user to decide whether it may be run.
    public var text: String {
        switch line {
        case .words(let words):
            // Braces that stand for something are easier to read without quotes.
            words.map { $0.hasSuffix("}") && $0.hasPrefix("{") ? $0 : ShellWord.quoted($0) }.joined(separator: " ")
        case .shell(let line): line
        }
    }

    /// The same with where it works, its variables and its standard input.
    public var wholeText: String {
        var start = text
        if case .shell(let line) = line, !variables.isEmpty || input != nil {
            start = "sh -c \(ShellWord.quoted(line))"
        }
        let words = variables.map { "\($0.name)=\(ShellWord.quoted($0.value))" } + [start]
        let place = folder.isEmpty ? "" : "cd \(ShellWord.path(folder)) && "
        return place + words.joined(separator: " ") + (input.map { " < \(ShellWord.path($0.absolute))" } ?? "")
    }

    /// Everything that may be the name of a file that it reads.
    var namedWords: [String] {
        switch line {
        case .words(let words): words
        case .shell(let line): line.split(whereSeparator: \.isWhitespace).map(String.init)
        }
    }

    /// What is started for a case.
    ///
    /// - Parameters:
    ///   - folder: the manifest's, from the root.
    ///   - output: the file that it is to write, from the root.
    func call(for name: String, in folder: FilePath, output: FilePath, log: FilePath) -> ProgramCall {
        var call = call(Placeholders(values: [output.text, name, folder.text, seed]), log: log)
        if usesStandardOutput { call.output = output }
        call.result = ProgramResult(path: output, longest: Self.longestSound)
        return call
    }

    /// What is started with these values in its words.
    func call(_ places: Placeholders, log: FilePath) -> ProgramCall {
        let words =
            switch line {
            case .words(let words): words.map { places.filled($0) }
            case .shell(let line): ["/bin/sh", "-c", Placeholders.filled(shellLine: line, names: places.names)]
            }
        var call = ProgramCall(words, in: self.folder.orHere.absolute, log: log, seconds: seconds)
        call.variables = places.variables + variables.map { ProgramVariable($0.name, places.filled($0.value)) }
        call.input = input?.absolute
        return call
    }

    /// The same with another program in place of its own: of its first word, or of an interpreter and its script, unless
    /// `words` is another interpreter.
    ///
    /// - Throws: `badSession` for a line of a shell, in which nobody knows which word is the program.
    func replacing(programWith words: [String]) throws(SessionError) -> CaseProgram {
        guard case .words(let own) = line else {
            throw SessionError(
                .badSession, "a baseline command replaces the program, but this case has a shell line",
                nextStep: "write 'command' without 'shell: true', or use --baseline REVISION")
        }
        var program = self
        let runsScript = Self.isInterpreter(own[0]) && own.count > 1 && !own[1].hasPrefix("-")
        let keepsScript = words.count == 1 && Self.isInterpreter(words[0])
        program.line = .words(words + own.dropFirst(runsScript && !keepsScript ? 2 : 1))
        return program
    }

    /// Whether a program's next word is what it runs: `python3`, `/bin/sh`, `node18`.
    private static func isInterpreter(_ word: String) -> Bool {
        let name = word.split(separator: "/").last ?? ""
        let bare = name.prefix { !$0.isNumber && $0 != "." }
        return [
            "bash", "bun", "dash", "deno", "julia", "lua", "luajit", "node", "octave", "perl", "php", "pypy", "python",
            "ruby", "Rscript", "sh", "tclsh", "zsh",
        ].contains(String(bare))
    }
}
