internal import KKMixing

extension Mix {
    /// The mix that the options describe.
    ///
    /// - Parameter exists: whether there is a file of a name.
    func session(exists: (FilePath) -> Bool = \.exists) throws -> Session {
        var session = try MixOptions(given: given).session(exists: exists)
        if let loudness = given["--loudness"] { session.loudness = try LoudnessTarget(parsing: loudness) }
        if let policy: ClipPolicy = try given.choice("--on-clip") { session.onClip = policy }
        if let dither: DitherChoice = try given.choice("--dither") { session.dither = dither }
        if let metadata = given["--metadata"] {
            session.texts = try TextChoice(parsing: metadata)
            if let track = session.texts.track, track > session.tracks.count {
                throw SessionError(
                    .usage, "there is no input \(track)", nextStep: "name one from 1 to \(session.tracks.count)")
            }
        }
        for tag in given.values("--tag") { try session.texts.set(parsing: tag) }
        if let seed = try given.number("--seed", in: 0...UInt64.max) { session.seed = seed }
        if let frames = try given.number("--max-frames", in: 1...Session.largestSlice) {
            session.maximumFramesPerSlice = frames
        }
        return session
    }

    /// What can be said about the output before any input is looked at.
    func checkedOutput() throws(SessionError) -> FilePath {
        try checkInputs()
        guard let output = given.path("--output") else {
            try CommandName.checkOrder(given.inputs)
            throw SessionError(.usage, "no output", nextStep: "add -o out.wav")
        }
        guard !output.isEmpty else {
            throw SessionError(
                .usage, "the output has an empty name", nextStep: "check the quotes and variables of the command")
        }
        try checkOneOutput("the audio", nextStep: "name an output file")
        if output.text.hasSuffix("/") || output == "." || output == ".." || FilePath("\(output)/.").exists {
            throw SessionError(.cannotCreate, "the output is a folder", place: output, nextStep: "name a file in it")
        }
        return output
    }

    /// Whether a pipe or a device at either end may keep the job waiting.
    static func mayWait(_ inputs: [FilePath], _ output: FilePath) -> Bool {
        if output.isStandard || inputs.contains(where: \.isStandard) { return true }
        return output.exists && output.identity(standard: 1) == nil
            || inputs.contains { $0.identity(standard: 0) == nil && !$0.isStimulus }
    }
}
