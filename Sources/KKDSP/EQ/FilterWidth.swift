internal import KKMath

/// The width or slope of a section, in one of the three measures of the Audio EQ Cookbook.
public enum FilterWidth: Hashable, Sendable, Codable {
    /// Q of the analog prototype. 1/√2 is Butterworth.
    case quality(Double)
    /// Octaves: between the −3 dB points of a band pass and a band stop, between the points of half the gain in dB of a
    /// peak.
    ///
    /// The bilinear transform compresses frequencies towards half the rate. The factor ω₀ / sin ω₀ compensates this at
    /// the centre, as in the Cookbook, and is limited so that a band near half the rate does not become wider than
    /// ``widest``.
    case octaves(Double)
    /// The slope of a shelf: 1 is the steepest without a hump; the slope at the centre in dB per octave is proportional
    /// to it.
    case slope(Double)

    /// Q by the analog formula, 1 / (2 sinh(ln 2 / 2 · octaves)): for filters whose Q is a gain at the corner, which
    /// does not depend on the rate.
    public static func analog(octaves: Double) -> FilterWidth {
        .quality(0.5 / PortableMath.sinh(halfLog2 * octaves))
    }

    /// 1/√2: no hump, −3.01 dB at the corner.
    public static let butterworth = FilterWidth.quality(0.5.squareRoot())

    /// The most octaves that a band is given after the correction for the bilinear transform.
    static let widest = 20.0

    private static let halfLog2 = 0.346573590279972654708616 // ln 2 / 2

    /// The Cookbook's α.
    ///
    /// - Parameters:
    ///   - omega: 2π times the frequency over the rate, 0 < ω₀ < π.
    ///   - sine: its sine.
    ///   - amplitude: the Cookbook's A, 10^(gain / 40); 1 where there is no gain.
    func alpha(omega: Double, sine: Double, amplitude: Double) -> Double {
        switch self {
        case .quality(let q):
            return sine / (2 * min(max(q, 0.01), 1000))
        case .octaves(let width):
            return sine * PortableMath.sinh(Self.halfLog2 * min(max(width, 0.001) * omega / sine, Self.widest))
        case .slope(let slope):
            return 0.5 * sine * ((amplitude + 1 / amplitude) * (1 / min(max(slope, 0.01), 1) - 1) + 2).squareRoot()
        }
    }

    var isFinite: Bool {
        switch self {
        case .quality(let value), .octaves(let value), .slope(let value): value.isFinite
        }
    }
}
