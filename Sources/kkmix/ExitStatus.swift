internal import KKMixing

/// The exit statuses of the program: the numbers of sysexits.h, 1 for "differences", and 128 + the signal's number.
enum ExitStatus {
    struct Row: Codable {
        var status: Int32
        var name: String
        var meaning: String
    }

    static let table =
        [
            Row(status: 0, name: "done", meaning: "done"),
            Row(status: 1, name: "different", meaning: "differences were found, jobs failed, or a limit was missed"),
        ] + FailureKind.allCases.map { Row(status: status(of: $0), name: $0.rawValue, meaning: meaning(of: $0)) } + [
            Row(status: 129, name: "hungUp", meaning: "stopped by SIGHUP, after cleaning up"),
            Row(status: 130, name: "interrupted", meaning: "stopped by SIGINT, after cleaning up"),
            Row(status: 131, name: "quit", meaning: "stopped by SIGQUIT, after cleaning up"),
            Row(status: 138, name: "user1", meaning: "stopped by SIGUSR1, after cleaning up (on Linux)"),
            Row(status: 140, name: "user2", meaning: "stopped by SIGUSR2, after cleaning up (on Linux)"),
            Row(status: 143, name: "terminated", meaning: "stopped by SIGTERM, after cleaning up"),
        ]

    static func status(of kind: FailureKind) -> Int32 {
        switch kind {
        case .usage: 64
        case .badData: 65
        case .noInput: 66
        case .unavailable: 69
        case .defect: 70
        case .cannotCreate: 73
        case .io: 74
        case .temporary: 75
        case .badSession: 78
        }
    }

    private static func meaning(of kind: FailureKind) -> String {
        switch kind {
        case .usage: "usage: an unknown or malformed option or track setting"
        case .badData: "bad input data"
        case .noInput: "an input is missing or cannot be read"
        case .unavailable: "a codec or a plug-in is not available here, or failed"
        case .defect: "a bug in kkmix"
        case .cannotCreate: "the output cannot be created"
        case .io: "reading or writing failed, or the disk is full"
        case .temporary: "a failure that may pass: try again"
        case .badSession: "a bad session or manifest"
        }
    }
}
