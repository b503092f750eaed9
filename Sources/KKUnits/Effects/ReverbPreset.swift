/// Settings of a ``Reverb2`` for kinds of rooms.
///
/// Names and order are those of AVAudioUnitReverbPreset; Apple's values are in no public source, these are kkmix's. A
/// preset leaves the mix and the gain as they are.
public struct ReverbPreset: Sendable {
    public let name: String
    let values: [(id: ParameterID, value: Float)]

    public static let all = [
        ReverbPreset("Small Room", delays: 0.003...0.017, decay: 0.35, 0.2, room: 1),
        ReverbPreset("Medium Room", delays: 0.005...0.027, decay: 0.55, 0.3, room: 2),
        ReverbPreset("Large Room", delays: 0.007...0.039, decay: 0.9, 0.4, room: 3),
        ReverbPreset("Medium Hall", delays: 0.012...0.061, decay: 1.6, 0.7, room: 4),
        ReverbPreset("Large Hall", delays: 0.018...0.083, decay: 2.4, 0.9, room: 5),
        ReverbPreset("Plate", delays: 0.002...0.031, decay: 1.5, 1.3, room: 6),
        ReverbPreset("Medium Chamber", delays: 0.006...0.033, decay: 0.8, 0.6, room: 7),
        ReverbPreset("Large Chamber", delays: 0.009...0.047, decay: 1.3, 0.9, room: 8),
        ReverbPreset("Cathedral", delays: 0.022...0.113, decay: 5, 1.1, room: 9),
        ReverbPreset("Large Room 2", delays: 0.008...0.043, decay: 1.1, 0.35, room: 10),
        ReverbPreset("Medium Hall 2", delays: 0.013...0.067, decay: 1.8, 1, room: 11),
        ReverbPreset("Medium Hall 3", delays: 0.011...0.059, decay: 2, 0.5, room: 12),
        ReverbPreset("Large Hall 2", delays: 0.02...0.097, decay: 3.2, 1.2, room: 13),
    ]

    private init(_ name: String, delays: ClosedRange<Float>, decay: Float, _ atNyquist: Float, room: Float) {
        typealias Parameter = Reverb2.Parameter
        self.name = name
        values = [
            (Parameter.minDelayTime, delays.lowerBound), (Parameter.maxDelayTime, delays.upperBound),
            (Parameter.decayTimeAt0Hz, decay), (Parameter.decayTimeAtNyquist, atNyquist),
            (Parameter.randomizeReflections, room),
        ]
    }
}
