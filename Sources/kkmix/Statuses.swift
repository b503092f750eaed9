internal import KKMixing

struct Statuses: Command {
    static let name = "statuses"
    static let abstract = "Print the exit statuses, or exit with one, to test a script."
    static let usage = "kkmix statuses [NAME] [options]"
    static let discussion = """
        Examples:
          kkmix statuses
          kkmix statuses --json
          kkmix statuses temporary; echo $?

        With a NAME it only exits with that status, so that you can test a script.
        """

    static let options: [Option] =
        [
            Option.input(
                "name", "Name of a status; kkmix exits with its number, and does nothing else.", isRequired: false)
        ]

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        guard let name = given.inputs.first else {
            guard !common.json else { return Terminal.print(JSONText.document("statuses", ExitStatus.table)) }
            Terminal.print(
                MarkdownTable.text(
                    ["status", "name", "meaning"], ExitStatus.table.map { [String($0.status), $0.name, $0.meaning] }))
            return
        }
        guard let row = ExitStatus.table.first(where: { $0.name == name }) else {
            throw SessionError(
                .usage, "'\(name)' is not the name of an exit status", nextStep: "kkmix statuses lists them")
        }
        if let kind = FailureKind(rawValue: name) {
            throw SessionError(kind, row.meaning, nextStep: "nothing is wrong: you asked for this failure")
        }
        if common.json { Terminal.print(JSONText.document("statuses", [row])) }
        throw ExitCode(row.status)
    }
}
