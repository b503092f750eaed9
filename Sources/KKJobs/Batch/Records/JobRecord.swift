internal import KKAnalysis

/// The record of a finished job: a small file in the state folder.
///
/// It is written before the output gets its name. So every finished output has a record; if a record's output is
/// missing or has other bytes, the job is done again.
public struct JobRecord: Hashable, Sendable, Codable {
    public static let schema = 1

    public var schema = JobRecord.schema
    public var id: String
    public var key: JobKey
    public var facts: JobFacts
    /// In a cache alone: a hash of key and facts, by which it shows that the two belong to each other.
    @OrNull var seal: String?

    public init(id: String, key: JobKey, facts: JobFacts) {
        self.id = id
        self.key = key
        self.facts = facts
    }

    /// The same with its seal.
    func sealed() throws -> JobRecord {
        var record = self
        record.seal = try rightSeal
        return record
    }

    /// What the seal must be.
    var rightSeal: String {
        get throws {
            let hash = try ByteHash()
            hash.add(Array("kkmix cache 1\n\(key)\n\(try JSONText.line(facts))".utf8))
            return hash.digest()
        }
    }
}
