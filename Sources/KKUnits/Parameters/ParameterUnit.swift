/// The unit of a parameter's value.
///
/// Source: `AudioUnitParameterUnit` of AudioUnitProperties.h, with its codes.
public enum ParameterUnit: UInt32, Sendable, Codable, CaseIterable {
    case generic = 0
    case indexed = 1
    case boolean = 2
    case percent = 3
    case seconds = 4
    case sampleFrames = 5
    case phase = 6
    case rate = 7
    case hertz = 8
    case cents = 9
    case relativeSemiTones = 10
    case midiNoteNumber = 11
    case midiController = 12
    case decibels = 13
    case linearGain = 14
    case degrees = 15
    case equalPowerCrossfade = 16
    case mixerFaderCurve1 = 17
    case pan = 18
    case meters = 19
    case absoluteCents = 20
    case octaves = 21
    case beatsPerMinute = 22
    case beats = 23
    case milliseconds = 24
    case ratio = 25

    /// The symbol after a value, such as `Hz` or `dB`; empty if there is none.
    public var symbol: String {
        switch self {
        case .percent: "%"
        case .seconds: "s"
        case .sampleFrames: "frames"
        case .hertz: "Hz"
        case .cents, .absoluteCents: "cents"
        case .relativeSemiTones: "semitones"
        case .decibels: "dB"
        case .degrees, .phase: "°"
        case .meters: "m"
        case .octaves: "octaves"
        case .beatsPerMinute: "BPM"
        case .milliseconds: "ms"
        case .generic, .indexed, .boolean, .rate, .midiNoteNumber, .midiController, .linearGain, .equalPowerCrossfade,
            .mixerFaderCurve1, .pan, .beats,
            .ratio:
            ""
        }
    }
}
