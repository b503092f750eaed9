public import KKFiles
internal import KKPCM
public import KKSession

extension BatchReport {
    /// Reads a written report.
    ///
    /// - Parameter path: its file, for messages.
    /// - Throws: `badSession` for what is not a report, or one of a later version.
    public init(parsing bytes: [UInt8], path: FilePath) throws(SessionError) {
        struct Head: Decodable { var schema: Int }
        do {
            let schema = try JSONText.read(Head.self, bytes).schema
            guard schema == Self.schema else {
                throw SessionError(
                    .badSession, "schema \(schema) of the report is not known to this version", place: path,
                    nextStep: "use a newer kkmix")
            }
            self = try JSONText.read(BatchReport.self, bytes)
        } catch let error as SessionError {
            throw error
        } catch {
            throw SessionError(
                .badSession, "this is not a report of a batch", place: path,
                nextStep: "name what kkmix batch --report has written")
        }
    }

    /// The document, in one line: keys are sorted, so that the same facts give the same bytes.
    ///
    /// - Throws: `defect` if it cannot be written.
    public var text: String { get throws(SessionError) { try JSONText.line(self) } }
}

extension JobRecord {
    /// - Returns: `nil` for what is not a record of this version, as of a run that was killed on a failing disk: the
    ///   job is done again then.
    init?(parsing bytes: [UInt8]) {
        guard let record = try? JSONText.read(JobRecord.self, bytes), record.schema == Self.schema else { return nil }
        self = record
    }

    var text: String { get throws(SessionError) { try JSONText.line(self) } }
}
