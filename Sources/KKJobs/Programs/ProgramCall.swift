public import KKFiles
internal import KKSession

/// A program to start: its words and its streams.
public struct ProgramCall: Hashable, Sendable {
    /// The program, by name or by path, and its arguments.
    public var words: [String]
    /// Its working folder; a relative path of the program is relative to it.
    public var folder: FilePath
    /// Variables in addition to those of this process.
    public var variables: [ProgramVariable] = []
    /// Its standard input; `nil` for an empty one.
    public var input: FilePath?
    /// Its standard output; `nil` for ``log``.
    public var output: FilePath?
    /// Its standard error.
    public var log: FilePath
    /// The file that it must write, and its maximum size.
    public var result: ProgramResult?
    /// The time limit in seconds.
    public var seconds: Double

    public init(_ words: [String], in folder: FilePath, log: FilePath, seconds: Double) {
        (self.words, self.folder, self.log, self.seconds) = (words, folder, log, seconds)
    }

    /// The same as a shell command, relative to the working folder.
    public var shellLine: String {
        let words = variables.map { "\($0.name)=\(ShellWord.quoted($0.value))" } + words.map(ShellWord.quoted)
        let redirection = input.map { " < \(ShellWord.path($0))" } ?? ""
        let here = FileSystem.currentFolder?.text ?? "/"
        if folder.text == here { return words.joined(separator: " ") + redirection }
        let place = folder.text.hasPrefix("\(here)/") ? FilePath(String(folder.text.dropFirst(here.count + 1))) : folder
        return "cd \(ShellWord.path(place)) && \(words.joined(separator: " "))\(redirection)"
    }
}

/// A file that a program must write.
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
    /// It was stopped, with all its child processes.
    case tookTooLong
    /// It was stopped because its output there was too large.
    case saidTooMuch(String)
    /// The system's message.
    case notStarted(String)
}

/// Starts a program and waits for it and its child processes; thread-safe. KKJobs itself starts no programs.
public protocol ProgramRunner: Sendable {
    func run(_ call: ProgramCall) -> ProgramEnding
}

extension ProgramEnding {
    /// What went wrong, for an error.
    ///
    /// - Parameter what: the program in a sentence: `the program`, `the baseline command`.
    package func problem(_ what: String, seconds: Double) -> String? {
        switch self {
        case .exited(0): nil
        case .exited(let status): "\(what) ended with status \(status)"
        case .killed(let signal): "\(what) was stopped by signal \(signal)"
        case .tookTooLong: "\(what) took longer than \(TimeLimit.text(seconds)) and was stopped"
        case .saidTooMuch(let place): "\(what) wrote too much to \(place)"
        case .notStarted(let problem): "\(what) cannot be started (\(problem))"
        }
    }
}
