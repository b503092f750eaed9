public import KKFiles

/// A program that is to be started: its words, and where its streams go.
public struct ProgramCall: Hashable, Sendable {
    /// The program, by name or by path, and its arguments.
    public var words: [String]
    /// Where it works; a path of the program's is from there.
    public var folder: FilePath
    /// Variables beside those of this process.
    public var variables: [ProgramVariable] = []
    /// Its standard input; `nil` is an empty one.
    public var input: FilePath?
    /// Its standard output; `nil` goes where ``log`` is.
    public var output: FilePath?
    /// Its standard error.
    public var log: FilePath
    /// A file that it is to write, and the most bytes that are wanted of it.
    public var result: ProgramResult?
    /// How long it may take.
    public var seconds: Int

    public init(_ words: [String], in folder: FilePath, log: FilePath, seconds: Int) {
        (self.words, self.folder, self.log, self.seconds) = (words, folder, log, seconds)
    }

    /// The same as a shell takes it, from the folder that this process works in.
    public var shellLine: String {
        let words = variables.map { "\($0.name)=\(ShellWord.quoted($0.value))" } + words.map(ShellWord.quoted)
        let redirection = input.map { " < \(ShellWord.path($0))" } ?? ""
        let here = FileSystem.currentFolder?.text ?? "/"
        if folder.text == here { return words.joined(separator: " ") + redirection }
        let place = folder.text.hasPrefix("\(here)/") ? FilePath(String(folder.text.dropFirst(here.count + 1))) : folder
        return "cd \(ShellWord.path(place)) && \(words.joined(separator: " "))\(redirection)"
    }
}

/// A file that a program is to write.
public struct ProgramResult: Hashable, Sendable {
    public var path: FilePath
    /// In bytes; a program that writes more is stopped.
    public var longest: Int64
}

/// A variable of a program's environment.
public struct ProgramVariable: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// How a program ended.
public enum ProgramEnding: Hashable, Sendable {
    case exited(status: Int32)
    case killed(signal: Int32)
    /// It was stopped, with all that it had started.
    case tookTooLong
    /// It was stopped because of what it wrote there, which is more than anybody needs.
    case saidTooMuch(String)
    /// The system's words.
    case notStarted(String)
}

/// Starts a program and waits for it, with what it starts; safe from several threads. This room starts none itself.
public protocol ProgramRunner: Sendable {
    func run(_ call: ProgramCall) -> ProgramEnding
}

extension ProgramEnding {
    /// What went wrong, for an error.
    ///
    /// - Parameter what: the program in a sentence: `the program`, `the baseline command`.
    package func problem(_ what: String, seconds: Int) -> String? {
        switch self {
        case .exited(0): nil
        case .exited(let status): "\(what) ended with status \(status)"
        case .killed(let signal): "\(what) was stopped by signal \(signal)"
        case .tookTooLong: "\(what) took longer than \(seconds) s and was stopped"
        case .saidTooMuch(let place): "\(what) wrote too much to \(place)"
        case .notStarted(let problem): "\(what) cannot be started (\(problem))"
        }
    }
}
