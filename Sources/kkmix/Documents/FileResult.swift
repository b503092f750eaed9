internal import KKMixing

/// `{"schema":1,"files":[…]}`: what is said of files one by one, in the order of the command line.
struct FilesDocument<Facts: Codable>: Codable {
    var schema = 1
    var files: [FileResult<Facts>]
}

/// What was found out about a file, or why nothing was.
enum FileResult<Facts: Codable>: Codable {
    case done(Facts)
    case failed(FailedFile)

    init(from decoder: any Decoder) throws {
        do { self = .done(try Facts(from: decoder)) } catch { self = .failed(try FailedFile(from: decoder)) }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .done(let facts): try facts.encode(to: encoder)
        case .failed(let file): try file.encode(to: encoder)
        }
    }
}

extension FileResult: Sendable where Facts: Sendable {}

extension FileResult: HasAlternatives {
    static var alternatives: [any Decodable.Type] { [Facts.self, FailedFile.self] }
}

/// A file among several that failed: `{"path":"…","error":{…}}`.
struct FailedFile: Codable {
    var path: String
    var error: ErrorFacts
}

/// What went wrong; the same in every document.
struct ErrorFacts: Codable {
    var status: Int32
    var message: String
    @OrNull var path: String?

    init(status: Int32, message: String, path: String? = nil) {
        self.status = status
        self.message = message
        self.path = path
    }

    init(_ report: ErrorReport) {
        self.init(status: report.status, message: report.message, path: report.path)
    }
}

/// `{"schema":1,"error":{"status":65,"message":"…","path":"…"}}`
struct FailureDocument: Codable {
    var schema = 1
    var error: ErrorFacts
}
