internal import KKMixing

/// A file among several that failed: `{"path":"…","error":{…}}`.
struct FailedFile: Codable {
    var path: FilePath
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
