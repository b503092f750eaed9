internal import KKMixing

/// Values that several commands read alike; each names its option where it is none. What a value means otherwise is
/// its command's to say.
extension Arguments {
    /// One of the words that an option takes.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String) throws(SessionError) -> Value? {
        guard let text = self[name] else { return nil }
        return try Self.choice(text, of: name)
    }

    static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String, of name: String
    ) throws(SessionError) -> Value {
        guard let value = Value(rawValue: text) else {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw SessionError(.usage, "'\(text)' is not a value of \(name)", nextStep: "write one of \(words)")
        }
        return value
    }

    func number<Value: FixedWidthInteger>(_ name: String, in range: ClosedRange<Value>) throws(SessionError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = Value(text), range.contains(value) else {
            throw SessionError(
                .usage, "'\(text)' is not a value of \(name)",
                nextStep: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// How long something may take: `30`, `30s`, `1:30`, `250ms`.
    func seconds(_ name: String) throws(SessionError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let seconds = TimeLimit.seconds(parsing: text) else {
            throw SessionError(.usage, "'\(text)' is not a value of \(name)", nextStep: TimeLimit.forms)
        }
        return seconds
    }

    /// What `--jobs` says.
    ///
    /// - Parameter most: threads that `auto` has use for.
    func threadCount(most: Int = 8) throws(SessionError) -> Int {
        let text = self["--jobs"] ?? "auto"
        if text == "auto" { return min(most, ProcessSetup.processorCount) }
        guard let count = Int(text), (1...256).contains(count) else {
            throw SessionError(
                .usage, "'\(text)' is not a value of --jobs", nextStep: "write a number from 1 to 256, or auto")
        }
        return count
    }

    /// What is asked of the output's encoder.
    func encodingSettings() throws(SessionError) -> EncodingSettings {
        try EncodingSettings(
            bitRate: self["--bitrate"], quality: self["--quality"], compression: self["--compression"])
    }

    func progressStyle() throws(SessionError) -> ProgressStyle { try choice("--progress") ?? .auto }
}
