internal import KKMixing

/// How much two sounds may differ.
struct CompareOptions {
    static let table =
        [
            Option(
                "--tolerance <name>",
                "How much may differ: exact, lsb, default, lossy or loose (see --list-tolerances; default: default)."
            ).completed(.words(Tolerance.all.map(\.name)))
        ] + limits.map { Option("\(name(of: $0)) <\(value(of: $0))>", $1, takesDashes: true) } + [
            Option("--max-lag <time>", "The same as --align.", takesDashes: true),
            Option("--allow-silence", "Accept two sounds that are both silent throughout."),
            Option("--all-measures", "Measure everything, even what exact and lsb do not need."),
            .raw,
            .stream,
            .strict("a file"),
        ]

    static let exclusions = [
        Exclusion(
            ["--align", "--max-lag"], "--align and --max-lag are the same thing", nextStep: "give one of them")
    ]

    private static let limits: [(Limit, help: String)] = [
        (.lsb, "Largest residual sample, in steps of the reference's bit depth."),
        (.peak, "Largest residual sample: -80dBFS."),
        (.rms, "RMS of the residual: -90dBFS; 0 dBFS is a square wave at full scale."),
        (.relative, "RMS of the residual, relative to the reference's: -60dB."),
        (.weighted, "K-weighted residual: -80LUFS."),
        (.loudness, "Difference of the loudness: 0.1LU."),
        (.loudnessRange, "Difference of the loudness range: 1LU."),
        (.truePeak, "Difference of the true peaks: 0.2dB."),
        (.thirdOctave, "Largest difference of a third octave: 1dB."),
        (.treble, "The same from 5 kHz up, which --max-third-octave then ignores: 6dB."),
        (.level, "Difference of the third octaves up to 4 kHz together: 0.6dB."),
        (.dropout, "How far the level of any 10 ms may fall below the reference's: 8dB."),
        (.burst, "RMS of the residual in any 25 ms, relative to the reference's, so it may be above 0: 0.5dB."),
        (.length, "How much longer or shorter it may be: a time, or frames (1152f)."),
        (
            .lag,
            "How early or late it may be: 50ms. The shift is found, reported and undone before anything is measured."
        ),
    ]

    /// What is written after the option.
    private static func value(of limit: Limit) -> String {
        switch limit.facts.kind {
        case .steps: "steps|none"
        case .level: "level|none"
        case .ratio: "ratio|none"
        case .difference, .fall: "difference|none"
        case .extent: "time"
        }
    }

    private static func name(of limit: Limit) -> String { limit == .lag ? "--align" : "--max-\(limit.rawValue)" }

    let given: Arguments

    func settings() throws -> ComparisonJob.Settings {
        var settings = ComparisonJob.Settings()
        settings.tolerance = try chosenTolerance()
        settings.allowsSilence = given.has("--allow-silence")
        settings.measuresAll = given.has("--all-measures")
        settings.isStrict = given.has("--strict")
        (settings.stream, settings.raw) = (try given.streamNumber(), try given.rawFormat())
        return settings
    }

    private func chosenTolerance() throws -> Tolerance {
        let name = given["--tolerance"] ?? "default"
        guard var chosen = Tolerance(named: name) else {
            let names = Tolerance.all.map(\.name)
            let near = NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
            throw SessionError(
                .usage, "'\(name)' is not a tolerance",
                nextStep: near ?? "write one of \(names.joined(separator: ", "))")
        }
        for (limit, _) in Self.limits {
            let option = limit == .lag && given["--max-lag"] != nil ? "--max-lag" : Self.name(of: limit)
            if let text = given[option] { try chosen.set(limit, parsing: text, option: option) }
        }
        try chosen.checkThatItLimits()
        return chosen
    }
}
