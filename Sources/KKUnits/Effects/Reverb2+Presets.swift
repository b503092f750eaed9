/// Settings of a ``Reverb2`` for kinds of rooms.
///
/// Names and order are those of AVAudioUnitReverbPreset; Apple's values are in no public source, these are kkmix's. A
/// preset leaves the mix and the gain as they are.
extension Reverb2 {
    public static let presets = [
        preset("Small Room", delays: 0.003...0.017, decay: 0.35, 0.2, room: 1),
        preset("Medium Room", delays: 0.005...0.027, decay: 0.55, 0.3, room: 2),
        preset("Large Room", delays: 0.007...0.039, decay: 0.9, 0.4, room: 3),
        preset("Medium Hall", delays: 0.012...0.061, decay: 1.6, 0.7, room: 4),
        preset("Large Hall", delays: 0.018...0.083, decay: 2.4, 0.9, room: 5),
        preset("Plate", delays: 0.002...0.031, decay: 1.5, 1.3, room: 6),
        preset("Medium Chamber", delays: 0.006...0.033, decay: 0.8, 0.6, room: 7),
        preset("Large Chamber", delays: 0.009...0.047, decay: 1.3, 0.9, room: 8),
        preset("Cathedral", delays: 0.022...0.113, decay: 5, 1.1, room: 9),
        preset("Large Room 2", delays: 0.008...0.043, decay: 1.1, 0.35, room: 10),
        preset("Medium Hall 2", delays: 0.013...0.067, decay: 1.8, 1, room: 11),
        preset("Medium Hall 3", delays: 0.011...0.059, decay: 2, 0.5, room: 12),
        preset("Large Hall 2", delays: 0.02...0.097, decay: 3.2, 1.2, room: 13),
    ]

    private static func preset(
        _ name: String, delays: ClosedRange<Float>, decay: Float, _ atNyquist: Float, room: Float
    ) -> EffectPreset {
        EffectPreset(
            name, "decays in \(decay) s at 0 Hz, \(atNyquist) s at the top",
            [
                (Parameter.minDelayTime, delays.lowerBound), (Parameter.maxDelayTime, delays.upperBound),
                (Parameter.decayTimeAt0Hz, decay), (Parameter.decayTimeAtNyquist, atNyquist),
                (Parameter.randomizeReflections, room),
            ])
    }
}
