internal import KKConvert
internal import KKDSP
internal import KKFiles
internal import KKMath

extension RenderJob {
    /// Whether somebody asked for a true peak. `--on-clip limit` asks for samples that fit, whose ceiling has room for
    /// the dither already.
    var promisesPeak: Bool { plan.session.loudness.map { $0.ceiling != nil } ?? (plan.session.limit != nil) }

    /// How low a limiter must keep the mix so that it is still within a ceiling when it has been rounded and dithered:
    /// a meter reads no more than the sum of its filter's weights times what each sample may be off. In 16 bits with
    /// triangular dither that is 0.002 dB at −1 dBTP; µ-law and A-law are off by half a step of their segment. What is
    /// lossy decodes to other peaks.
    func ceilingBeforeRounding(_ ceiling: TruePeakCeiling) -> TruePeakCeiling {
        let linear = Decibels(ceiling.decibels).linear
        let error: Double
        if let bits = format.encoding.integerBits {
            error =
                (0.5 + chosenDither(isFitted: true).headroom(sampleRate: plan.sampleRate))
                * PortableMath.exp2(Double(1 - bits))
        } else {
            error = FullScale(format.encoding)?.compandingError(at: linear) ?? 0
        }
        guard error > 0 else { return ceiling }
        let room = TruePeakMeter(channelCount: 0, maximumFrameCount: 1).worstGain * error
        // Of 8 bits nothing would be left of a low ceiling.
        return TruePeakCeiling(
            decibels: max(TruePeakCeiling.range.lowerBound, Decibels(linear: max(linear - room, linear / 2)).value))
    }
}
