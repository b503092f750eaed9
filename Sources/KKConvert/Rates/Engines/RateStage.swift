/// A part of a rate conversion that has a filter of its own.
///
/// Where one rate is three times the other or more, a steep filter at the higher one would be long. So rates are halved
/// first, or doubled last, by filters that need not be steep: between them and the lower of the two rates lies room.
/// What is left is one steep stage at a ratio below 3.
struct RateStage: Hashable {
    var ratio: RateRatio
    var design: ResamplerQuality.Design

    /// The stages of a conversion, in order.
    static func stages(from: Double, to: Double, _ quality: ResamplerQuality.Design) -> [RateStage] {
        var (from, to) = (from, to)
        let lower = min(from, to)
        var (halvings, doublings): ([RateStage], [RateStage]) = ([], [])
        while from >= threshold * to {
            halvings.append(
                RateStage(ratio: RateRatio(from: 2, to: 1), design: quality.relaxed(keeping: lower, of: from / 2)))
            from /= 2
        }
        while to >= threshold * from {
            to /= 2
            doublings.insert(
                RateStage(ratio: RateRatio(from: 1, to: 2), design: quality.relaxed(keeping: lower, of: to)), at: 0)
        }
        return halvings + [RateStage(ratio: RateRatio(from: from, to: to), design: quality)] + doublings
    }

    private static let threshold = 3.0
}

extension ResamplerQuality.Design {
    /// A half-band filter that keeps what a rate of `kept` can hold and removes its image; `rate` is the lower rate of
    /// the stage.
    ///
    /// By Kaiser's formulas for length and β, and for 20 dB more, so that several stages leave no trace beside the
    /// steep one.
    func relaxed(keeping kept: Double, of rate: Double) -> Self {
        let width = 2 - 2 * kept / rate
        let rejection = rejection + 20
        return Self(
            halfLength: (rejection - 7.95) / (14.36 * width), beta: 0.1102 * (rejection - 8.7), cutoff: 1,
            rejection: rejection, isDouble: isDouble)
    }
}
