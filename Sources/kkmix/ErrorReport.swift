internal import ArgumentParser
internal import KKAudio

/// The one place where an error becomes words and an exit status.
struct ErrorReport {
    let status: Int32
    let message: String
    let path: String?
    private let wantsJSON: Bool
    /// Help and version texts come as errors too; they go to standard output as they are.
    private let isAnswer: Bool

    init<Root: ParsableCommand>(_ error: any Error, of root: Root.Type = Kkmix.self, arguments: [String] = []) {
        wantsJSON = arguments.prefix { $0 != "--" }.contains("--json")
        switch error {
        case let failure as any Failure:
            status = ExitStatus.status(of: failure.kind)
            message = failure.description
            path = failure.place
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
                message = Self.oneLine(Root.message(for: error)) + "; see kkmix --help"
            } else {
                status = ExitStatus.status(of: .defect)
                message = "unexpected error: \(error); please report it with the command that shows it"
            }
        }
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map(String.init).joined(separator: " ")
    }

    func printAndExit() -> Never {
        if isAnswer {
            Terminal.print(message)
        } else if !message.isEmpty {
            if wantsJSON { Terminal.print(JSONText.document(ErrorDocument(self))) }
            Terminal.printError("kkmix: \(message)")
        }
        Terminal.exit(status)
    }
}

/// `{"schema":1,"error":{"status":65,"message":"…","path":"…"}}`
private struct ErrorDocument: Encodable {
    struct Body: Encodable {
        var status: Int32
        var message: String
        var path: String?
    }
    var schema = 1
    var error: Body

    init(_ report: ErrorReport) {
        error = Body(status: report.status, message: report.message, path: report.path)
    }
}
