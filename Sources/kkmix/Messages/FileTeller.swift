internal import KKMixing
internal import Synchronization

/// Tells what became of files one by one, in their order: for people as they come, in a document at the end. A file
/// that fails stops no other one; the first of them decides on the status.
final class FileTeller: Sendable {
    private let paths: [FilePath]
    private let json: Bool
    private let voice: Voice
    private let reported = Mutex(Outcome())

    private struct Outcome {
        /// Each as its document has it, so that nothing else of a file stays in memory.
        var files: [String] = []
        var firstError: (any Error)?
    }

    /// - Parameter json: whether there is a document.
    init(_ paths: [FilePath], json: Bool, voice: Voice) {
        (self.paths, self.json, self.voice) = (paths, json, voice)
    }

    /// - Parameter facts: says what there is to say to people, and gives what a document has of the file.
    func tell(_ index: Int, _ facts: () throws -> (any Encodable)?) {
        do {
            if let facts = try facts(), json { add(JSONText.document(facts)) }
        } catch {
            let report = ErrorReport(error)
            add(JSONText.document(FailedFile(path: paths[index], error: ErrorFacts(report))))
            reported.withLock { $0.firstError = $0.firstError ?? error }
            // The only file's failure is the program's.
            if paths.count > 1 { voice.error(report.message) }
        }
    }

    private func add(_ file: String) { reported.withLock { $0.files.append(file) } }

    /// - Parameter status: that of a run in which no file failed.
    func finish(status: Int32 = 0) throws {
        let (files, error) = reported.withLock { ($0.files, $0.firstError) }
        if let error, paths.count == 1 { throw error }
        if json { Terminal.print(#"{"files":[\#(files.joined(separator: ","))],"schema":1}"#) }
        let end = error.map { ErrorReport($0).status } ?? status
        if end != 0 { throw ExitCode(end) }
    }
}
