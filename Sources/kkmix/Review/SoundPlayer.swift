internal import KKMixing

/// The player of this machine: `KKMIX_PLAYER`, or the first of those that are usual.
struct SoundPlayer {
    let programs: StartedPrograms

    private static let usual = [
        "ffplay -nodisp -autoexit -loglevel error", "mpv --no-video --really-quiet", "play -q", "pw-play", "paplay",
        "afplay", "aplay -q",
    ]
    private static let longest = 24 * 3_600.0

    /// Plays a file to its end.
    ///
    /// - Throws: `SessionError` if there is no player, or it fails.
    func play(_ path: FilePath) throws {
        let own = Terminal.variable("KKMIX_PLAYER").flatMap { $0.isEmpty ? nil : $0 }
        for line in own.map({ [$0] }) ?? Self.usual {
            let words = try CommandWords(line).words
            guard !words.isEmpty else { break }
            let call = ProgramCall(
                words + [path.absolute.text], in: FileSystem.currentFolder ?? "/", log: "/dev/null",
                seconds: Self.longest)
            switch programs.run(call) {
            case .exited(0): return
            case .notStarted: continue
            case let ending:
                throw SessionError(
                    .unavailable, ending.problem(words[0], seconds: Self.longest) ?? "\(words[0]) failed",
                    nextStep: "play \(path) by hand, or name another player in KKMIX_PLAYER")
            }
        }
        throw SessionError(
            .unavailable, own.map { "\($0) cannot be started" } ?? "there is no player here",
            nextStep: "install ffmpeg, mpv or sox, or name one in KKMIX_PLAYER; the file is \(path)")
    }
}
