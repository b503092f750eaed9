internal import ArgumentParser
internal import KKMixing

/// The one place where an error becomes words and an exit status.
struct ErrorReport {
    let status: Int32
    let message: String
    let path: String?
    private let wantsJSON: Bool
    private let voice: Voice
    /// Help and version texts come as errors too; they go to standard output as they are.
    private let isAnswer: Bool

    init<Root: ParsableCommand>(_ error: any Error, of root: Root.Type = Kkmix.self, arguments: [String] = []) {
        wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
        voice = Voice(arguments: arguments)
        switch error {
        case let failure as any Failure:
            status = ExitStatus.status(of: failure.kind)
            message = failure.description
            path = (failure as? AudioFileError)?.path ?? failure.place
            isAnswer = false
        case let code as ExitCode:
            status = code.rawValue
            message = ""
            path = nil
            isAnswer = false
        default:
            let code = Root.exitCode(for: error)
            isAnswer = code.isSuccess
            path = nil
            if isAnswer {
                status = 0
                message = Root.fullMessage(for: error)
            } else if code == .validationFailure {
                status = ExitStatus.status(of: .usage)
                message = UsageProblem.text(
                    Root.message(for: error), page: Kkmix.helpPage(arguments), arguments: arguments)
            } else {
                status = ExitStatus.status(of: .defect)
                message = "unexpected error: \(error); please report it with the command that shows it"
            }
        }
    }

    /// The document of a failure that is no error of this program's.
    static func document(status: Int32, message: String) -> String {
        JSONText.document(FailureDocument(error: ErrorFacts(status: status, message: message)))
    }

    func printAndExit() -> Never {
        if isAnswer {
            Terminal.print(message)
        } else if !message.isEmpty {
            voice.error(message)
            if wantsJSON { Terminal.print(JSONText.document(FailureDocument(error: ErrorFacts(self)))) }
        }
        Terminal.exit(status)
    }
}
