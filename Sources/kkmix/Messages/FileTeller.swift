internal import KKMixing
internal import Synchronization

/// Tells what became of files one by one, in their order: for people as they come, in a document at the end. A file
/// that fails stops no other one; the first of them decides on the status.
final class FileTeller<Facts: Codable & Sendable>: Sendable {
    private let paths: [String]
    private let json: Bool
    private let voice: Voice
    private let told = Mutex(Told())

    private struct Told {
        var files: [FileResult<Facts>] = []
        var firstError: (any Error)?
    }

    /// - Parameter json: whether there is a document.
    init(_ paths: [String], json: Bool, voice: Voice) {
        (self.paths, self.json, self.voice) = (paths, json, voice)
    }

    /// - Parameter facts: says what there is to say to people, and gives what a document has of the file.
    func tell(_ index: Int, _ facts: () throws -> Facts?) {
        do {
            if let facts = try facts(), json { told.withLock { $0.files.append(.done(facts)) } }
        } catch {
            let report = ErrorReport(error)
            told.withLock {
                $0.files.append(.failed(FailedFile(path: paths[index], error: ErrorFacts(report))))
                $0.firstError = $0.firstError ?? error
            }
            // The only file's failure is the program's.
            if paths.count > 1 { voice.error(report.message) }
        }
    }

    /// - Parameter status: that of a run in which no file failed.
    func finish(status: Int32 = 0) throws {
        let (files, error) = told.withLock { ($0.files, $0.firstError) }
        if let error, paths.count == 1 { throw error }
        if json { Terminal.print(JSONText.document(FilesDocument(files: files))) }
        let end = error.map { ErrorReport($0).status } ?? status
        if end != 0 { throw ExitCode(end) }
    }
}
