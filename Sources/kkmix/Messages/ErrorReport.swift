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

    init(_ error: any Error, arguments: [String] = []) {
        wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
        voice = Voice(arguments: arguments)
        isAnswer = error is Answer
        path = (error as? AudioFileError)?.path ?? (error as? any Failure)?.place
        switch error {
        // Who has read enough, as `head` has, is told nothing.
        case let file as AudioFileError where file.isUnread: (status, message) = (ExitStatus.status(of: file.kind), "")
        case let failure as any Failure: (status, message) = (ExitStatus.status(of: failure.kind), failure.description)
        case let code as ExitCode: (status, message) = (code.status, "")
        case let answer as Answer: (status, message) = (0, answer.text)
        default:
            status = ExitStatus.status(of: .defect)
            message = "unexpected error: \(error); please report it with the command that shows it"
        }
    }

    /// The document of a failure that is not an error of this program's.
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
