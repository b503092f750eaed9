internal import KKAnalysis
internal import KKMath
public import KKPCM

/// The differences of several runs of one program from the first run.
public struct RepeatedRuns: Hashable, Sendable {
    /// The number of runs, including the first.
    public var count = 1
    /// The number of runs whose samples differ from the first.
    public var differing = 0
    /// The number of runs beyond the case's tolerance.
    public var beyond = 0
    /// The run with the largest difference, from 1; its largest residual, dBFS; and its position in seconds.
    public var worstRun: Int?
    public var peakResidual: Double?
    public var worstSeconds: Double?
    /// The earliest second in which a run differs from the first.
    public var firstSeconds: Double?

    /// A description in one clause; `nil` if all were the same.
    public var text: String? {
        guard differing > 0 else { return nil }
        let within = beyond == 0 ? ", all within its tolerance" : ", \(beyond) beyond its tolerance"
        let peak = peakResidual.map { " (\(decimalText($0, digits: 1)) dBFS)" } ?? ""
        let place = worstSeconds.map { "; most in run \(worstRun ?? 0) at \(timeText($0))\(peak)" } ?? ""
        let first = firstSeconds.map { "; the earliest at \(timeText($0))" } ?? ""
        return
            "\(differing) of \(count - 1) further runs \(differing == 1 ? "differs" : "differ") from the first\(within)\(place)\(first)"
    }
}

extension RepeatedRuns: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("runs", \.count)
        key("runs_differing", \.differing)
        key("runs_beyond", \.beyond)
        key("worst_run", \.worstRun)
        key("worst_seconds", \.worstSeconds)
        key("first_seconds", \.firstSeconds)
        key("peak_residual_dbfs", \.peakResidual)
    }
}
