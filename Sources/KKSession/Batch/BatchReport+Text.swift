internal import FoundationEssentials
internal import KKPCM

extension BatchReport: Codable {
    enum CodingKeys: String, CodingKey {
        case schema, plan, shard, stopped, jobs
    }

    /// Reads a report that was written.
    ///
    /// - Parameter path: its file, for messages.
    /// - Throws: `badSession` for what is no report, or one of a later version.
    public init(parsing bytes: [UInt8], path: String) throws(SessionError) {
        do {
            self = try JSONDecoder().decode(BatchReport.self, from: Data(bytes))
        } catch let error as SessionError {
            throw SessionError(error.kind, error.problem, place: path, nextStep: error.nextStep)
        } catch {
            throw SessionError(.badSession, "this is no report of a batch", place: path, nextStep: "name what kkmix batch --report has written")
        }
    }

    /// The document, in one line: keys in the order of their letters, so that the same facts give the same bytes.
    public var text: String { BatchText.json(self) }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try BatchText.checkSchema(values.decode(Int.self, forKey: .schema), of: "report")
        plan = try values.decodeIfPresent(String.self, forKey: .plan)
        shard = try values.decodeIfPresent(String.self, forKey: .shard)
        stopped = try values.decodeIfPresent(String.self, forKey: .stopped)
        jobs = try values.decode([JobOutcome].self, forKey: .jobs)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.schema, forKey: .schema)
        try values.encode(plan, forKey: .plan)
        try values.encode(shard, forKey: .shard)
        try values.encode(stopped, forKey: .stopped)
        try values.encode(jobs, forKey: .jobs)
    }
}

extension JobOutcome: Codable {
    enum CodingKeys: String, CodingKey {
        case id, place, status, output, key, failure = "error", facts = "result", remarks, seconds
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        place = try values.decode(String.self, forKey: .place)
        status = try values.decode(Status.self, forKey: .status)
        output = try values.decode(String.self, forKey: .output)
        key = try values.decodeIfPresent(JobKey.self, forKey: .key)
        failure = try values.decodeIfPresent(JobFailure.self, forKey: .failure)
        facts = try values.decodeIfPresent(JobFacts.self, forKey: .facts)
        remarks = try values.decode([String].self, forKey: .remarks)
        seconds = try values.decodeIfPresent(Double.self, forKey: .seconds)
    }

    /// Every key is there, null for what is missing.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(place, forKey: .place)
        try values.encode(status, forKey: .status)
        try values.encode(output, forKey: .output)
        try values.encode(key, forKey: .key)
        try values.encode(failure, forKey: .failure)
        try values.encode(facts, forKey: .facts)
        try values.encode(remarks, forKey: .remarks)
        try values.encode(seconds, forKey: .seconds)
    }
}

extension JobFailure {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(status, forKey: .status)
        try values.encode(message, forKey: .message)
        try values.encode(path, forKey: .path)
        try values.encode(nextStep, forKey: .nextStep)
    }
}

extension JobFacts {
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(byteCount, forKey: .byteCount)
        try values.encode(sha256, forKey: .sha256)
        try values.encode(frameCount, forKey: .frameCount)
        try values.encode(sampleRate, forKey: .sampleRate)
        try values.encode(channelCount, forKey: .channelCount)
        try values.encode(layout, forKey: .layout)
        try values.encode(container, forKey: .container)
        try values.encode(encoding, forKey: .encoding)
        try values.encode(dither, forKey: .dither)
        try values.encode(scale, forKey: .scale)
        try values.encode(clipping, forKey: .clipping)
        try values.encode(warnings, forKey: .warnings)
        try values.encode(notices, forKey: .notices)
    }
}

extension JobRecord {
    /// - Returns: `nil` for what is no record of this version, as of a run that was killed on a failing disk: the job is done again then.
    init?(parsing bytes: [UInt8]) {
        guard let record = try? JSONDecoder().decode(JobRecord.self, from: Data(bytes)), record.schema == Self.schema else { return nil }
        self = record
    }

    var text: String { BatchText.json(self) }
}

/// JSON as batches write it.
enum BatchText {
    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(value) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    static func checkSchema(_ schema: Int, of what: String) throws(SessionError) {
        guard schema != 1 else { return }
        throw SessionError(.badSession, "schema \(schema) of a \(what) is not known to this version", nextStep: "use a newer kkmix")
    }
}
