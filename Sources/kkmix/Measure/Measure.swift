internal import ArgumentParser
internal import KKMixing

struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure loudness, peaks, levels and silence of files.",
        usage: "kkmix measure FILE… [--profile NAME] [options]",
        discussion: """
            Examples:
              kkmix measure master.wav
              kkmix measure --json *.flac
              kkmix measure episode.mp3 --profile apple-podcasts
              kkmix measure --list-profiles
              kkmix mix a.wav b.wav -o - --format wav | kkmix measure -

            Loudness is that of ITU-R BS.1770-4 and EBU R 128, its range that of EBU
            Tech 3342; true peaks lie between the samples. 0 dBFS of RMS is a square wave
            at full scale. The PCM hash is the SHA-256 of the samples as little-endian
            Float32: the same sound in two containers has the same hash. With a profile
            the status is 1 when a limit is missed. A file that fails stops no other one.
            """)

    @Argument(help: ArgumentHelp("Audio files; '-' for standard input.", valueName: "file"))
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Judge by ebu-r128, atsc-a85, apple-podcasts or acx: a verdict per limit, status 1 when one is missed.",
            valueName: "name"))
    var profile: String?

    @Flag(help: "Print the profiles and their limits as a table instead.")
    var listProfiles = false

    @Option(
        name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
        help: ArgumentHelp(
            "Threads at work, and so files at once, 1 to 256; changes no result (default: auto, one per processor).",
            valueName: "n|auto"))
    var jobs: String?

    @Flag(help: "Make damage inside a file, and samples that are NaN or infinite, an error (otherwise a warning).")
    var strict = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        let voice = try common.voice()
        if listProfiles {
            Terminal.print(common.json ? JSONText.document(ProfilesDocument()) : MeasureText.profiles)
            return
        }
        guard !files.isEmpty else {
            throw SessionError(.usage, "no file", nextStep: "name at least one, for example kkmix measure song.mp3")
        }
        try SessionError.refuseSettings(files, of: "measure")
        try SessionError.refuseSharedPipes(files)
        if common.json { ProcessSetup.removeOnSignal(TemporaryFiles(), json: true) }
        let profile = try profile.map { try LoudnessProfile(named: $0) }
        var run = MeasureRun(
            files.map { path in
                var job = MeasureJob(path: path)
                job.isStrict = strict
                return job
            })
        run.threadCount = try Mix.threadCount(jobs ?? "auto")
        let teller = MeasureTeller(files, profile: profile, common: common, voice: voice)
        run.run { teller.tell($0, $1) }
        try teller.finish()
    }
}
