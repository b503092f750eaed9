internal import ArgumentParser
internal import KKAudio

struct Statuses: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statuses",
        abstract: "Print the exit statuses, or end with one, for trying out scripts.",
        discussion: """
            Examples:
              kkmix statuses
              kkmix statuses temporary; echo $?
            """)

    @Argument(help: ArgumentHelp("A status' name: the program fails as such a failure would.", valueName: "name"))
    var name: String?

    @OptionGroup var common: CommonOptions

    func run() throws {
        guard let name else {
            Terminal.print(MarkdownTable.text(["status", "name", "meaning"], ExitStatus.table.map { [String($0.status), $0.name, $0.meaning] }))
            return
        }
        guard let row = ExitStatus.table.first(where: { $0.name == name }) else {
            throw SessionError(.usage, "'\(name)' is not the name of an exit status", nextStep: "kkmix statuses lists them")
        }
        if let kind = FailureKind(rawValue: name) {
            throw SessionError(kind, row.meaning, nextStep: "nothing is wrong: this failure was asked for")
        }
        throw ExitCode(row.status)
    }
}
