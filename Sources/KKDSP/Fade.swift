internal import KKMath

/// A fade from silence to full level: `length` frames along `curve`.
///
/// The gain depends only on the frame. It is 0 at frame 0 and before, and exactly 1 from frame `length`, the first one
/// after the fade. A fade-out is the same curve, backwards from its end. A fade with length 0 is full level everywhere.
public struct Fade: Hashable, Sendable, Codable {
    /// In frames, 0 or more.
    public var length: Int64
    public var curve: FadeCurve

    public init(length: Int64, curve: FadeCurve = .linear) {
        self.length = max(0, length)
        self.curve = curve
    }

    /// The gain at a frame of the fade, 0 … 1.
    public func gain(at frame: Int64) -> Double {
        if frame >= length { return 1 }
        if frame <= 0 { return 0 }
        return curve.gain(at: Double(frame) / Double(length))
    }
}

/// The shapes of a fade, by their command-line names.
public enum FadeCurve: String, Hashable, Sendable, Codable, CaseIterable {
    /// Linear amplitude: x.
    case linear
    /// A quarter of a sine, sin(πx/2): a crossfade of unrelated signals keeps their power.
    case equalPower = "equal-power"
    /// A raised cosine, (1 − cos πx)/2, with zero slope at both ends.
    case sCurve = "s-curve"
    /// Linear in decibels from −60 dB to 0 dB; the first frame is silent.
    case exponential

    /// Where ``exponential`` begins, as an exponent of two: −60 dB is 10⁻³.
    private static let exponentialRange = 3 * 3.321928094887362 // log₂ 10

    /// The gain at `x` of the way, 0 < x < 1.
    func gain(at x: Double) -> Double {
        switch self {
        case .linear:
            return x
        case .equalPower:
            return PortableMath.sin(x * (.pi / 2))
        case .sCurve:
            // (1 − cos 2a)/2 = sin² a
            let sine = PortableMath.sin(x * (.pi / 2))
            return sine * sine
        case .exponential:
            return PortableMath.exp2((x - 1) * Self.exponentialRange)
        }
    }
}
