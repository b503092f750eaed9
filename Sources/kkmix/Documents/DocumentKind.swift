internal import KKMixing

/// A JSON document that kkmix prints or writes.
struct DocumentKind {
    /// That of its schema: `docs/schemas/NAME.json`.
    let name: String
    /// The command that prints it, or where it lies.
    let source: String
    let meaning: String
    /// The name of the list that it is; `nil` for any other document.
    let list: String?
    /// The document, or what is in its list.
    let type: Any.Type
    /// Of JSON Lines: what each kind of line says.
    var lines: [String] = []

    struct Described {
        let kind: DocumentKind
        let shape: JSONShape
    }

    static func described() throws -> [Described] {
        try all.map { kind in
            let shape = try JSONShape(of: kind.type)
            guard let list = kind.list else { return Described(kind: kind, shape: shape) }
            let keys = [("schema", .integer), (list, JSONShape.list(shape))]
            return Described(
                kind: kind, shape: .keys(try keys.map { key in try .init(key.0, of: kind.type) { key.1 } }))
        }
    }

    private init(
        _ name: String, _ source: String, _ meaning: String, _ list: String? = nil, of type: Any.Type,
        lines: [String] = []
    ) {
        (self.name, self.source, self.meaning, self.list) = (name, source, meaning, list)
        (self.type, self.lines) = (type, lines)
    }

    static var all: [DocumentKind] {
        [
            DocumentKind(
                "failure", "any command with `--json`",
                "What a command prints instead of its document if it fails as a whole or is stopped by a signal.",
                of: FailureDocument.self),
            DocumentKind(
                "mix", "`kkmix INPUT… -o OUTPUT --json`, also `concat`",
                "The file that was mixed; with `-n` the one that would be.",
                "jobs", of: MixReport.self),
            DocumentKind(
                "convert", "`kkmix convert INPUT… -o OUTPUT --json`, also `split`",
                "The files that were converted, or with `-n` would be, in the order of the inputs.",
                "files", of: FileResult<ConversionReport>.self),
            DocumentKind(
                "convert-info", "`kkmix convert --info INPUT… --json`",
                "The input and output of each conversion, and what happens between them.", "files",
                of: FileResult<ConversionDescription>.self),
            DocumentKind(
                "info", "`kkmix info FILE… --json`", "What is in each file.", "files", of: FileResult<InfoFile>.self),
            DocumentKind(
                "info-packets", "`kkmix info --packets FILE… --json`",
                "JSON Lines: for each file a first line, a line for each packet, and a last line.",
                of: PacketDocumentLine.self,
                lines: [
                    "The first line of a file.", "A packet; there are no such lines if packets are frames.",
                    "The last line.", "The last line of a file that failed, if there are several files.",
                ]),
            DocumentKind(
                "tags", "`kkmix tags FILE… --json`",
                "The tags and other notes of each file; with options that set something, after the change.", "files",
                of: FileResult<NotesReport>.self),
            DocumentKind(
                "measure", "`kkmix measure FILE… --json`",
                "Loudness, peaks, levels and silence of each file. Decibels have three decimals, offsets nine.",
                "files", of: FileResult<MeasureReport>.self),
            DocumentKind(
                "measure-profiles", "`kkmix measure --list-profiles --json`", "The limits of the profiles.",
                "profiles", of: LoudnessProfile.self),
            DocumentKind(
                "compare", "`kkmix compare REFERENCE ACTUAL --json`", "One case: how much the two sounds differ.",
                "cases", of: ComparisonReport.self),
            DocumentKind(
                "compare-tolerances", "`kkmix compare --list-tolerances --json`", "The tolerances by name.",
                "tolerances", of: ToleranceRow.self),
            DocumentKind(
                "compare-damages", "`kkmix compare --list-damages --json`",
                "What can go wrong with a sound, and which tolerance catches it.", "damages", of: DamageRow.self),
            DocumentKind(
                "test", "`kkmix test --json`", "The result of each case, and their counts.", of: TestDocument.self),
            DocumentKind(
                "test-list", "`kkmix test --list --json`", "The cases of the manifests; nothing is run.",
                "cases", of: GoldenCase.self),
            DocumentKind(
                "test-calibrate", "`kkmix test --calibrate CASE --json`",
                "How much the sounds of a case differ, and which tolerance they pass.", "cases",
                of: CaseCalibration.self),
            DocumentKind(
                "review", "`kkmix review --json`", "The cases that failed, and what happened to them.", "cases",
                of: CaseOutcome.self),
            DocumentKind(
                "goldens", "`kkmix goldens pull|push|verify|gc --json`",
                "The goldens and what happened to each; for `gc` the objects that no lock names.", "files",
                of: GoldenReport.self),
            DocumentKind(
                "bisect", "`kkmix bisect --json`",
                "The commit that changed a case's sound, and each that was tried.",
                of: BisectReport.self),
            DocumentKind(
                "test-prune", "`kkmix test --prune --json`", "The goldens that were removed.", "files",
                of: PrunedGolden.self),
            DocumentKind(
                "test-assertions", "`kkmix test --assertions --json`", "What a case can assert.",
                "assertions", of: SoundAssertion.Form.self),
            DocumentKind(
                "batch", "`kkmix batch JOBS --json`, `batch run`, `batch merge`, and the file of `--report`",
                "The result of each job, in the order of the list.", of: BatchReport.self),
            DocumentKind(
                "batch-plan", "`kkmix batch plan JOBS -o PLAN --json`", "What was planned.", of: BatchPlanDocument.self),
            DocumentKind(
                "batch-plan-file", "the file of `kkmix batch plan -o PLAN`",
                "JSON Lines; `schema` is in the first.", of: PlanLine.self,
                lines: ["The first line.", "A job."]),
            DocumentKind(
                "batch-record", "`JOBS.state/*.json`, `CACHE/keys/*.json`",
                "The record of a job that is done, for kkmix's own use: it says what may be resumed or taken from the cache.",
                of: JobRecord.self),
            DocumentKind(
                "batch-script", "`kkmix batch script slurm|parallel PLAN --json`", "The script, as text.",
                "scripts", of: BatchScriptFacts.self),
            DocumentKind(
                "plot", "`kkmix plot FILE… -o IMAGE --json`",
                "The picture that was drawn; with `-n` the one that would be.",
                "files", of: PlotFacts.self),
            DocumentKind(
                "graph", "`kkmix graph INPUT… --json`",
                "The graph of a mix. Codes have four characters, as in Core Audio's headers.", "jobs",
                of: GraphReport.self
            ),
            DocumentKind(
                "graph-units", "`kkmix graph --list-units --json`, also `kkmix units [NAME] --json`",
                "The units that a graph can have, each as a new unit at 44,100 Hz.", "units",
                of: UnitReport.self),
            DocumentKind(
                "plugins", "`kkmix plugins [PLUGIN] [--check] --json`",
                "The LADSPA and LV2 plug-ins of this system; rates of parameters at 44,100 Hz.", "plugins",
                of: PluginReport.self),
            DocumentKind(
                "plugin-checks", "`kkmix plugins check PLUGIN --json`", "What was tried of a plug-in.", "checks",
                of: PluginFindingReport.self),
            DocumentKind(
                "formats", "`kkmix formats --json`", "What can be written, and what can be read.",
                of: FormatsDocument.self),
            DocumentKind(
                "formats-settings", "`kkmix formats --settings --json`", "The settings of a track.",
                "settings", of: SettingRow.self),
            DocumentKind(
                "formats-stimuli", "`kkmix formats --stimuli --json`",
                "The test sounds that can be used in place of a file.",
                of: StimuliDocument.self),
            DocumentKind(
                "formats-layouts", "`kkmix formats --layouts --json`", "How channels are mixed up and down.",
                "layouts", of: LayoutPair.self),
            DocumentKind(
                "formats-notes", "`kkmix formats --notes --json`",
                "Where each format stores tags and other notes.", "notes", of: NoteRow.self),
            DocumentKind(
                "formats-resampler", "`kkmix formats --resampler --json`",
                "What the sample-rate converter's qualities keep and remove.", "qualities", of: ResamplerRow.self),
            DocumentKind(
                "formats-documents", "`kkmix formats --documents --json`", "This page, as JSON Schemas.",
                "documents", of: DocumentKind.Described.self),
            DocumentKind(
                "presets", "`kkmix presets [NAME] --json`",
                "The equaliser's presets; the curves are rounded to thousandths.", of: PresetsDocument.self),
            DocumentKind(
                "statuses", "`kkmix statuses [NAME] --json`", "The exit statuses.", "statuses", of: ExitStatus.Row.self),
            DocumentKind(
                "doctor", "`kkmix doctor --json`",
                "The system's libraries that were found, and what can be read and written with them.",
                of: DoctorDocument.self),
            DocumentKind(
                "progress", "`kkmix … -o OUTPUT --progress json`, also `convert`",
                "JSON Lines on standard error, at most ten a second for each file.", of: ProgressEvent.self),
            DocumentKind(
                "batch-progress", "`kkmix batch JOBS --progress json`",
                "JSON Lines on standard error, at most ten a second.", of: BatchProgressEvent.self),
        ]
    }
}

/// What a list has of a file: what was found out, or why nothing was.
private enum FileResult<Facts: Encodable>: HasAlternatives {
    static var alternatives: [Any.Type] { [Facts.self, FailedFile.self] }
}

/// The lines of `info --packets --json`.
private enum PacketDocumentLine: HasAlternatives {
    static let alternatives: [Any.Type] = [
        InfoPackets.Start.self, InfoPackets.Packet.self, InfoPackets.Closing.self, InfoPackets.Failure.self,
    ]
}

/// The lines of a plan.
private enum PlanLine: HasAlternatives {
    static let alternatives: [Any.Type] = [BatchPlan.Head.self, BatchPlan.Row.self]
}
