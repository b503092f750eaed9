internal import KKConvert
internal import KKDSP
internal import KKFiles
internal import KKMath

extension RenderJob {
    /// Whether somebody asked for a true peak. `--on-clip limit` asks for samples that fit, whose ceiling has room for the dither already.
    var promisesPeak: Bool { plan.session.loudness.map { $0.ceiling != nil } ?? (plan.session.limit != nil) }

    /// How low a limiter has to keep the mix so that it is still within a ceiling when it has been rounded and dithered: a meter reads no more than
    /// the sum of its filter's weights times what each sample may be off. In 16 bits with triangular dither that is 0.002 dB at −1 dBTP. Formats that are
    /// not integers round otherwise, or decode to other peaks.
    func ceilingBeforeRounding(_ ceiling: TruePeakCeiling) -> TruePeakCeiling {
        guard let bits = format.encoding.integerBits else { return ceiling }
        let steps = 0.5 + chosenDither(isFitted: true).headroom(sampleRate: plan.sampleRate)
        let room = TruePeakMeter(channelCount: 0, maximumFrameCount: 1).worstGain * steps * PortableMath.exp2(Double(1 - bits))
        // Of 8 bits nothing would be left of a low ceiling.
        let linear = Decibels(ceiling.decibels).linear
        return TruePeakCeiling(decibels: max(TruePeakCeiling.range.lowerBound, Decibels(linear: max(linear - room, linear / 2)).value))
    }
}
