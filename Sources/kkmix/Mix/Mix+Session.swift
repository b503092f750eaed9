internal import KKMixing

extension Mix {
    /// The mix that the options describe.
    ///
    /// - Parameter exists: whether there is a file of a name.
    func session(exists: (String) -> Bool = FileSystem.exists) throws -> Session {
        var session = try mix.session(exists: exists)
        if let loudness { session.loudness = try LoudnessTarget(parsing: loudness) }
        if let onClip { session.onClip = try Self.clipPolicy(onClip) }
        if let dither { session.dither = try Choice(dither, of: "--dither").value }
        if let seed { session.seed = try Self.number(seed, of: "--seed", in: 0...UInt64.max) }
        if let maxFrames {
            session.maximumFramesPerSlice = try Self.number(maxFrames, of: "--max-frames", in: 1...Session.largestSlice)
        }
        return session
    }

    /// What can be said about the output before any input is looked at.
    func checkedOutput() throws(SessionError) -> String {
        guard !mix.inputs.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file, or see kkmix mix --help")
        }
        guard let output else {
            throw SessionError(.usage, "no output", nextStep: "add -o out.wav")
        }
        guard !output.isEmpty else {
            throw SessionError(
                .usage, "the output has an empty name", nextStep: "check the quotes and variables of the command")
        }
        if common.json && output == "-" {
            throw SessionError(
                .usage, "--json and the audio both want standard output",
                nextStep: "name an output file, or leave --json out")
        }
        if output.hasSuffix("/") || output == "." || output == ".." || FileSystem.exists(output + "/.") {
            throw SessionError(.cannotCreate, "the output is a folder", place: output, nextStep: "name a file in it")
        }
        return output
    }

    /// Whether a pipe or a device at either end may keep the job waiting.
    static func mayWait(_ inputs: [String], _ output: String) -> Bool {
        if output == "-" || inputs.contains("-") { return true }
        return FileSystem.exists(output) && FileSystem.identity(of: output, standard: 1) == nil
            || inputs.contains { FileSystem.identity(of: $0, standard: 0) == nil && !Stimulus.isMeant(by: $0) }
    }

    static func clipPolicy(_ text: String) throws(SessionError) -> ClipPolicy {
        try Choice(text, of: "--on-clip").value
    }

    /// - Parameter most: threads that `auto` has use for.
    static func threadCount(_ text: String, most: Int = 8) throws(SessionError) -> Int {
        if text == "auto" { return min(most, ProcessSetup.processorCount) }
        guard let count = Int(text), (1...256).contains(count) else {
            throw SessionError(
                .usage, "'\(text)' is not a value of --jobs", nextStep: "write a number from 1 to 256, or auto")
        }
        return count
    }

    static func number<Value: FixedWidthInteger>(
        _ text: String, of option: String, in range: ClosedRange<Value>
    ) throws(SessionError) -> Value {
        guard let value = Value(text), range.contains(value) else {
            throw SessionError(
                .usage, "'\(text)' is not a value of \(option)",
                nextStep: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}
