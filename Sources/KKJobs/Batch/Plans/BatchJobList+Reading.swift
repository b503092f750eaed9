internal import KKFiles
internal import KKPCM
internal import KKSession

extension BatchJobList {
    /// Reads JSON Lines: a job per line. A first line with `schema` is about all of them.
    mutating func readLines(_ bytes: [UInt8]) throws(SessionError) {
        try ManifestReader.lines(of: bytes, name: path.text) { value throws(SessionError) in
            if jobs.isEmpty, value.hasKey("schema") {
                try ManifestFields(value, of: "the first line", keys: ["schema"], file: path).checkSchema()
            } else {
                try jobs.append(readJob(value))
            }
        }
    }

    /// Reads `schema` and `jobs` of YAML, of which JSON is a part.
    mutating func readDocument(_ bytes: [UInt8]) throws(SessionError) {
        guard let value = try ManifestReader.value(of: bytes, name: path.text, limit: Self.longest) else { return }
        let fields = try ManifestFields(value, of: "the list", keys: ["schema", "jobs"], file: path)
        try fields.checkSchema()
        for value in try fields.list("jobs", of: "inputs") { try jobs.append(readJob(value)) }
    }

    private func readJob(_ value: ManifestValue) throws(SessionError) -> BatchJob {
        let fields = try ManifestFields(value, of: "a job", keys: Self.keys, file: path)
        guard let output = try fields.text("output") else {
            throw fields.error("a job has no output", nil, "write 'output: mix.wav'")
        }
        return BatchJob(
            id: try fields.text("id") ?? output, place: "\(path):\(fields.mark.line):\(fields.mark.column)",
            folder: folder,
            inputs: try words(fields, "inputs"), output: FilePath(output), options: try words(fields, "options"))
    }

    /// A list of words, or a text that is split.
    private func words(_ fields: ManifestFields, _ key: String) throws(SessionError) -> [String] {
        guard let value = fields.value(key) else { return [] }
        if case .list = value.content { return try (fields.texts(key) ?? []).map(\.text) }
        if case .string("") = value.content { return [] }
        do throws(SessionError) {
            return try CommandWords(fields.text(key) ?? "").words
        } catch {
            throw fields.error(error.problem, value.mark, error.nextStep)
        }
    }
}
