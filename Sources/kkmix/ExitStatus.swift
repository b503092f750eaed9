internal import KKMixing

/// The exit statuses of the program: the numbers of sysexits.h, 1 for "differences", and 128 + the signal's number.
enum ExitStatus {
    static let table: [(status: Int32, name: String, meaning: String)] =
        [(0, "done", "done"), (1, "different", "differences were found, jobs failed, a limit was missed")]
        + FailureKind.allCases.map { (status(of: $0), $0.rawValue, meaning(of: $0)) }
        + [
            (130, "interrupted", "stopped by SIGINT, after cleaning up"),
            (143, "terminated", "stopped by SIGTERM, after cleaning up"),
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
        case .unavailable: "a codec is not available here"
        case .defect: "a defect of kkmix"
        case .cannotCreate: "the output cannot be created"
        case .io: "reading or writing failed, or the disk is full"
        case .temporary: "try again"
        case .badSession: "a bad session or manifest"
        }
    }
}
