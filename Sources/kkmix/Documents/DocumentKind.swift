internal import KKMixing

/// A JSON document that kkmix prints or writes.
struct DocumentKind {
    /// That of its schema: `docs/schemas/NAME.json`.
    let name: String
    /// The command that prints it, or where it lies.
    let source: String
    let meaning: String
    let type: any Decodable.Type
    /// Of JSON Lines: what each kind of line says.
    var lines: [String] = []

    struct Described {
        let kind: DocumentKind
        let shape: JSONShape
    }

    static func described() throws -> [Described] {
        try all.map { Described(kind: $0, shape: try ShapeReader.shape(of: $0.type)) }
    }

    private init(_ name: String, _ source: String, _ meaning: String, _ type: any Decodable.Type, lines: [String] = [])
    {
        (self.name, self.source, self.meaning, self.type, self.lines) = (name, source, meaning, type, lines)
    }

    static var all: [DocumentKind] {
        [
            DocumentKind(
                "failure", "any command with `--json`",
                "What a command prints in place of its document when it fails as a whole, or is stopped by a signal.",
                FailureDocument.self),
            DocumentKind(
                "mix", "`kkmix INPUT… -o OUTPUT --json`", "The file that was mixed; with `-n` the one that would be.",
                MixDocument.self),
            DocumentKind(
                "convert", "`kkmix convert INPUT… -o OUTPUT --json`",
                "The files that were converted, or with `-n` would be, in the order of the inputs.",
                ConvertDocument.self),
            DocumentKind(
                "convert-info", "`kkmix convert --info INPUT… --json`",
                "Both ends of each conversion, and what is between them.", ConvertInfoDocument.self),
            DocumentKind("info", "`kkmix info FILE… --json`", "What is in each file.", InfoDocument.self),
            DocumentKind(
                "info-packets", "`kkmix info --packets FILE… --json`",
                "JSON Lines: a line that opens a file, one for each packet, one that closes the file.", PacketLine.self,
                lines: [
                    "The first line of a file.", "A packet; none where packets are frames.",
                    "The last line.", "The last line of a file that failed, where there are several.",
                ]),
            DocumentKind(
                "measure", "`kkmix measure FILE… --json`",
                "Loudness, peaks, levels and silence of each file. Decibels have three decimals, offsets nine.",
                MeasureDocument.self),
            DocumentKind(
                "measure-profiles", "`kkmix measure --list-profiles --json`", "What the profiles ask for.",
                ProfilesDocument.self),
            DocumentKind(
                "compare", "`kkmix compare REFERENCE ACTUAL --json`", "One case: how alike the two sounds are.",
                CompareDocument.self),
            DocumentKind(
                "compare-tolerances", "`kkmix compare --list-tolerances --json`", "The tolerances by name.",
                TolerancesDocument.self),
            DocumentKind(
                "compare-damages", "`kkmix compare --list-damages --json`",
                "What can go wrong with a sound, and which tolerance catches it.", DamagesDocument.self),
            DocumentKind(
                "test", "`kkmix test --json`", "What became of each case, and the count of all.", TestDocument.self),
            DocumentKind(
                "test-list", "`kkmix test --list --json`", "The cases of the manifests; nothing is run.",
                TestListDocument.self),
            DocumentKind(
                "test-prune", "`kkmix test --prune --json`", "The goldens that were removed.", TestPruneDocument.self),
            DocumentKind(
                "test-assertions", "`kkmix test --assertions --json`", "What a case can assert.",
                TestAssertionsDocument.self),
            DocumentKind(
                "batch", "`kkmix batch JOBS --json`, `batch run`, `batch merge`, and the file of `--report`",
                "What became of each job, in the order of the list.", BatchReport.self),
            DocumentKind(
                "batch-plan", "`kkmix batch plan JOBS -o PLAN --json`", "What was planned.", BatchPlanDocument.self),
            DocumentKind(
                "batch-plan-file", "the file of `kkmix batch plan -o PLAN`",
                "JSON Lines; `schema` stands on the first.", PlanLine.self,
                lines: ["The first line.", "A job."]),
            DocumentKind(
                "batch-record", "`JOBS.state/*.json`, `CACHE/keys/*.json`",
                "What is kept of a job that is done. It is kkmix's own, and tells what may be resumed or taken from the cache.",
                JobRecord.self),
            DocumentKind(
                "batch-script", "`kkmix batch script slurm|parallel PLAN --json`", "The script as a text.",
                BatchScriptDocument.self),
            DocumentKind(
                "plot", "`kkmix plot FILE… -o IMAGE --json`", "The picture that was drawn, or with `-n` would be.",
                PlotDocument.self),
            DocumentKind(
                "graph", "`kkmix graph INPUT… --json`",
                "The graph of a mix. Codes are four characters, as Core Audio's headers spell them.", GraphDocument.self
            ),
            DocumentKind(
                "graph-units", "`kkmix graph --list-units --json`",
                "The units that a graph can have, each as it is when it is new, at 44,100 Hz.", UnitsDocument.self),
            DocumentKind(
                "formats", "`kkmix formats --json`", "What can be written, and what can be read.", FormatsDocument.self),
            DocumentKind(
                "formats-settings", "`kkmix formats --settings --json`", "The settings of a track.",
                SettingsDocument.self),
            DocumentKind(
                "formats-stimuli", "`kkmix formats --stimuli --json`", "The sounds that can stand where a file would.",
                StimuliDocument.self),
            DocumentKind(
                "formats-layouts", "`kkmix formats --layouts --json`", "How channels are mixed up and down.",
                LayoutsDocument.self),
            DocumentKind(
                "formats-resampler", "`kkmix formats --resampler --json`",
                "What the sample-rate converter's qualities keep and remove.", ResamplerDocument.self),
            DocumentKind(
                "formats-documents", "`kkmix formats --documents --json`", "This page, as JSON Schemas.",
                DocumentsDocument.self),
            DocumentKind(
                "presets", "`kkmix presets [NAME] --json`",
                "The equaliser's presets; curves are rounded to thousandths.", PresetsDocument.self),
            DocumentKind("statuses", "`kkmix statuses [NAME] --json`", "The exit statuses.", StatusesDocument.self),
            DocumentKind(
                "progress", "`kkmix … -o OUTPUT --progress json`, also `convert`",
                "JSON Lines on standard error, at most ten a second for each file.", ProgressEvent.self),
            DocumentKind(
                "batch-progress", "`kkmix batch JOBS --progress json`",
                "JSON Lines on standard error, at most ten a second.", BatchProgressEvent.self),
        ]
    }
}

/// The lines of `info --packets --json`.
private enum PacketLine: HasAlternatives {
    case line

    init(from decoder: any Decoder) throws { self = .line }

    static var alternatives: [any Decodable.Type] {
        [InfoPackets.Start.self, InfoPackets.Packet.self, InfoPackets.Closing.self, InfoPackets.Failure.self]
    }
}

/// The lines of a plan.
private enum PlanLine: HasAlternatives {
    case line

    init(from decoder: any Decoder) throws { self = .line }

    static var alternatives: [any Decodable.Type] { [BatchPlan.Head.self, BatchPlan.Row.self] }
}
