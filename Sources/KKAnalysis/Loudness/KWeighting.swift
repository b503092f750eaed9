public import KKDSP
internal import KKMath
public import KKPCM

/// The two filters and the channel weights of ITU-R BS.1770-4, Annex 1, for every sample rate.
///
/// The recommendation prints coefficients for 48 kHz only: "the characteristics of the filter at other sampling rates
/// should be the same". They correspond to two analogue sections, found by Brecht De Man, *Evaluation of
/// Implementations of the EBU R128 Loudness Measurement* (AES 145, 2018): a shelf of 4 dB at 1682 Hz and a high-pass at
/// 38 Hz, with the bilinear transform, which matches the printed table within 10⁻¹⁰.
public enum KWeighting {
    /// The shelf, then the high-pass, at a sample rate in hertz. Below 3.4 kHz there is no shelf: it would lie entirely
    /// above half the rate.
    ///
    /// The recommendation calibrates a meter at 997 Hz, where both filters together have a gain of 0.69 dB; so they
    /// have at every rate. This changes low frequencies by 0.004 dB at 44.1 kHz and by 0.2 dB at 8 kHz, where the
    /// bilinear transform warps the shelf. Below 2 kHz there is no 997 Hz to calibrate with.
    public static func sections(sampleRate: Double) -> [BiquadCoefficients] {
        var sections = [shelf(sampleRate), highPass(sampleRate)]
        if sampleRate != 48_000, sampleRate > 2 * 997 {
            let gain =
                response(shelf(48_000), highPass(48_000), 48_000) / response(sections[0], sections[1], sampleRate)
            (sections[1].b0, sections[1].b1, sections[1].b2) = (gain, -2 * gain, gain)
        }
        return sections
    }

    private static func response(_ shelf: BiquadCoefficients, _ highPass: BiquadCoefficients, _ rate: Double) -> Double
    {
        shelf.magnitude(atFrequency: 997, sampleRate: rate) * highPass.magnitude(atFrequency: 997, sampleRate: rate)
    }

    private static func shelf(_ rate: Double) -> BiquadCoefficients {
        let frequency = 1681.974450955533, q = 0.7071752369554196
        if 2 * frequency >= rate { return .identity }
        let k = tangent(frequency / rate)
        let high = Decibels(3.999843853973347).linear
        let band = PortableMath.exp2(PortableMath.log2(high) * 0.4996667741545416)
        let a0 = 1 + k / q + k * k
        return BiquadCoefficients(
            b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0, b2: (high - band * k / q + k * k) / a0,
            a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    }

    private static func highPass(_ rate: Double) -> BiquadCoefficients {
        let frequency = 38.13547087602444, q = 0.5003270373238773
        if 2 * frequency >= rate { return .identity }
        let k = tangent(frequency / rate)
        let a0 = 1 + k / q + k * k
        return BiquadCoefficients(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
    }

    private static func tangent(_ turns: Double) -> Double {
        PortableMath.sin(.pi * turns) / PortableMath.cos(.pi * turns)
    }

    /// The weight of a channel's power: 1.41 for those 60° to 120° to the side (BS.1770-4, Tables 3 and 4, with the
    /// places of ITU-R BS.2051): the surrounds of 5.1 at 110°, the side pair of 7.1 at 90°, a wide pair at 60°. 0 for
    /// low-frequency effects. 1 for all others, the rear pair of 7.1 at 135°, including the centre surround, channels
    /// above and channels without a position. Mono counts once, as one loudspeaker.
    public static func weight(of label: ChannelLabel) -> Double {
        switch label {
        case .lfe, secondLFE: 0
        case .leftSurround, .rightSurround, .leftSurroundDirect, .rightSurroundDirect, leftWide, rightWide: 1.41
        default: 1
        }
    }

    // CoreAudioBaseTypes.h
    private static let leftWide = ChannelLabel(rawValue: 35)
    private static let rightWide = ChannelLabel(rawValue: 36)
    private static let secondLFE = ChannelLabel(rawValue: 37)
}
