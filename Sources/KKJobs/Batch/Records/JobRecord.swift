internal import KKAnalysis

/// What is kept of a job that is done: a small file of its own in a state folder.
///
/// It is in place before the output gets its name. So an output that is there has its record, and a record whose output
/// is missing or has other bytes says nothing but that the job is to be done again.
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
