internal import KKMath
public import KKPCM

/// The loudness that a mix is brought to, and the true peak that it does not pass then.
public struct LoudnessTarget: Hashable, Sendable, Codable {
    /// Integrated loudness by ITU-R BS.1770-4, in LUFS.
    public var loudness: Double
    /// `nil` leaves the peaks as they come.
    public var ceiling: TruePeakCeiling?

    /// What can be asked for, in LUFS; and the true peaks, in dBTP.
    public static let range = -50.0...0
    static let ceilings = -20.0...0

    public init(loudness: Double, ceiling: TruePeakCeiling? = nil) {
        self.loudness = loudness
        self.ceiling = ceiling
    }

    /// Reads `-16LUFS` or `-16LUFS,tp=-1dBTP`; LKFS is another word for LUFS.
    public init(parsing text: String) throws(SessionError) {
        let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let lower = parts[0].lowercased()
        let isKnown = lower.hasSuffix("lufs") || lower.hasSuffix("lkfs")
        guard isKnown, let loudness = Double(signedDecimal: lower.dropLast(4)), Self.range.contains(loudness) else {
            throw SessionError(
                .usage, "'\(parts[0])' is not a loudness",
                nextStep: "write one from -50LUFS to 0LUFS: -16LUFS, or -16LUFS,tp=-1dBTP")
        }
        self.init(loudness: loudness)
        guard parts.count == 2 else { return }
        guard parts[1].hasPrefix("tp=") else {
            throw SessionError(
                .usage, "'\(parts[1])' is no setting of --loudness", nextStep: "there is tp: -16LUFS,tp=-1dBTP")
        }
        let ceiling = try TruePeakCeiling(parsing: String(parts[1].dropFirst(3)))
        guard Self.ceilings.contains(ceiling.decibels) else {
            throw SessionError(
                .usage, "'\(parts[1].dropFirst(3))' is out of range",
                nextStep: "write a true peak from -20dBTP to 0dBTP: -1dBTP")
        }
        self.ceiling = ceiling
    }

    /// Refuses what would be undone, or would undo it.
    static func check(_ session: Session) throws(SessionError) {
        guard session.loudness != nil else { return }
        if session.gain != .unity {
            throw SessionError(
                .usage, "--loudness sets the level of the mix, and would undo --gain", nextStep: "leave one of them out"
            )
        }
        if session.limit != nil {
            throw SessionError(
                .usage, "--limit and --loudness both hold the peaks",
                nextStep: "write the ceiling into --loudness: -16LUFS,tp=-1dBTP")
        }
        if session.onClip == .scale {
            throw SessionError(
                .usage, "--on-clip scale would take back what --loudness gives",
                nextStep: "write a ceiling into --loudness (-16LUFS,tp=-1dBTP), or use --on-clip limit")
        }
    }
}

extension LoudnessTarget: CustomStringConvertible {
    /// `-16.00 LUFS, -1.00 dBTP`
    public var description: String { "\(decimalText(loudness, digits: 2)) LUFS\(ceiling.map { ", \($0)" } ?? "")" }
}

/// How a mix was brought to its loudness.
public struct LoudnessReport: Hashable, Sendable, KeyedReport {
    public var target: LoudnessTarget
    /// What the mix had at its own level: integrated loudness in LUFS and true peak in dBTP.
    public var measured: Double
    public var measuredTruePeak: Double
    /// The gain that was given to it, in decibels; in front of the limiter where there is one.
    public var gain: Double
    /// What it has as it is written, before rounding and encoding.
    public var reached: Double
    public var truePeak: Double
    /// How often the mix was rendered to find that out.
    public var passes: Int

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("target_lufs", \.target.loudness)
        key("ceiling_dbtp", \.target.ceiling?.decibels)
        key("measured_integrated_lufs", \.measured)
        key("measured_true_peak_dbtp", \.measuredTruePeak)
        key("gain_db", \.gain)
        key("integrated_lufs", \.reached)
        key("true_peak_dbtp", \.truePeak)
        key("passes", \.passes)
    }
}
