internal import KKDSP
internal import KKMath
public import KKPCM

/// Compares two sounds: how similar they are, where they differ, and how the one was changed to give the other.
///
/// Both sources are read once from the start, in blocks of tenths of a second. They are also read before that if the
/// tolerance permits a shift, to find it, and once or twice more if the sounds differ, to find the cause. Every limit
/// applies to the whole sound and, if useful, to every window of 400 ms (``Limit``).
///
/// A comparison fails if a sound has no frames, if both are silent, or if samples are not finite. It also fails if the
/// lengths differ by more than the tolerance permits; beyond that, the longer sound is compared with silence.
///
/// ## Allocation
/// Blocks of 0.8 s, 16 bytes for each 100 ms (32 if the sounds differ), and about 40 MB at 48 kHz while searching for a
/// shift.
public struct SoundComparator {
    public var tolerance: Tolerance
    /// The layout of the reference, for its loudness. `nil` for an unknown layout: it matches any, and the other
    /// sound's layout is used.
    public var referenceLayout: ChannelLayout?
    /// The same for the actual sound.
    public var actualLayout: ChannelLayout?
    /// The bit depth of the reference's integers, for ``Limit/lsb``; `nil` for floating point.
    public var referenceBits: Int?
    /// Whether two completely silent sounds may be equal.
    public var allowsSilence = false
    /// Whether to search for the cause of a difference, which takes longer than finding the difference.
    public var looksForCause = true
    /// Whether the files are known to have the same bytes.
    public var isSameFile = false
    /// What is measured in addition to the residual's peak and RMS and to everything that the tolerance limits.
    public var measures: ComparisonMeasures
    /// Does independent work in parallel; `nil` for no parallel work.
    public var workers: (any AnalysisWorkers)?
    /// Called once per block of the main pass with the frames done so far.
    public var progress: (Int64) throws -> Void = { _ in }

    /// How far a shift is looked for where none is admitted, in seconds.
    static let diagnosedShift = 1.0
    /// The residual beside the reference, in dB, up to which a sound is the same but for what was done to it.
    static let transformedLimit = -60.0

    /// Measures everything, unless the tolerance limits only steps.
    public init(_ tolerance: Tolerance = .default) {
        self.tolerance = tolerance
        measures = tolerance[.lsb] == nil ? .all : []
    }

    /// Compares.
    ///
    /// - Parameters:
    ///   - reference: seekable.
    ///   - actual: the same.
    ///   - residual: receives the actual sound minus the reference, for the length that is compared. It is not finalized.
    /// - Throws: what the sources and the sink throw, and `AnalysisError` for a rate outside
    ///   ``SoundMeter/sampleRates``. A difference is not an error.
    public func compare(
        _ reference: any FrameSource, _ actual: any FrameSource, residual: (any FrameSink)? = nil
    ) throws -> Comparison {
        let step = Self.step(bits: referenceBits)
        var result = Comparison(
            verdict: .different, tolerance: tolerance, reference: Comparison.Side(reference),
            actual: Comparison.Side(actual))
        result.step = step
        (result.reference.layout, result.actual.layout) = (referenceLayout, actualLayout)
        result.missed = Self.formatMisses(result.reference, result.actual)
        if result.missed.isEmpty { holdLayouts(&result) }
        if isSameFile { result.verdict = .sameFile }
        guard result.missed.isEmpty else { return result }
        let rate = reference.format.sampleRate
        try SoundMeter.check(sampleRate: rate)
        let reach = tolerance.lag.frames(at: rate)
        if reach > 0 { result.alignment = try LagFinder(reference, actual, reach: reach).find().best }
        var pass = ComparisonPass(self, reference, actual, lag: result.alignment, step: step, residual: residual)
        try pass.run()
        try pass.report(into: &result)
        result.verdict = verdict(result, pass)
        // What a diagnosis would need is not there.
        guard looksForCause, !result.passed, !result.missed.contains(where: \.isAboutNothing) else { return result }
        let diagnosis = try Diagnoser(
            reference, actual, rate: rate, reach: max(reach, Int64(Self.diagnosedShift * rate)), workers: workers
        ).diagnose()
        guard let diagnosis, diagnosis.isChange else { return result }
        result.diagnosis = diagnosis
        if result.verdict == .different, explains(diagnosis, result) { result.verdict = .transformed }
        return result
    }

    /// The strictest that is true, whether the comparison passed or not.
    private func verdict(_ result: Comparison, _ pass: borrowing ComparisonPass) -> Verdict {
        if isSameFile { return .sameFile }
        let isWhole = result.alignment == 0 && result.reference.frameCount == result.actual.frameCount && pass.isFinite
        if isWhole, pass.isIdentical { return .samePCM }
        if isWhole, pass.isWithinStep { return .withinLSB }
        return result.passed ? .withinTolerance : .different
    }

    /// Whether what was done to the actual is all that sets it apart.
    private func explains(_ diagnosis: Diagnosis, _ result: Comparison) -> Bool {
        guard diagnosis.residual ?? -.infinity <= Self.transformedLimit else { return false }
        // Beyond its own length a shift explains no frames that are missing.
        let excess = abs(result.actual.frameCount - result.reference.frameCount)
        guard excess <= abs(diagnosis.lag) + result.tolerance.length.frames(at: result.reference.sampleRate) else {
            return false
        }
        // A shift that has been undone explains no more than another length.
        return diagnosis.isChange(beyond: result.alignment) || result.missed.allSatisfy(\.isAboutLength)
    }

    /// What either side is measured with: its own layout; the other's, where it has none or names no channels; the
    /// usual one where neither does.
    func layouts(channelCount: Int) -> [ChannelLayout] {
        let own = [referenceLayout, actualLayout].map { layout in layout.flatMap { $0.namesChannels ? $0 : nil } }
        return [own[0] ?? own[1], own[1] ?? own[0]].map { $0 ?? .standard(channelCount) }
    }

    /// A step of the reference's integers, of full scale: no finer than 24 bits, which is what the samples here can
    /// tell apart.
    static func step(bits: Int?) -> Double {
        guard let bits else { return 0x1p-23 }
        return PortableMath.exp2(Double(1 - max(1, min(24, bits))))
    }

    private static func formatMisses(_ reference: Comparison.Side, _ actual: Comparison.Side) -> [Comparison.Miss] {
        var missed: [Comparison.Miss] = []
        if reference.frameCount == 0 { missed.append(.empty(.reference)) }
        if actual.frameCount == 0 { missed.append(.empty(.actual)) }
        if reference.sampleRate != actual.sampleRate {
            missed.append(.sampleRate(reference: reference.sampleRate, actual: actual.sampleRate))
        }
        if reference.channelCount != actual.channelCount {
            missed.append(.channelCount(reference: reference.channelCount, actual: actual.channelCount))
        }
        return missed
    }

    /// Another layout is a difference, whatever the samples; but not where a side only counts its channels, nor where a
    /// tolerance for codecs meets other names of the one pair of surrounds.
    private func holdLayouts(_ result: inout Comparison) {
        let (reference, actual) = (result.reference.usedLayout, result.actual.usedLayout)
        guard reference != actual else { return }
        if tolerance.takesLayout(actual, for: reference) || result.reference.layout == nil
            || result.actual.layout == nil
        {
            result.hasPassedLayout = true
        } else {
            result.missed.append(.layout(reference: reference, actual: actual))
        }
    }
}

extension Comparison.Side {
    init(_ source: any FrameSource) {
        self.init(
            frameCount: source.frameCount ?? 0, sampleRate: source.format.sampleRate,
            channelCount: source.format.channelCount)
    }
}

extension Comparison.Miss {
    /// Whether the reason is that there was nothing to compare.
    public var isAboutNothing: Bool {
        switch self {
        case .empty, .silence, .notFinite, .sampleRate, .channelCount, .layout: true
        case .limit, .length, .arrangement: false
        }
    }

    var isAboutLength: Bool {
        if case .length = self { true } else { false }
    }
}
