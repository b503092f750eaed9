internal import ArgumentParser
internal import KKMixing

/// How much two sounds may differ.
struct CompareOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What may differ: exact, lsb, default, lossy or loose; --list-tolerances tells (default: default).",
            valueName: "name"))
    var tolerance: String?

    @Option(
        name: .customLong("max-lsb"), parsing: .unconditional,
        help: ArgumentHelp("Largest residual sample, in steps of the reference's integers.", valueName: "steps|none"))
    var maxLSB: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Largest residual sample: -80dBFS.", valueName: "level|none"))
    var maxPeak: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "RMS of the residual: -90dBFS; 0 dBFS is a square wave at full scale.", valueName: "level|none"))
    var maxRms: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("RMS of the residual beside the reference's: -60dB.", valueName: "ratio|none"))
    var maxRelative: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("K-weighted residual: -80LUFS.", valueName: "level|none"))
    var maxWeighted: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Difference of the loudness: 0.1LU.", valueName: "difference|none"))
    var maxLoudness: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Difference of the loudness range: 1LU.", valueName: "difference|none"))
    var maxLoudnessRange: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Difference of the true peaks: 0.2dB.", valueName: "difference|none"))
    var maxTruePeak: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Largest difference of a third octave: 1dB.", valueName: "difference|none"))
    var maxThirdOctave: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The same from 5 kHz on, which the option before then leaves alone: 6dB.", valueName: "difference|none"))
    var maxTreble: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Difference of the third octaves up to 4 kHz together: 0.6dB.", valueName: "difference|none")
    )
    var maxLevel: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far a level may fall below the reference's in 10 ms: 8dB.", valueName: "difference|none"))
    var maxDropout: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("RMS of the residual beside the reference's in 25 ms: 0.5dB.", valueName: "ratio|none"))
    var maxBurst: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much longer or shorter it may be: a time, or frames (1152f).", valueName: "time"))
    var maxLength: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How early or late it may be: 50ms. The shift is looked for, told, and undone before anything is measured.",
            valueName: "time"))
    var align: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The same as --align.", valueName: "time"))
    var maxLag: String?

    @Flag(help: "Let two sounds that are silent throughout be the same.")
    var allowSilence = false

    @Flag(name: .customLong("all-measures"), help: "Measure everything, also what exact and lsb do without.")
    var allMeasures = false

    @Flag(help: "Make damage inside a file an error (otherwise a warning).")
    var strict = false

    func settings() throws -> ComparisonJob.Settings {
        var settings = ComparisonJob.Settings()
        settings.tolerance = try chosenTolerance()
        settings.allowsSilence = allowSilence
        settings.measuresAll = allMeasures
        settings.isStrict = strict
        return settings
    }

    private func chosenTolerance() throws -> Tolerance {
        let name = tolerance ?? "default"
        guard var chosen = Tolerance(named: name) else {
            let names = Tolerance.all.map(\.name)
            let near = NearMiss.of(name, among: names).map { "did you mean '\($0)'?" }
            throw SessionError(
                .usage, "'\(name)' is not a tolerance",
                nextStep: near ?? "write one of \(names.joined(separator: ", "))")
        }
        if align != nil, maxLag != nil {
            throw SessionError(.usage, "--align and --max-lag are the same thing", nextStep: "give one of them")
        }
        let texts: [(Limit, String?)] = [
            (.lsb, maxLSB), (.peak, maxPeak), (.rms, maxRms), (.relative, maxRelative), (.weighted, maxWeighted),
            (.loudness, maxLoudness),
            (.loudnessRange, maxLoudnessRange), (.truePeak, maxTruePeak), (.thirdOctave, maxThirdOctave),
            (.treble, maxTreble), (.level, maxLevel), (.dropout, maxDropout), (.burst, maxBurst),
            (.length, maxLength), (.lag, align ?? maxLag),
        ]
        for (limit, text) in texts {
            if let text {
                try chosen.set(
                    limit, parsing: text,
                    option: limit == .lag ? align == nil ? "--max-lag" : "--align" : "--max-\(limit.rawValue)")
            }
        }
        try chosen.checkThatItLimits()
        return chosen
    }
}
