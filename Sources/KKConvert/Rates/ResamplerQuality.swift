/// The quality of rate conversion: four of kkmix's own converter, and three of libsamplerate.
///
/// kkmix's own are linear-phase FIR filters, a sinc with a Kaiser window (J. F. Kaiser, *Nonrecursive digital filter
/// design using the I₀-sinh window function*, 1974). They differ in how close to the lower Nyquist frequency they stay
/// flat, and in the attenuation of everything else. In all of them the stop band begins at that frequency, so that
/// there is no aliasing. See ``figures`` for the numbers.
public enum ResamplerQuality: String, Sendable, Codable, CaseIterable {
    /// For masters: below −140 dB, computed in Float64.
    case best
    /// The default: enough for 16 and 20 bits, with a fraction of the work.
    case high
    case medium
    /// For previews and speech.
    case fast
    /// libsamplerate's windowed sinc: flat to 20 kHz at 44.1 kHz, images and aliases near −150 dB. Slow.
    case libsamplerateBest = "libsamplerate:best"
    /// −3 dB at 20 kHz, images and aliases near −120 dB.
    case libsamplerateMedium = "libsamplerate:medium"
    /// −4 dB at 18 kHz, images and aliases near −100 dB.
    case libsamplerateFastest = "libsamplerate:fastest"

    /// The qualities of kkmix's own converter.
    public static let own: [ResamplerQuality] = [.best, .high, .medium, .fast]

    /// The numbers that a filter is made from.
    struct Design: Hashable, Sendable {
        /// Half the length of the filter, in frames of the lower rate.
        var halfLength: Double
        /// The window's parameter β.
        var beta: Double
        /// Where the sinc cuts off, as a part of the lower Nyquist frequency. It is as high as the stop band's begin at
        /// that frequency allows.
        var cutoff: Double
        /// The decibels by which the stop band is down.
        var rejection: Double
        /// Whether weights and sums are Float64.
        var isDouble = false
    }

    /// Found by search: about the shortest filters of their kind that stay flat within 0.01 dB and keep some 7 dB more
    /// than what the quality asks for: two remnants may meet in one sample. `nil` for libsamplerate.
    var design: Design? {
        switch self {
        case .best: Design(halfLength: 91.25, beta: 15.44, cutoff: 0.9460, rejection: 147, isDouble: true)
        case .high: Design(halfLength: 80, beta: 13.19, cutoff: 0.9475, rejection: 127)
        case .medium: Design(halfLength: 40, beta: 10.98, cutoff: 0.9125, rejection: 107)
        case .fast: Design(halfLength: 21.25, beta: 8.78, cutoff: 0.8684, rejection: 87)
        default: nil
        }
    }
}
