internal import KKMixing
internal import Synchronization

struct Measure: Command {
    static let name = "measure"
    static let abstract = "Measure loudness, peaks, levels and silence of files."
    static let usage = "kkmix measure FILE… [--profile NAME] [options]"
    static let discussion = """
        Examples:
          kkmix measure master.wav
          kkmix measure --json *.flac
          kkmix measure album/ --recursive --include '*.flac'
          kkmix measure episode.mp3 --profile apple-podcasts
          kkmix measure --list-profiles
          kkmix mix a.wav b.wav -o - --format wav | kkmix measure -

        Loudness is measured by ITU-R BS.1770-4 and EBU R 128, loudness range by EBU
        Tech 3342; true peaks are found between the samples. An RMS of 0 dBFS is a
        square wave at full scale. The PCM hash is the SHA-256 of the samples as
        little-endian Float32: the same sound in two containers has the same hash. With
        a profile the status is 1 if a limit is missed. If a file fails, the others are
        still measured.
        """

    static let options: [Option] =
        [
            .inputs("file", "Audio files; '-' for standard input."),
            Option(
                "--profile <name>",
                "Check the limits of ebu-r128, atsc-a85, apple-podcasts or acx; the status is 1 if one is missed."
            ).completed(.words(LoudnessProfile.all.map(\.name))),
            Option("--list-profiles", "Only print a table of the profiles and their limits."),
            .jobs("files", changes: "result"),
            .raw,
            .stream,
            .strict("a file, and samples that are NaN or infinite,"),
        ] + Option.found

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        if given.has("--list-profiles") {
            Terminal.print(common.json ? JSONText.document("profiles", LoudnessProfile.all) : MeasureText.profiles)
            return
        }
        try checkFiles()
        try SessionError.refuseSettings(given.files, of: "measure")
        let inputs = try listing(takesTracks: true, voice), files = inputs.map(\.path)
        try SessionError.refuseSharedPipes(files)
        if common.json { ProcessSetup.removeOnSignal(TemporaryFiles(), json: true) }
        let (stream, raw) = (try given.streamNumber(), try given.rawFormat())
        let profile = try given["--profile"].map { try LoudnessProfile(named: $0) }
        var run = MeasureRun(
            inputs.map { input in
                var job = MeasureJob(path: input.path)
                job.track = input.track
                (job.stream, job.raw) = (stream, raw)
                job.isStrict = given.has("--strict")
                job.profile = profile
                return job
            })
        run.threadCount = try given.threadCount()
        let teller = FileTeller(files, json: common.json, voice: voice)
        let hasMissed = Mutex(false), common = common
        run.run { index, result in
            teller.tell(index) {
                let report = try result.get()
                if !common.json {
                    Terminal.print((index > 0 ? "\n" : "") + MeasureText(report).text)
                }
                if !common.quiet { report.warnings.forEach(voice.warning) }
                if report.judgement?.passed == false { hasMissed.withLock { $0 = true } }
                return report
            }
        }
        try teller.finish(status: hasMissed.withLock { $0 } ? 1 : 0)
    }
}
