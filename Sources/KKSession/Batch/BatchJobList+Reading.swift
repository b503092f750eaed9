internal import KKPCM

extension BatchJobList {
    private static let keys = ["id", "inputs", "output", "options"]

    /// Reads JSON Lines: a job per line. A first line with `schema` is about all of them.
    mutating func readLines(_ bytes: [UInt8]) throws(SessionError) {
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard let value = try ManifestReader.value(of: Self.joiningSurrogates(line), name: path, lineOffset: number) else { continue }
            if jobs.isEmpty, value.hasKey("schema") {
                try checkSchema(ManifestFields(value, of: "the first line", keys: ["schema"], file: path))
            } else {
                try jobs.append(readJob(value))
            }
        }
    }

    /// JSON may write a character beyond U+FFFF as two escapes (RFC 8259, section 7: `\ud83c\udfb5`), as many programs do with all that is not
    /// ASCII; YAML has no such thing. The character itself takes their place.
    static func joiningSurrogates(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(line)
        func unit(at place: Int) -> UInt32? {
            guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else { return nil }
            return UInt32(String(decoding: bytes[place + 2..<place + 6], as: UTF8.self), radix: 16)
        }
        var joined: [UInt8] = []
        var place = 0
        while let backslash = bytes[place...].firstIndex(of: UInt8(ascii: "\\")) {
            joined += bytes[place..<backslash]
            if let high = unit(at: backslash), (0xD800..<0xDC00).contains(high), let low = unit(at: backslash + 6), (0xDC00..<0xE000).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
            {
                joined += Array(String(Character(scalar)).utf8)
                place = backslash + 12
            } else {
                // With what it escapes, which may be another backslash.
                joined += bytes[backslash..<min(backslash + 2, bytes.count)]
                place = min(backslash + 2, bytes.count)
            }
        }
        return joined + bytes[place...]
    }

    /// Reads `schema` and `jobs` of YAML, of which JSON is a part.
    mutating func readDocument(_ bytes: [UInt8]) throws(SessionError) {
        guard let value = try ManifestReader.value(of: bytes, name: path, limit: Self.longest) else { return }
        let fields = try ManifestFields(value, of: "the list", keys: ["schema", "jobs"], file: path)
        try checkSchema(fields)
        guard let list = fields.value("jobs") else { throw fields.error("the key 'jobs' is missing", nil, "write 'jobs:' and under it a list") }
        guard case .list(let values) = list.content else {
            if case .null = list.content { return }
            throw fields.error("'jobs' is \(list.kindName)", list.mark, "write a list: lines that begin with '- inputs: …'")
        }
        for value in values { try jobs.append(readJob(value)) }
    }

    private func checkSchema(_ fields: ManifestFields) throws(SessionError) {
        guard let schema = try fields.text("schema") else { throw fields.error("the key 'schema' is missing", nil, "write schema: 1") }
        guard schema == "1" else {
            throw fields.error("schema \(schema) is not known to this version", fields.value("schema")?.mark, "write schema: 1, or use a newer kkmix")
        }
    }

    private func readJob(_ value: ManifestValue) throws(SessionError) -> BatchJob {
        let fields = try ManifestFields(value, of: "a job", keys: Self.keys, file: path)
        guard let output = try fields.text("output") else { throw fields.error("a job has no output", nil, "write 'output: mix.wav'") }
        return BatchJob(
            id: try fields.text("id") ?? output, place: "\(path):\(fields.mark.line):\(fields.mark.column)", folder: folder,
            inputs: try words(fields, "inputs"), output: output, options: try words(fields, "options"))
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
