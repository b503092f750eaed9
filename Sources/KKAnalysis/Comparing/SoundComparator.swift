internal import KKDSP
internal import KKMath
public import KKPCM

/// Compares two sounds, and says how alike they are, where they are not, and what has been done to the one to make the
/// other of it.
///
/// Both sources are read once from the start, in blocks of tenths of a second; before that where the tolerance admits a
/// shift, to find it, and once or twice more where the sounds differ, to find out why. Every limit is held against the
/// whole and, where that means something, against every window of 400 ms (``Limit``).
///
/// Nothing is ever compared with nothing: no frames on either side, silence on both, and samples that are not finite
/// make the comparison fail. Another length does so too unless the tolerance admits it; beyond what it admits the
/// longer side is compared with silence.
///
/// ## Allocation
/// For blocks of 0.8 s, 16 bytes for each 100 ms and 32 where they differ, and while a shift is looked for some 40 MB
/// at 48 kHz.
public struct SoundComparator {
    public var tolerance: Tolerance
    /// What each channel of the reference is, for its loudness; `nil` is a sound that does not say so, which compares
    /// with any, and is measured with its layout.
    public var referenceLayout: ChannelLayout?
    /// The same of the actual.
    public var actualLayout: ChannelLayout?
    /// The bits of the reference's integers, for ``Limit/lsb``; `nil` is a reference of floats.
    public var referenceBits: Int?
    /// Whether two sounds that are silent throughout may be the same.
    public var allowsSilence = false
    /// Whether it is looked for what has been done to a sound that differs, which takes longer than finding that it
    /// does.
    public var looksForCause = true
    /// Whether the files are known to be the same, byte by byte.
    public var isSameFile = false
    /// What is measured beside peak and RMS of the residual, and in any case what the tolerance limits.
    public var measures: ComparisonMeasures
    /// Does independent work side by side; `nil` is one after the other.
    public var workers: (any AnalysisWorkers)?
    /// Called with the frames done, once per block of the main pass.
    public var progress: (Int64) -> Void = { _ in }

    /// How far a shift is looked for where none is admitted, in seconds.
    static let diagnosedShift = 1.0
    /// The residual beside the reference, in dB, up to which a sound is the same but for what was done to it.
    static let transformedLimit = -60.0

    /// Measures everything unless the tolerance counts steps and nothing else.
    public init(_ tolerance: Tolerance = .default) {
        self.tolerance = tolerance
        measures = tolerance[.lsb] == nil ? .all : []
    }

    /// Compares.
    ///
    /// - Parameters:
    ///   - reference: seekable.
    ///   - actual: the same.
    ///   - residual: takes the actual less the reference, as long as what is compared. It is not finalized.
    /// - Throws: what the sources and the sink throw, and `AnalysisError` for a rate that is none of
    ///   ``SoundMeter/sampleRates``. A difference is no error.
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
        if reach > 0 { result.alignment = try LagFinder(reference, actual, reach: reach).find() }
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
    /// Whether it says that there was nothing to be compared.
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
