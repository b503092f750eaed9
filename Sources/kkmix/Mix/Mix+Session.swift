internal import KKMixing

extension Mix {
    /// The mix that the options describe.
    ///
    /// - Parameter exists: whether there is a file of a name.
    func session(exists: (FilePath) -> Bool = \.exists) throws -> Session {
        var session = try MixOptions(given: given).session(exists: exists)
        try given.settle(&session)
        if let frames = try given.number("--max-frames", in: 1...Session.largestSlice) {
            session.maximumFramesPerSlice = frames
        }
        return session
    }
}

extension Arguments {
    /// What the options say of the output's format, of those that `mix` and `concat` share.
    func settle(_ output: inout OutputSpec) throws {
        output.container = self["--format"]
        output.encoding = self["--encoding"]
        output.encodingSettings = try encodingSettings()
        output.replacesExisting = has("--force")
    }

    /// What the options say of how a session is written, of those that `mix` and `concat` share.
    func settle(_ session: inout Session) throws {
        session.loudness = try self["--loudness"].map { try LoudnessTarget(parsing: $0) }
        session.normalize = try self["--normalize"].map { try NormalizeTarget(parsing: $0) }
        if let policy: ClipPolicy = try choice("--on-clip") { session.onClip = policy }
        if let dither: DitherChoice = try choice("--dither") { session.dither = dither }
        if let metadata = self["--metadata"] {
            session.texts = try TextChoice(parsing: metadata)
            if let track = session.texts.track, track > session.tracks.count {
                throw SessionError(
                    .usage, "there is no input \(track)", nextStep: "name one from 1 to \(session.tracks.count)")
            }
        }
        for tag in values("--tag") { try session.texts.set(parsing: tag) }
        session.texts.cover = path("--cover")
        if let seed = try number("--seed", in: 0...UInt64.max) { session.seed = seed }
    }
}
