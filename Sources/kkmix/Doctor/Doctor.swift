internal import KKMixing

struct Doctor: Command {
    static let name = "doctor"
    static let abstract = "Say what can be read and written here, and what to install for more."
    static let usage = "kkmix doctor [options]"
    static let discussion = """
        Examples:
          kkmix doctor
          kkmix doctor --json

        The system's libraries are loaded when a file or an option wants them. doctor
        loads them all, and says of each one which file and version was found, or what
        cannot be done without it. What is missing is no failure: the status is 0.
        """

    static let options: [Option] = []

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        let document = DoctorDocument()
        Terminal.print(common.json ? JSONText.document(document) : DoctorText.text(document))
    }
}
