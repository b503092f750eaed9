/// The kinds of band of the N-band EQ, by Core Audio's numbers (`kAUNBandEQFilterType_…`, AudioUnitParameters.h).
public enum FilterType: UInt32, Hashable, Sendable, Codable, CaseIterable {
    /// A peak or dip on a Butterworth prototype. Frequency: its centre. Bandwidth: octaves between the two points with
    /// half the gain in dB.
    case parametric = 0
    /// Second-order Butterworth low pass. Frequency: −3.01 dB.
    case lowPass = 1
    /// Second-order Butterworth high pass. Frequency: −3.01 dB.
    case highPass = 2
    /// Low pass whose Q follows from the bandwidth: |H| at the frequency is Q.
    case resonantLowPass = 3
    /// High pass whose Q follows from the bandwidth: |H| at the frequency is Q.
    case resonantHighPass = 4
    /// Band pass, 0 dB at the centre. Bandwidth: octaves between the −3.01 dB points.
    case bandPass = 5
    /// Band stop (notch). Bandwidth: octaves between the −3.01 dB points.
    case bandStop = 6
    /// Low shelf without a hump (slope 1). Frequency: centre of the slope, half the gain in dB.
    case lowShelf = 7
    /// High shelf without a hump (slope 1). Frequency: centre of the slope, half the gain in dB.
    case highShelf = 8
    /// Low shelf whose Q follows from the bandwidth: narrow ones overshoot at both ends of the slope.
    case resonantLowShelf = 9
    /// High shelf whose Q follows from the bandwidth.
    case resonantHighShelf = 10

    /// Whether this kind uses the gain.
    public var usesGain: Bool {
        switch self {
        case .parametric, .lowShelf, .highShelf, .resonantLowShelf, .resonantHighShelf: true
        default: false
        }
    }

    /// Whether this kind uses the bandwidth.
    public var usesBandwidth: Bool {
        switch self {
        case .lowPass, .highPass, .lowShelf, .highShelf: false
        default: true
        }
    }
}
