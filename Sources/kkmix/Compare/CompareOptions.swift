internal import KKMixing

/// How much two sounds may differ.
struct CompareOptions {
    static let table =
        [
            Option(
                "--tolerance <name>",
                "What may differ: exact, lsb, default, lossy or loose; --list-tolerances tells (default: default).")
        ] + limits.map { Option("\(name(of: $0)) <\($1)>", $2, takesDashes: true) } + [
            Option("--max-lag <time>", "The same as --align.", takesDashes: true),
            Option("--allow-silence", "Let two sounds that are silent throughout be the same."),
            Option("--all-measures", "Measure everything, also what exact and lsb do without."),
            .strict("a file"),
        ]

    static let exclusions = [
        Exclusion(
            ["--align", "--max-lag"], "--align and --max-lag are the same thing", nextStep: "give one of them")
    ]

    private static let limits: [(Limit, value: String, help: String)] = [
        (.lsb, "steps|none", "Largest residual sample, in steps of the reference's integers."),
        (.peak, "level|none", "Largest residual sample: -80dBFS."),
        (.rms, "level|none", "RMS of the residual: -90dBFS; 0 dBFS is a square wave at full scale."),
        (.relative, "ratio|none", "RMS of the residual beside the reference's: -60dB."),
        (.weighted, "level|none", "K-weighted residual: -80LUFS."),
        (.loudness, "difference|none", "Difference of the loudness: 0.1LU."),
        (.loudnessRange, "difference|none", "Difference of the loudness range: 1LU."),
        (.truePeak, "difference|none", "Difference of the true peaks: 0.2dB."),
        (.thirdOctave, "difference|none", "Largest difference of a third octave: 1dB."),
        (.treble, "difference|none", "The same from 5 kHz on, which the option before then leaves alone: 6dB."),
        (.level, "difference|none", "Difference of the third octaves up to 4 kHz together: 0.6dB."),
        (.dropout, "difference|none", "How far a level may fall below the reference's in 10 ms: 8dB."),
        (.burst, "ratio|none", "RMS of the residual beside the reference's in 25 ms: 0.5dB."),
        (.length, "time", "How much longer or shorter it may be: a time, or frames (1152f)."),
        (
            .lag, "time",
            "How early or late it may be: 50ms. The shift is looked for, reported, and undone before anything is measured."
        ),
    ]

    private static func name(of limit: Limit) -> String { limit == .lag ? "--align" : "--max-\(limit.rawValue)" }

    let given: Arguments

    func settings() throws -> ComparisonJob.Settings {
        var settings = ComparisonJob.Settings()
        settings.tolerance = try chosenTolerance()
        settings.allowsSilence = given.has("--allow-silence")
        settings.measuresAll = given.has("--all-measures")
        settings.isStrict = given.has("--strict")
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
        for (limit, _, _) in Self.limits {
            let option = limit == .lag && given["--max-lag"] != nil ? "--max-lag" : Self.name(of: limit)
            if let text = given[option] { try chosen.set(limit, parsing: text, option: option) }
        }
        try chosen.checkThatItLimits()
        return chosen
    }
}
