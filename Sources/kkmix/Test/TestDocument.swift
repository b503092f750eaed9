internal import KKMixing

/// `{"schema":1,"cases":[…]}`: what `test --json` prints.
struct TestDocument: Codable {
    var schema = 1
    var cases: [Case]
    var passed: Int
    var failed: Int
    var errors: Int
    var recorded: Int
    var skipped: Int
    var unreferenced_goldens: [String]

    init(_ outcomes: [CaseOutcome], unreferenced: [String]) {
        let tally = CaseTally(outcomes)
        cases = outcomes.map(Case.init)
        (passed, failed, errors) = (tally[.passed], tally[.failed], tally[.error])
        (recorded, skipped) = (tally[.recorded], tally[.skipped])
        unreferenced_goldens = unreferenced
    }

    struct Case: Codable {
        var name: String
        /// The manifest's name, as reports sort by it.
        var `class`: String
        var status: CaseOutcome.Status
        /// As `compare` has it.
        @OrNull var verdict: Verdict?
        /// What the verdict is about.
        @OrNull var compared: Compared?
        var reason: String
        @OrNull var next_step: String?
        /// `FILE:LINE:COLUMN` of the case.
        var place: String
        var file: String
        var line: Int
        @OrNull var golden: String?
        var golden_missing: Bool
        var tolerance: String
        /// What is beyond its limit, in words.
        var missed: [String]
        @OrNull var diagnosis: String?
        @OrNull var actual: String?
        @OrNull var residual: String?
        @OrNull var baseline: String?
        @OrNull var picture: String?
        @OrNull var departure: String?
        /// Where the golden is a sound.
        @OrNull var comparison: Differences?
        @OrNull var fingerprint: FingerprintComparison?
        var assertions: [SoundAssertion.Outcome]
        @OrNull var damages_tried: Int?
        @OrNull var damages_missed: [String]?
        var warnings: [String]

        init(_ outcome: CaseOutcome) {
            name = outcome.item.name
            `class` = outcome.item.className
            status = outcome.status
            verdict = outcome.verdict
            compared = outcome.verdict.map { outcome.fingerprint == nil || $0 == .samePCM ? .samples : .fingerprint }
            reason = outcome.reason
            next_step = outcome.nextStep
            place = outcome.item.place
            (file, line) = (outcome.item.file, outcome.item.line)
            golden = outcome.item.golden?.path
            golden_missing = outcome.isMissingGolden
            (missed, diagnosis) = (outcome.missed, outcome.diagnosis)
            tolerance = outcome.item.tolerance.name
            actual = outcome.actualPath
            (residual, baseline) = (outcome.residualPath, outcome.baselinePath)
            picture = outcome.picturePath
            departure = outcome.departure
            comparison = outcome.comparison.map(Differences.init)
            fingerprint = outcome.fingerprint
            assertions = outcome.assertions
            damages_tried = outcome.damagesTried > 0 ? outcome.damagesTried : nil
            damages_missed = outcome.damagesTried > 0 ? outcome.damagesMissed : nil
            warnings = outcome.warnings
        }
    }

    enum Compared: String, Codable, CaseIterable { case samples, fingerprint }

    /// The measures of a comparison, by the names that `compare` gives them.
    struct Differences: Codable {
        var frames_compared: Int64
        var lag_frames: Int64
        @OrNull var gain_db: Double?
        var inverted: Bool
        var swapped: Bool
        @OrNull var peak_residual_dbfs: Double?
        @OrNull var rms_residual_dbfs: Double?
        @OrNull var delta_lufs: Double?
        @OrNull var delta_true_peak_db: Double?
        @OrNull var first: CompareDocument.Place?
        @OrNull var worst: CompareDocument.Place?
        var missed: [String]

        init(_ found: Comparison) {
            frames_compared = found.framesCompared
            lag_frames = found.diagnosis?.lag ?? found.alignment
            gain_db = found.diagnosis?.gain ?? found.gain
            inverted = found.diagnosis?.isInverted ?? false
            swapped = found.diagnosis?.isSwapped ?? false
            peak_residual_dbfs = found.peakResidual
            rms_residual_dbfs = found.rmsResidual
            delta_lufs = found.deltaLoudness
            delta_true_peak_db = found.deltaTruePeak
            first = found.first.map { CompareDocument.Place($0, shift: found.alignment) }
            worst = found.worst.map { CompareDocument.Place($0, shift: found.alignment) }
            missed = ComparisonWords(found).missed
        }
    }
}

/// What `test --list --json` prints.
struct TestListDocument: Codable {
    var schema = 1
    var cases: [Entry]

    struct Entry: Codable {
        var name: String
        var place: String
        @OrNull var golden: String?
        var golden_missing: Bool
        var tolerance: String
        var assertions: [String]
        @OrNull var skip: String?
    }

    init(_ cases: [GoldenCase]) {
        self.cases = cases.map { item in
            Entry(
                name: item.name, place: item.place, golden: item.golden?.path,
                golden_missing: item.golden.map { !FileSystem.exists($0.path) } ?? false,
                tolerance: item.tolerance.name, assertions: item.assertions.map(\.text), skip: item.skipReason)
        }
    }
}

/// `{"schema":1,"files":[{"path":…}]}`: what `test --prune --json` prints, the goldens that it removed.
struct TestPruneDocument: Codable {
    var schema = 1
    var files: [Golden]

    struct Golden: Codable {
        var path: String
    }
}

/// What `test --assertions --json` prints.
struct TestAssertionsDocument: Codable {
    var schema = 1
    var assertions = SoundAssertion.forms
}
