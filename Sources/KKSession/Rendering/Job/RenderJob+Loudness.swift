internal import KKAnalysis
internal import KKConvert
internal import KKFiles
internal import KKMath
internal import KKPCM

extension RenderJob {
    /// Finds the level, and the ceiling of a limiter where one is needed, at which the mix has the loudness asked for.
    ///
    /// The first pass measures. Without a limiter that settles it: loudness follows the gain, but for the gate at −70
    /// LUFS. With one the mix is measured after it, and the gain is corrected along the secant, until the loudness is
    /// within 0.02 LU and the true peak below the ceiling.
    ///
    /// - Returns: `nil` if a mix is too short for a loudness, and keeps its level.
    /// - Throws: `badData` for a mix without integrated loudness, and for a target that the limiter cannot reach.
    func level(to target: LoudnessTarget) throws -> (fit: MixFit, report: LoudnessReport)? {
        if isShorterThanLoudness, target.short == .skip { return nil }
        let (first, watch) = try measure(MixFit(limit: nil))
        guard let before = first.loudness, let peakBefore = first.truePeak else { throw noLoudness(target) }
        var report = LoudnessReport(
            target: target, measured: before, measuredTruePeak: peakBefore, gain: target.loudness - before,
            reached: target.loudness,
            truePeak: peakBefore + target.loudness - before, passes: 1)
        var fit = MixFit(gain: Decibels(report.gain).linear, limit: nil)
        var ceiling = ceiling(for: target, peak: report.truePeak, watch, gain: fit.gain)
        if ceiling == nil && before > Self.gateIsNear && target.loudness > Self.gateIsNear { return (fit, report) }

        let largestGain = (ceiling ?? 0) + Self.limiterReach - peakBefore
        var last: (gain: Double, loudness: Double)?
        while report.passes < Self.mostPasses {
            if let ceiling { fit.limit = TruePeakCeiling(decibels: max(TruePeakCeiling.range.lowerBound, ceiling)) }
            fit.gain = Decibels(report.gain).linear
            let (found, _) = try measure(fit)
            report.passes += 1
            guard let loudness = found.loudness, let peak = found.truePeak else { break }
            (report.reached, report.truePeak) = (loudness, peak)
            let missing = target.loudness - loudness
            let excess = target.ceiling.map { peak - ($0.decibels - peakMargin($0)) } ?? 0
            if abs(missing) <= Self.aim && excess <= 0 { return (fit, report) }
            if report.gain == largestGain && missing > Self.aim && excess <= 0 { break }
            if excess > 0 { ceiling = (ceiling ?? peak) - excess - (target.ceiling.map(peakMargin) ?? 0) }
            // Behind a limiter loudness rises by less than the gain.
            let slope = last.map { (loudness - $0.loudness) / (report.gain - $0.gain) } ?? 1
            last = (report.gain, loudness)
            report.gain += missing / (slope > 0.05 && slope < 1 ? slope : slope >= 1 ? 1 : 0.25)
            if ceiling != nil { report.gain = min(report.gain, largestGain) }
        }
        let isBelow = report.truePeak <= target.ceiling?.decibels ?? .infinity
        if isBelow && abs(target.loudness - report.reached) <= Self.tolerance { return (fit, report) }
        throw SessionError(
            .badData,
            "\(purpose.subject) reaches \(decimalText(report.reached, digits: 1)) LUFS under this ceiling, not \(target)",
            place: output.path, nextStep: "lower the loudness, or raise the ceiling")
    }

    /// Whether the mix has no whole block of the integrated loudness.
    private var isShorterThanLoudness: Bool { plan.frameCount < loudnessBlock }

    /// 400 ms.
    private var loudnessBlock: Int64 { Int64(plan.sampleRate * 40 / 100) }

    private func noLoudness(_ target: LoudnessTarget) -> SessionError {
        guard isShorterThanLoudness, target.short == .error else {
            return SessionError(
                .badData, "\(purpose.subject) has no integrated loudness: it is silent, or below -70 LUFS",
                place: output.path, nextStep: "leave --loudness out")
        }
        return SessionError(
            .badData,
            "\(purpose.subject) has no integrated loudness: it is shorter than 400 ms",
            place: output.path,
            nextStep:
                "add ,short=momentary to --loudness, which levels it by its momentary loudness, or ,short=skip, which leaves it as it is"
        )
    }

    /// What is said of a mix that is too short for an integrated loudness.
    var shortNotices: [String] {
        guard let target = plan.session.loudness, isShorterThanLoudness else { return [] }
        let does = target.short == .skip ? "it keeps its level" : "it is levelled by its momentary loudness"
        return ["\(output.path.outputName): shorter than 400 ms, so that it has no integrated loudness: \(does)"]
    }

    /// Renders once and measures, writing nothing; what is too short, with silence after it.
    private func measure(_ fit: MixFit) throws -> (found: (loudness: Double?, truePeak: Double?), watch: PeakWatch) {
        let isPadded = plan.session.loudness?.short == .momentary && isShorterThanLoudness
        let (meter, watch) = try self.meter(fit, [.loudness, .truePeak], paddedTo: isPadded ? loudnessBlock : 0)
        let measurement = meter.finish()
        return ((measurement.loudness.integrated, measurement.truePeak), watch)
    }

    /// The ceiling of the limiter that the levelled mix needs; `nil` if it fits as it is.
    private func ceiling(for target: LoudnessTarget, peak: Double, _ watch: PeakWatch, gain: Double) -> Double? {
        let fullScale = FullScale(format.encoding)
        let headroom = chosenDither(isFitted: true).headroom(sampleRate: plan.sampleRate)
        let top = fullScale.map { Decibels(linear: $0.factor(lowest: -1, highest: 1, headroom: headroom)).value } ?? 0
        if let wanted = target.ceiling, peak > wanted.decibels - peakMargin(wanted) {
            return min(wanted.decibels - Self.limiterMargin, top)
        }
        guard plan.session.onClip == .limit, let fullScale else { return nil }
        let fits =
            fullScale.factor(
                lowest: watch.lowest * Float(gain), highest: watch.highest * Float(gain), headroom: headroom) >= 1
            - 0x1p-21
        return fits ? nil : top
    }

    /// How near a search comes, in LU, and how near is near enough.
    private static let aim = 0.02
    private static let tolerance = 0.05
    /// What rounding to integers may add to a peak, in decibels.
    private func peakMargin(_ ceiling: TruePeakCeiling) -> Double {
        max(0.001, ceiling.decibels - ceilingBeforeRounding(ceiling).decibels)
    }
    /// How far below the ceiling the limiter is set, in decibels: its own meter and the one that judges it round in
    /// their own ways.
    private static let limiterMargin = 0.004
    /// By how much the limiter may be asked to turn down, in decibels.
    private static let limiterReach = 24.0
    private static let mostPasses = 12
    /// A mix below this in LUFS may have parts that pass the meter's gate at one level and not at another.
    private static let gateIsNear = -55.0
}
