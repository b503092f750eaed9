public import KKAnalysis
public import KKFiles
public import KKPCM

/// The result of a case.
public struct CaseOutcome: Sendable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        case passed = "pass"
        case failed = "fail"
        /// It could not be rendered, or its golden could not be read.
        case error
        case skipped = "skip"
        /// Its golden was written.
        case recorded
        /// Not run, because an earlier case failed with stop-at-failure.
        case notRun = "not-run"
    }

    public let item: GoldenCase
    public var status = Status.passed
    /// The verdict of the comparison; `nil` if nothing was compared.
    public var verdict: Verdict?
    /// The reason, in one clause; for a passed case, what was found.
    public var reason = ""
    /// What the user can do, in one clause.
    public var nextStep: String?
    /// The comparison, if the golden is a sound.
    public var comparison: Comparison?
    /// The comparison, if the golden is a fingerprint.
    public var fingerprint: FingerprintComparison?
    public var assertions: [SoundAssertion.Outcome] = []
    /// The measures beyond their limits, as text with both values; empty if nothing was compared.
    public var missed: [String] = []
    /// How the sound was changed, if found, in one clause: `1 frame late`.
    public var diagnosis: String?
    /// The render, if it was kept. This and the next four are in ``CaseRun/Options/results``, relative to the working
    /// folder.
    public var actualPath: FilePath?
    public var picturePath: FilePath?
    /// The residual (render minus golden, 32-bit float), if both are sounds of the same form and differ.
    public var residualPath: FilePath?
    /// The sound of the baseline, if there is one.
    public var baselinePath: FilePath?
    /// Whether a baseline stood in place of the golden.
    var hasBaseline = false
    /// The output of the case's program, if there was any; and its last lines.
    public var logPath: FilePath?
    public var lastLines: [String] = []
    /// The differences of repeated runs of a program; `nil` if it ran once.
    public var repeats: RepeatedRuns?
    /// The first unit and time at which the render differs from the recorded one, if the case keeps a trace.
    public var departure: String?
    /// Whether there was nothing to compare with.
    public var isMissingGolden = false
    /// Whether the golden is not the one that the lock names, or not there: then none is written.
    var departsFromLock = false
    /// The elapsed time, the only value that depends on a clock; `nil` if ``CaseRun/Options/clock`` is, and for a case
    /// that was not run.
    public var seconds: Double?
    /// The warnings of the render.
    public var warnings: [String] = []
    /// The damages that were tried on the render, and those that the case would not detect; empty without
    /// ``CaseRun/Options/mutates``.
    public var damagesTried = 0
    public var damagesMissed: [String] = []

    /// - Parameter item: the case.
    public init(_ item: GoldenCase) {
        self.item = item
    }

    /// The reference: the golden, or the sound of a baseline command; `nil` if there is no such file.
    public var referencePath: FilePath? {
        if hasBaseline { return baselinePath }
        return isMissingGolden || verdict == nil ? nil : item.golden?.path
    }

    /// The result of the damages, as text; `nil` if none were tried.
    public var damagesText: String? {
        guard damagesTried > 0 else { return nil }
        if damagesMissed.isEmpty { return "all \(damagesTried) would be noticed" }
        return
            "\(damagesMissed.count) of \(damagesTried) would not be noticed: \(damagesMissed.joined(separator: ", "))"
    }

    /// Whether it makes the run fail.
    public var isFailure: Bool { status == .failed || status == .error }

    mutating func fail(_ reason: String, nextStep: String? = nil) {
        if status != .failed { (self.reason, self.nextStep) = (reason, nextStep) } else { self.reason += "; \(reason)" }
        status = .failed
    }

    /// Has what was kept elsewhere, in words as well.
    mutating func move(from folder: FilePath, to other: FilePath) {
        let (old, new) = ("\(folder)/", "\(other / FilePath(""))")
        func moved(_ text: String) -> String { text.replacing(old, with: new) }
        let keys: [WritableKeyPath<Self, FilePath?>] = [
            \.actualPath, \.picturePath, \.residualPath, \.baselinePath, \.logPath,
        ]
        for key in keys {
            if let path = self[keyPath: key] { self[keyPath: key] = other / path.name }
        }
        reason = moved(reason)
        nextStep = nextStep.map(moved)
        warnings = warnings.map(moved)
    }

    mutating func report(_ error: any Error) {
        status = .error
        verdict = nil
        let failure = error as? any Failure
        reason = failure.map { ($0.place.map { "\($0): " } ?? "") + $0.problem } ?? "\(error)"
        nextStep = (error as? AudioFileError)?.stepOfList("manifest") ?? failure?.nextStep
    }
}

extension CaseOutcome: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.item.name)
        key("class", \.item.className)
        key("status", \.status)
        key("verdict", \.verdict)
        key("compared") { outcome in
            outcome.verdict.map { outcome.fingerprint == nil || $0 == .samePCM ? Compared.samples : .fingerprint }
        }
        key("reason", \.reason)
        key("next_step", \.nextStep)
        key("place", \.item.place)
        key("file", \.item.file)
        key("line", \.item.line)
        key("golden", \.item.golden?.path)
        key("golden_missing", \.isMissingGolden)
        key("tolerance", \.item.tolerance.name)
        key("missed", \.missed)
        key("diagnosis", \.diagnosis)
        key("actual", \.actualPath)
        key("residual", \.residualPath)
        key("baseline", \.baselinePath)
        key("picture", \.picturePath)
        key("log", \.logPath)
        key("last_lines", \.lastLines)
        key("repeats", \.repeats)
        key("departure", \.departure)
        key("comparison") { $0.comparison.map(Differences.init) }
        key("fingerprint", \.fingerprint)
        key("assertions", \.assertions)
        key("damages_tried") { $0.damagesTried > 0 ? $0.damagesTried : nil }
        key("damages_missed") { $0.damagesTried > 0 ? $0.damagesMissed : nil }
        key("warnings", \.warnings)
    }

    /// What the verdict is about.
    private enum Compared: String, Codable, CaseIterable { case samples, fingerprint }

    private struct Differences: KeyedReport {
        let comparison: Comparison

        static func tell(_ key: inout ReportKeys<Self>) {
            key.all { Comparison.Summary($0.comparison) }
            key("missed") { ComparisonWords($0.comparison).missed }
        }
    }
}

/// The number of cases by result.
public struct CaseTally: Hashable, Sendable {
    private var counts: [Int]

    public init(_ outcomes: [CaseOutcome] = []) {
        counts = CaseOutcome.Status.allCases.map { status in outcomes.count { $0.status == status } }
    }

    public subscript(status: CaseOutcome.Status) -> Int {
        CaseOutcome.Status.allCases.firstIndex(of: status).map { counts[$0] } ?? 0
    }

    /// The number of cases compared or recorded. A run without any has tested nothing.
    public var tested: Int { self[.passed] + self[.failed] + self[.error] + self[.recorded] }
    public var hasPassed: Bool { self[.failed] + self[.error] == 0 }

    /// `5 passed, 1 failed, 2 skipped`
    public var text: String {
        let words: [(CaseOutcome.Status, String)] = [
            (.passed, "passed"), (.failed, "failed"), (.error, self[.error] == 1 ? "error" : "errors"),
            (.recorded, "recorded"),
            (.skipped, "skipped"), (.notRun, "not run"),
        ]
        let parts = words.filter { self[$0.0] > 0 || $0.0 == .passed || $0.0 == .failed }.map {
            "\(self[$0.0]) \($0.1)"
        }
        return parts.joined(separator: ", ")
    }
}
