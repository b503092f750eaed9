/// What kkmix does for one of its first words: a table of options, a page of help, and the work.
protocol Command: SendableMetatype {
    /// The words that call it, after `kkmix`.
    static var name: String { get }
    static var abstract: String { get }
    static var usage: String { get }
    /// What its page says below the abstract, wrapped by hand: examples first.
    static var discussion: String { get }
    static var options: [Option] { get }
    static var exclusions: [Exclusion] { get }

    var given: Arguments { get }
    init(given: Arguments)
    func run() throws
}

extension Command {
    static var exclusions: [Exclusion] { [] }

    static var ownTable: [Option] { options + CommonOptions.table }

    /// All rows, with those that every command has.
    static var table: [Option] { ownTable + Option.builtIn }

    /// - Throws: `Answer` if the words ask for help or the version, and `SessionError` for what the table lacks.
    init(parsing words: [String]) throws {
        self.init(given: try Arguments(parsing: words, of: Self.self))
    }

    /// What every command takes; see ``CommonOptions``.
    var common: CommonOptions { CommonOptions(given) }
}

extension Option {
    static let builtIn = [
        Option("--version", "Show the version.", isAlone: true),
        Option("-h, --help", "Show help information.", isAlone: true),
    ]
}

/// What was asked for in place of work.
struct Answer: Error {
    let text: String
}

/// Ends the program with a status, of which everything has been said.
struct ExitCode: Error {
    let status: Int32

    init(_ status: Int32) {
        self.status = status
    }
}
