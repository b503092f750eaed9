internal import KKMixing

extension KeyMeanings {
    /// Keys that mean something else in a type than elsewhere.
    static func own(_ type: Any.Type) -> [String: String] { types.first { $0.type == type }?.meanings ?? [:] }

    private static let picture = [
        "kind": "what it shows, as ID3v2 and FLAC count: 3 is the front cover, 4 the back, 0 anything",
        "description": "what is said of it; empty as a rule", "bytes": "how long the picture's file is",
    ]

    private static let types: [(type: Any.Type, meanings: [String: String])] = [
        (
            ErrorFacts.self,
            [
                "status": "the exit status that goes with it",
                "path": "the file that it is about; null where it is about none",
            ]
        ),
        (
            JobFailure.self,
            [
                "status": "the exit status that goes with it",
                "path": "the file that it is about; null where it is about none",
                "problem": "what went wrong alone", "place": "where alone, and what within it",
                "next_step": "what to do next alone",
            ]
        ),
        (FailedFile.self, ["error": "why it failed"]),
        (
            NotesReport.self,
            ["changed": "whether something was set that was not so before", "markers": "the markers and chapters"]
        ),
        (NotesReport.Picture.self, picture), (AttachedPicture.self, picture),
        (NotesReport.Instrument.self, ["gain": "decibels"]),
        (NoteRow.Place.self, ["place": "the name of its place there; null where it has none"]),
        (DoctorDocument.self, ["version": "the version of kkmix", "written": "what can be written"]),
        (
            LibraryRow.self,
            [
                "file": "the name by which it is loaded; null where it is linked",
                "path": "the file that was loaded; null where none was",
                "version": "what the library says of itself; null where it says nothing",
                "problem": "why it cannot be loaded, in the loader's words; null where it can",
            ]
        ),
        (UnitReport.self, ["keyword": "the word of `--unit`; null for what is put into a mix in another way"]),
        (FailureDocument.self, ["error": "why it failed"]),
        (InfoPackets.Failure.self, ["error": "why it failed"]),
        (InfoPackets.Total.self, ["count": "packets"]),
        (
            AudioFileMarker.self,
            [
                "channel": "the channel, from 1; 0 is all of them",
                "type": "the kind, as the file has it; null where it says none",
            ]
        ),
        (AudioFileRegion.self, ["id": "the region's number"]),
        (LoudnessProfile.Verdict.self, ["passed": "whether it is kept"]),
        (ComparisonReport.self, ["limits": "the tolerance's limits, by the names of their options"]),
        (Comparison.Places.self, ["frame": "the frame of the reference"]),
        (ToleranceRow.self, ["limits": "its limits, by the names of their options"]),
        (Tolerance.self, limits),
        (TestDocument.self, ["passed": "cases that passed", "failed": "cases that differ"]),
        (
            CaseOutcome.self,
            [
                "actual": "the render that was kept, where it failed",
                "place": "`FILE:LINE:COLUMN`, where it is declared",
                "assertions": "what was asserted",
            ]
        ),
        (
            SoundAssertion.Outcome.self,
            [
                "text": "as the manifest has it", "measured": "what was found, in words", "passed": "whether it holds",
            ]
        ),
        (
            GoldenCase.self,
            [
                "place": "`FILE:LINE:COLUMN`, where it is declared",
                "assertions": "what is asserted, as the manifest has it",
            ]
        ),
        (
            CaseCalibration.self,
            [
                "tolerance": "the strictest tolerance with a name that all pairs hold; null where none does",
                "limits": "limits of one's own that hold, as a manifest has them",
                "runs": "how often the sound was made",
            ]
        ),
        (
            CaseCalibration.Spread.self,
            ["worst": "the furthest that two were apart", "unit": "what it is counted in"]
        ),
        (
            LoudnessReport.self,
            [
                "gain_db": "the gain that brought it there, in front of the limiter, dB",
                "integrated_lufs": "integrated loudness as it is written, LUFS",
            ]
        ),
        (NormalizeReport.self, ["gain_db": "the gain that brought it there, dB"]),
        (ClippingReport.self, ["clipped_samples": "samples that could not be held"]),
        (ClippingReport.Contribution.self, ["path": "the track's file"]),
        (JobClipping.self, ["clipped_samples": "samples that could not be held", "text": "the line for people"]),
        (
            JobRecord.self,
            [
                "id": "the job's id; empty in a cache",
                "facts": "what is reported of the output, as a report's `result`",
                "seal": "in a cache a hash of key and facts, by which the two belong to each other; null elsewhere",
            ]
        ),
        (
            BatchPlan.Row.self,
            [
                "sha256": "SHA-256 of each input's bytes; null of a stimulus, and where it cannot be read",
                "error": "why the job will fail; null where nothing is in its way",
            ]
        ),
        (BatchPlanDocument.self, ["output": "the plan's file; null where none was written"]),
        (BatchPlan.Job.self, ["error": "why the job will fail; null where nothing is in its way"]),
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
                "id": "the parameter's number", "keyword": "its word behind `--unit`",
                "minimum": "the start of its range",
                "maximum": "the end of its range, at 44,100 Hz where that follows the rate",
            ]
        ),
        (OutputFormat.Row.self, ["container": "the word of `--format`"]),
        (
            FormatsDocument.self,
            ["written": "what can be written", "encoders": "the encoders of which something can be asked"]
        ),
        (
            EncoderRow.self,
            [
                "name": "the word of `--encoding`, of FLAC and WavPack of `--format`",
                "bitrate": "what `--bitrate` can be, in words; null where it is refused",
                "quality": "what `--quality` can be; null where it is refused",
                "compression": "what `--compression` can be; null where it is refused",
                "standard": "what it is without them, in words",
            ]
        ),
        (FormatsDocument.Read.self, ["encodings": "what can be read in it, in words"]),
        (
            SettingRow.self,
            [
                "key": "the word before the `=`", "value": "what stands behind it; null where nothing does",
            ]
        ),
        (Stimulus.KindRow.self, ["keys": "the settings that are its own; the others belong to all"]),
        (Stimulus.KeyRow.self, ["key": "the word before the `=`", "value": "what stands behind it"]),
        (
            LayoutPair.self,
            [
                "from": "the input's layout",
                "to": "the output's layout",
                "inputs": "the labels of the input's channels",
            ]
        ),
        (DocumentKind.Described.self, ["source": "the command that prints it, or where it lies"]),
        (ExitStatus.Row.self, ["status": "the number"]),
        (
            ConversionDescription.self,
            [
                "output": "the file that would be written; null without `-o`",
                "channel_map": "the channel map, as it is written: `2,-`; null without one",
            ]
        ),
    ]

    private static let limits = Dictionary(
        uniqueKeysWithValues: Limit.allCases.flatMap { limit in
            let name = limit.rawValue, what = "the limit of `--max-\(name)`"
            return switch limit {
            case .lag, .length: ["seconds", "frames"].map { ("\(name)_\($0)", "\(what), where it was said in \($0)") }
            default: [(name, "\(what), in \(limit.unit); null limits nothing")]
            }
        })
}
