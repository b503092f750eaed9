internal import KKMath

/// What a head that is a rigid sphere does to the sound on its way to an ear.
///
/// The ears are at its ends; everything follows from the cosine of the angle between the ear and the source, seen from the
/// middle of the head. The delay is how much later than in the middle the sound of a far source comes: along the straight
/// line, and behind the shoulder of the sphere around it. The shadow is a filter of first order, (1 + α s / 2ω₀) / (1 + s /
/// 2ω₀) with ω₀ = c / a, of 1 at 0 Hz and α above: 2 towards the source, 0.1 at 150° away from it.
///
/// Source: C. P. Brown and R. O. Duda, *A Structural Model for Binaural Sound Synthesis*, IEEE Trans. Speech and Audio
/// Processing 6-5, 1998, with its αmin and θmin; R. S. Woodworth, *Experimental Psychology*, 1938, for the delay.
enum SphericalHead {
    /// Seconds that sound takes from the middle to an ear: 87.5 mm at 343 m/s.
    static let time = 0.0875 / 343

    /// Frames by which the sound must be late for its delays to be none of them negative; two more are the
    /// interpolation's.
    static func latency(_ sampleRate: Double) -> Int { Int((time * sampleRate).rounded(.up)) + 2 }

    /// Frames behind that latency until the last of it has come round the head.
    static func longestDelay(_ sampleRate: Double) -> Int { Int((time * .pi / 2 * sampleRate).rounded(.up)) + 2 }

    /// In seconds, from −``time`` to π/2 · ``time``.
    static func delay(cosine: Double) -> Double { time * (cosine >= 0 ? -cosine : PortableMath.asin(-cosine)) }

    /// α.
    static func shadow(cosine: Double) -> Double {
        let angle = .pi / 2 - PortableMath.asin(cosine)
        return 1.05 + 0.95 * PortableMath.cos(angle * 1.2)
    }
}

/// The shadow's filter of an ear, by the bilinear transform.
struct HeadShadow {
    private var now = 1.0
    private var before = 0.0
    private var pole = 0.0
    private var input = 0.0
    private var output = 0.0

    var isAtRest: Bool { input == 0 && output == 0 }

    mutating func set(alpha: Double, sampleRate: Double) {
        let k = SphericalHead.time * sampleRate
        (now, before, pole) = ((1 + alpha * k) / (1 + k), (1 - alpha * k) / (1 + k), (k - 1) / (k + 1))
    }

    mutating func reset() { (input, output) = (0, 0) }

    @inline(__always)
    mutating func next(_ sample: Double) -> Double {
        let result = now * sample + before * input + pole * output
        input = sample
        // What cannot be heard any more becomes zero, before it is a denormal number.
        output = result.magnitude < 1e-30 ? 0 : result
        return output
    }

    /// Frames until nothing is left above −120 dB.
    static func tail(_ sampleRate: Double) -> Int {
        let k = SphericalHead.time * sampleRate, pole = ((k - 1) / (k + 1)).magnitude
        return Int(DelayKernel.echoCount(pole))
    }
}
