/// What is kept of a job that is done: a small file of its own in a state folder.
///
/// It is in place before the output gets its name. So an output that is there has its record, and a record whose output is missing or has other
/// bytes says nothing but that the job is to be done again.
public struct JobRecord: Hashable, Sendable, Codable {
    public static let schema = 1

    public var schema = JobRecord.schema
    public var id: String
    public var key: JobKey
    public var facts: JobFacts

    public init(id: String, key: JobKey, facts: JobFacts) {
        self.id = id
        self.key = key
        self.facts = facts
    }

    enum CodingKeys: String, CodingKey {
        case schema, id, key, facts = "result"
    }
}
