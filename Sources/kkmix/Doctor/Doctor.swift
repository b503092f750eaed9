internal import KKMixing

struct Doctor: Command {
    static let name = "doctor"
    static let abstract = "Show what can be read and written here, and what to install for more."
    static let usage = "kkmix doctor [options]"
    static let discussion = """
        Examples:
          kkmix doctor
          kkmix doctor --json

        The system's libraries are loaded when a file or an option needs them. doctor
        loads them all, and shows for each which file and version was found, or what
        cannot be done without it. The status is 0 even if libraries are missing.
        """

    static let options: [Option] = []

    let given: Arguments

    func run() throws {
        _ = try common.voice()
        let document = DoctorDocument()
        Terminal.print(common.json ? JSONText.document(document) : DoctorText.text(document))
    }
}
