internal import KKMixing

extension KeyMeanings {
    /// Keys that mean something else in a type than elsewhere.
    static func own(_ type: Any.Type) -> [String: String] { types.first { $0.type == type }?.meanings ?? [:] }

    private static let picture = [
        "kind": "what it shows, with the numbers of ID3v2 and FLAC: 3 is the front cover, 4 the back, 0 anything else",
        "description": "its description, usually empty", "bytes": "the size of the picture's file, bytes",
    ]

    private static let types: [(type: Any.Type, meanings: [String: String])] = [
        (
            ErrorFacts.self,
            [
                "status": "the exit status of this kind of failure",
                "path": "the file with the problem; null if there is none",
            ]
        ),
        (
            JobFailure.self,
            [
                "status": "the exit status of this kind of failure",
                "path": "the file with the problem; null if there is none",
                "problem": "what went wrong, without place and next step",
                "place": "the file or other place, and the position in it",
                "next_step": "what to do next",
            ]
        ),
        (FailedFile.self, ["error": "why it failed"]),
        (
            NotesReport.self,
            ["changed": "whether something was changed", "markers": "the markers and chapters"]
        ),
        (NotesReport.Picture.self, picture), (AttachedPicture.self, picture),
        (NotesReport.Instrument.self, ["gain": "decibels"]),
        (NoteRow.Place.self, ["place": "where it is stored; null if it cannot be stored"]),
        (DoctorDocument.self, ["version": "the version of kkmix", "written": "what can be written"]),
        (
            LibraryRow.self,
            [
                "file": "the file name by which it is loaded; null if it is linked",
                "path": "the file that was loaded; null if none was",
                "version": "the version that the library reports; null if it reports none",
                "problem": "why it cannot be loaded, in the loader's words; null if it can",
            ]
        ),
        (UnitReport.self, ["keyword": "its name for `--unit`; null if it cannot be used there"]),
        (FailureDocument.self, ["error": "why it failed"]),
        (InfoPackets.Failure.self, ["error": "why it failed"]),
        (InfoPackets.Total.self, ["count": "packets"]),
        (
            AudioFileMarker.self,
            [
                "channel": "the channel, from 1; 0 is all of them",
                "type": "the kind, as the file names it; null if it does not",
            ]
        ),
        (AudioFileRegion.self, ["id": "the region's number"]),
        (LoudnessProfile.Verdict.self, ["passed": "whether the limit is met"]),
        (ComparisonReport.self, ["limits": "the tolerance's limits, by the names of their options"]),
        (Comparison.Places.self, ["frame": "the frame of the reference"]),
        (ToleranceRow.self, ["limits": "its limits, by the names of their options"]),
        (Tolerance.self, limits),
        (TestDocument.self, ["passed": "cases that passed", "failed": "cases that differ"]),
        (
            CaseOutcome.self,
            [
                "actual": "the render, kept if the case failed",
                "place": "`FILE:LINE:COLUMN`, where it is declared",
                "assertions": "what was asserted",
            ]
        ),
        (
            SoundAssertion.Outcome.self,
            [
                "text": "as the manifest has it", "measured": "what was found, as text", "passed": "whether it holds",
            ]
        ),
        (
            GoldenCase.self,
            [
                "place": "`FILE:LINE:COLUMN`, where it is declared",
                "assertions": "what is asserted, as the manifest has it",
                "env": "the program's variables in addition to those of kkmix",
                "cwd": "the folder the program works in, relative to that of kkmix; empty for the same",
                "stdin": "the file that is the program's standard input; null if it is empty",
            ]
        ),
        (
            CaseCalibration.self,
            [
                "tolerance": "the strictest named tolerance that all pairs pass with a margin; null if there is none",
                "limits": "limits that all pairs pass with a margin, in the form of a manifest; null if there are none",
                "spectrum_limits": "the same for loudness and spectrum, if no limits on samples hold",
                "assertions": "assertions that all runs pass with a margin, if no limits on samples hold",
                "runs": "how often the sound was made",
            ]
        ),
        (
            CaseCalibration.Spread.self,
            ["worst": "the largest difference between two runs", "unit": "its unit"]
        ),
        (
            LoudnessReport.self,
            [
                "gain_db": "the gain that was applied before the limiter, dB",
                "integrated_lufs": "integrated loudness of what is written, LUFS",
            ]
        ),
        (NormalizeReport.self, ["gain_db": "the gain that was applied, dB"]),
        (ClippingReport.self, ["clipped_samples": "samples that were clipped"]),
        (ClippingReport.Contribution.self, ["path": "the track's file"]),
        (JobClipping.self, ["clipped_samples": "samples that were clipped", "text": "the line for people"]),
        (
            JobRecord.self,
            [
                "id": "the job's id; empty in a cache",
                "facts": "facts about the output, as `result` in a report",
                "seal": "in a cache a hash of key and facts, which shows that they belong together; null elsewhere",
            ]
        ),
        (
            BatchPlan.Row.self,
            [
                "sha256": "SHA-256 of each input's bytes; null for a stimulus and for a file that cannot be read",
                "error": "why the job will fail; null if nothing prevents it",
            ]
        ),
        (BatchPlanDocument.self, ["output": "the plan's file; null if none was written"]),
        (BatchPlan.Job.self, ["error": "why the job will fail; null if nothing prevents it"]),
        (
            PlotFacts.self,
            [
                "inputs": "the files that are drawn", "output": "the picture", "format": "`png` or `svg`",
            ]
        ),
        (
            GraphReport.Node.self,
            [
                "id": "the node's number", "path": "the file that a file player plays; null for other nodes",
            ]
        ),
        (GraphReport.Connection.self, ["source": "the node whose output it is"]),
        (UnitReport.Property.self, ["id": "the property's number"]),
        (
            UnitReport.Parameter.self,
            [
                "id": "the parameter's number", "keyword": "its name in `--unit`",
                "minimum": "the start of its range",
                "maximum": "the end of its range, at 44,100 Hz if it depends on the rate",
            ]
        ),
        (OutputFormat.Row.self, ["container": "the name for `--format`"]),
        (
            FormatsDocument.self,
            ["written": "what can be written", "encoders": "the encoders that have options"]
        ),
        (
            EncoderRow.self,
            [
                "name": "the name for `--encoding`, or for FLAC and WavPack for `--format`",
                "bitrate": "the values of `--bitrate`, as text; null if it is refused",
                "quality": "the values of `--quality`; null if it is refused",
                "compression": "the values of `--compression`; null if it is refused",
                "standard": "the default, as text",
            ]
        ),
        (FormatsDocument.Read.self, ["encodings": "the encodings that can be read in it, as text"]),
        (
            SettingRow.self,
            [
                "key": "the word before the `=`", "value": "what follows it; null if nothing does",
            ]
        ),
        (Stimulus.KindRow.self, ["keys": "the settings that only this kind has; the others are for all kinds"]),
        (Stimulus.KeyRow.self, ["key": "the word before the `=`", "value": "what follows it"]),
        (
            LayoutPair.self,
            [
                "from": "the input's layout",
                "to": "the output's layout",
                "inputs": "the labels of the input's channels",
            ]
        ),
        (DocumentKind.Described.self, ["source": "the command that prints it, or the file that has it"]),
        (ExitStatus.Row.self, ["status": "the number"]),
        (
            ConversionDescription.self,
            [
                "output": "the file that would be written; null without `-o`",
                "channel_map": "the channel map, in the form `2,-`; null without one",
            ]
        ),
    ]

    private static let limits = Dictionary(
        uniqueKeysWithValues: Limit.allCases.flatMap { limit in
            let name = limit.rawValue, what = "the limit of `--max-\(name)`"
            return switch limit {
            case .lag, .length: ["seconds", "frames"].map { ("\(name)_\($0)", "\(what), if it was given in \($0)") }
            default: [(name, "\(what), in \(limit.unit); null limits nothing")]
            }
        })
}
