internal import KKAnalysis
internal import KKConvert
internal import KKFiles
internal import KKMath
internal import KKPCM

extension RenderJob {
    /// Finds the gain, and the limiter where `--on-clip limit` asks for one, at which the samples of the mix have the
    /// level asked for. A peak is never brought beyond what the output holds.
    ///
    /// - Throws: `badData` for silence.
    func normalize(to target: NormalizeTarget) throws -> (fit: MixFit, report: NormalizeReport) {
        let (meter, watch) = try self.meter(MixFit(limit: nil), .levels)
        guard let before = target.level(of: MeasuredSound(meter)) else {
            throw SessionError(
                .badData, "\(purpose.subject) is silent: no gain brings it to \(target)", place: output.path,
                nextStep: "leave --normalize out")
        }
        var fit = MixFit(gain: Decibels(target.level).linear / before, limit: nil)
        if let fullScale = FullScale(format.encoding) {
            let headroom = chosenDither(isFitted: true).headroom(sampleRate: plan.sampleRate)
            let (lowest, highest) = (watch.lowest * Float(fit.gain), watch.highest * Float(fit.gain))
            let factor = fullScale.factor(lowest: lowest, highest: highest, headroom: headroom)
            let isHeld = fullScale.held.contains(lowest) && fullScale.held.contains(highest)
            if factor < 1 - 0x1p-21 || !isHeld {
                if target.measure == .peak {
                    fit.gain *= factor
                } else if plan.session.onClip == .limit {
                    let ceiling = fullScale.factor(lowest: -1, highest: 1, headroom: headroom)
                    fit.limit = TruePeakCeiling(decibels: Decibels(linear: ceiling).value)
                }
            }
        }
        var report = NormalizeReport(
            target: target, measured: Decibels(linear: before).value, gain: Decibels(linear: fit.gain).value, reached: 0
        )
        report.reached = report.measured + report.gain
        // A limiter takes away of the level what nobody knows before.
        if fit.limit != nil, let after = target.level(of: MeasuredSound(try self.meter(fit, .levels).meter)) {
            report.reached = Decibels(linear: after).value
        }
        return (fit, report)
    }
}
