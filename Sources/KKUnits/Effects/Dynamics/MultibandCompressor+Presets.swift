/// Settings of a ``MultibandCompressor`` for what people compress.
///
/// Apple's own are in no public source. These are kkmix's: the gain makes up for what is taken from a level some 10 dB
/// above the thresholds.
extension MultibandCompressor {
    public static let presets = [
        preset(
            "Master", "light compression of a whole mix", crossovers: [120, 700, 4000],
            thresholds: [-20, -22, -24, -26],
            headrooms: [12, 14, 14, 12], attack: 0.03, release: 0.2, gain: 2),
        preset(
            "Voice", "one voice with even levels", crossovers: [150, 800, 4000], thresholds: [-34, -28, -32, -38],
            headrooms: [6, 10, 8, 6], attack: 0.005, release: 0.12, gain: 4),
        preset(
            "De-Esser", "lowers only sharp consonants", crossovers: [120, 1000, 5000],
            thresholds: [0, 0, 0, -42], headrooms: [40, 40, 40, 3], attack: 0.001, release: 0.05, gain: 0),
        preset(
            "Bass", "a bass with a steady level", crossovers: [90, 250, 2000], thresholds: [-32, -28, 0, 0],
            headrooms: [4, 8, 40, 40], attack: 0.01, release: 0.18, gain: 0, eq: [2, 1, 0, 0]),
        preset(
            "Broadcast", "very dense, as on the radio", crossovers: [120, 700, 3000], thresholds: [-34, -36, -38, -40],
            headrooms: [5, 6, 5, 5], attack: 0.003, release: 0.08, gain: 10),
    ]

    /// Every parameter that can be set.
    private static func preset(
        _ name: String, _ purpose: String, crossovers: [Float], thresholds: [Float], headrooms: [Float],
        attack: Float, release: Float, gain: Float, eq: [Float] = [0, 0, 0, 0]
    ) -> EffectPreset {
        let lists = [
            (Parameter.preGain, [0]), (Parameter.postGain, [gain]), (Parameter.crossover, crossovers),
            (Parameter.threshold, thresholds), (Parameter.headroom, headrooms), (Parameter.attackTime, [attack]),
            (Parameter.releaseTime, [release]), (Parameter.eq, eq),
        ]
        return EffectPreset(
            name, purpose, lists.flatMap { first, values in values.enumerated().map { (first + $0, $1) } })
    }
}
