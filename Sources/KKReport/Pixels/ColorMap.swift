internal import KKMath

/// The colours of levels: from dark blue through violet and red to pale yellow, equal steps of level in equal steps of
/// lightness.
///
/// Made by a formula in Oklab (B. Ottosson, *A perceptual color space for image processing*, 2020): over the map,
/// lightness goes in a straight line from 0.16 to 0.97, the hue turns in a straight line from 270° by way of 0° to
/// 105°, and chroma rises and falls as a parabola, up to 0.17. Where that is more than a screen shows, chroma is taken
/// back, and lightness stays. So whoever does not see hues, and whoever prints in grey, sees the same order.
enum ColorMap {
    /// One for each decibel.
    static let colors: [Color] = (0..<count).map { color(at: Double($0) / Double(count - 1)) }
    static let count = 121
    /// What the first colour stands for and everything below it, in dBFS; the last one is 0 and everything above.
    static let floor = -120.0

    /// The colour of a level in dBFS: an index into ``colors``.
    static func index(of level: Double) -> Int {
        guard level > floor else { return 0 }
        // Of huge samples a power may be infinite.
        guard level < 0 else { return count - 1 }
        return min(count - 1, Int((level - floor).rounded()))
    }

    static func lightness(at part: Double) -> Double { 0.16 + 0.81 * part }

    private static func color(at part: Double) -> Color {
        let lightness = lightness(at: part)
        let angle = (270 + 195 * part) * (3.14159265358979323846 / 180)
        var chroma = 0.035 + 0.135 * 4 * part * (1 - part)
        while true {
            let linear = linearRGB(lightness, chroma * PortableMath.cos(angle), chroma * PortableMath.sin(angle))
            if chroma < 0.001 || linear.allSatisfy({ (0...1).contains($0) }) {
                let bytes = linear.map { UInt32((gamma(min(1, max(0, $0))) * 255).rounded()) }
                return Color(bytes[0] << 16 | bytes[1] << 8 | bytes[2])
            }
            chroma *= 0.98
        }
    }

    /// Oklab to linear sRGB, by the matrices of its description.
    private static func linearRGB(_ lightness: Double, _ a: Double, _ b: Double) -> [Double] {
        let l = lightness + 0.3963377774 * a + 0.2158037573 * b
        let m = lightness - 0.1055613458 * a - 0.0638541728 * b
        let s = lightness - 0.0894841775 * a - 1.2914855480 * b
        let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
        return [
            4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
            -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
            -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3,
        ]
    }

    /// IEC 61966-2-1.
    private static func gamma(_ linear: Double) -> Double {
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * PortableMath.exp2(PortableMath.log2(linear) / 2.4) - 0.055
    }
}
