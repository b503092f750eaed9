import Foundation
import KKDSP
import KKUnits

/// |H| of a second-order section by its analog prototype in the Audio EQ Cookbook, on the frequency that the bilinear transform puts in the
/// place of f: tan(πf / rate) / tan(πf₀ / rate). With libm, and nothing of it shared with the code under test.
struct AnalogSection {
    /// The place of s² + s/Q + 1 in the transfer function.
    enum Shape { case lowPass, highPass, bandPass, bandStop, peak, lowShelf, highShelf }

    var shape: Shape
    var frequency: Double
    /// 1/Q.
    var damping: Double
    /// dB.
    var gain = 0.0
    var rate: Double

    /// - Parameter q: of the prototype.
    init(_ shape: Shape, _ frequency: Float, q: Double, gain: Float = 0, rate: Double) {
        self.shape = shape
        self.frequency = min(Double(frequency), 0.4999 * rate)
        damping = 1 / q
        self.gain = Double(gain)
        self.rate = rate
    }

    /// - Parameter octaves: between the −3 dB points, or those of half a peak's gain in dB, by the Cookbook's formula
    ///   with ω₀ / sin ω₀.
    init(_ shape: Shape, _ frequency: Float, octaves: Float, gain: Float = 0, rate: Double) {
        self.init(shape, frequency, q: 1, gain: gain, rate: rate)
        let omega = 2 * .pi * self.frequency / rate
        damping = 2 * sinh(log(2) / 2 * min(20, Double(octaves) * omega / sin(omega)))
    }

    func magnitude(_ f: Double) -> Double {
        let w = tan(.pi * f / rate) / tan(.pi * frequency / rate)
        let a = pow(10, gain / 40), skirt = sqrt(a) * damping * w
        let denominator = hypot(1 - w * w, damping * w)
        return switch shape {
        case .lowPass: 1 / denominator
        case .highPass: w * w / denominator
        case .bandPass: damping * w / denominator
        case .bandStop: abs(1 - w * w) / denominator
        case .peak: hypot(1 - w * w, damping * a * w) / hypot(1 - w * w, damping / a * w)
        case .lowShelf: a * hypot(a - w * w, skirt) / hypot(1 - a * w * w, skirt)
        case .highShelf: a * hypot(1 - a * w * w, skirt) / hypot(a - w * w, skirt)
        }
    }

    /// A band of the N-band equaliser.
    static func band(_ kind: FilterType, _ frequency: Float, gain: Float, octaves: Float, rate: Double) -> AnalogSection
    {
        let butterworth = sqrt(0.5), resonance = 0.5 / sinh(log(2) / 2 * Double(octaves))
        return switch kind {
        case .parametric: .init(.peak, frequency, octaves: octaves, gain: gain, rate: rate)
        case .lowPass: .init(.lowPass, frequency, q: butterworth, rate: rate)
        case .highPass: .init(.highPass, frequency, q: butterworth, rate: rate)
        case .resonantLowPass: .init(.lowPass, frequency, q: resonance, rate: rate)
        case .resonantHighPass: .init(.highPass, frequency, q: resonance, rate: rate)
        case .bandPass: .init(.bandPass, frequency, octaves: octaves, rate: rate)
        case .bandStop: .init(.bandStop, frequency, octaves: octaves, rate: rate)
        case .lowShelf: .init(.lowShelf, frequency, q: butterworth, gain: gain, rate: rate)
        case .highShelf: .init(.highShelf, frequency, q: butterworth, gain: gain, rate: rate)
        case .resonantLowShelf: .init(.lowShelf, frequency, q: resonance, gain: gain, rate: rate)
        case .resonantHighShelf: .init(.highShelf, frequency, q: resonance, gain: gain, rate: rate)
        }
    }
}

/// A unit with settings, and what it must do to a frequency.
struct EqualizerCase: Sendable, CustomStringConvertible {
    var description: String
    var make: @Sendable () -> EffectUnit
    var settings: [(ParameterID, Float)] = []
    var preset: String?
    /// The sections at a rate.
    var sections: @Sendable (Double) -> [AnalogSection]

    /// The unit, set and with a format, not initialized.
    func unit(rate: Double, channels: Int = 1) throws -> EffectUnit {
        let unit = make()
        try unit.setStreamFormat(format(rate, channels), scope: .input)
        for (id, value) in settings { try unit.setParameter(id, value) }
        if let preset { try unit.setPresentPreset(named: preset) }
        return unit
    }

    func decibels(_ f: Double, rate: Double) -> Double { 20 * log10(sections(rate).reduce(1) { $0 * $1.magnitude(f) }) }
}

extension EqualizerCase {
    static let rates: [Double] = [
        8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000, 176_400, 192_000,
    ]

    /// The preset of this name as the ten-band store of iTunes has it, in dB.
    private static let rock: [Float] = [5, 4, 3, 1.5, -0.5, -1, 0.5, 2.5, 3.5, 4.5]

    private static func peaks(_ frequencies: [Float], _ gains: [Float], octaves: Float, rate: Double) -> [AnalogSection]
    {
        zip(frequencies, gains).compactMap { f, gain in
            gain == 0 || Double(f) >= 0.4999 * rate
                ? nil : AnalogSection(.peak, f, octaves: octaves, gain: gain, rate: rate)
        }
    }

    static func lowPass(_ f: Float, _ resonance: Float) -> Self {
        Self(description: "low pass \(f) \(resonance)", make: { LowPassFilter() }, settings: [(0, f), (1, resonance)]) {
            [AnalogSection(.lowPass, f, q: pow(10, Double(resonance) / 20), rate: $0)]
        }
    }

    static func highPass(_ f: Float, _ resonance: Float) -> Self {
        Self(
            description: "high pass \(f) \(resonance)", make: { HighPassFilter() }, settings: [(0, f), (1, resonance)]
        ) {
            [AnalogSection(.highPass, f, q: pow(10, Double(resonance) / 20), rate: $0)]
        }
    }

    static func bandPass(_ f: Float, _ cents: Float) -> Self {
        Self(description: "band pass \(f) \(cents)", make: { BandPassFilter() }, settings: [(0, f), (1, cents)]) {
            [AnalogSection(.bandPass, f, octaves: cents / 1200, rate: $0)]
        }
    }

    static func highShelf(_ f: Float, _ gain: Float) -> Self {
        Self(description: "high shelf \(f) \(gain)", make: { HighShelfFilter() }, settings: [(0, f), (1, gain)]) {
            [AnalogSection(.highShelf, f, q: sqrt(0.5), gain: gain, rate: $0)]
        }
    }

    static func lowShelf(_ f: Float, _ gain: Float) -> Self {
        Self(description: "low shelf \(f) \(gain)", make: { LowShelfFilter() }, settings: [(0, f), (1, gain)]) {
            [AnalogSection(.lowShelf, f, q: sqrt(0.5), gain: gain, rate: $0)]
        }
    }

    static func parametric(_ f: Float, _ q: Float, _ gain: Float) -> Self {
        Self(
            description: "parametric \(f) \(q) \(gain)", make: { ParametricEQ() },
            settings: [(0, f), (1, q), (2, gain)]
        ) {
            [AnalogSection(.peak, f, q: Double(q), gain: gain, rate: $0)]
        }
    }

    static func band(_ kind: FilterType, _ f: Float, _ gain: Float, _ octaves: Float, at n: UInt32 = 3) -> Self {
        let settings: [(ParameterID, Float)] = [
            (1000 + Int(n), 0), (2000 + Int(n), Float(kind.rawValue)), (3000 + Int(n), f), (4000 + Int(n), gain),
            (5000 + Int(n), octaves),
        ]
        return Self(description: "band \(kind) \(f) \(gain) \(octaves)", make: { NBandEQ() }, settings: settings) {
            [.band(kind, f, gain: gain, octaves: octaves, rate: $0)]
        }
    }

    /// The centres are written out here once more.
    static let graphic10 = Self(
        description: "graphic 10", make: { GraphicEQ() },
        settings: [(10_000, 0)] + rock.enumerated().map { (ParameterID(0) + $0, $1) } + [(17, 20)]
    ) { peaks([32, 64, 128, 256, 512, 1000, 2000, 4000, 8000, 16_000], rock, octaves: 1, rate: $0) }

    static let graphic31: Self = {
        let centres: [Float] = [
            20, 25, 31.5, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600,
            2000, 2500, 3150, 4000, 5000, 6300, 8000, 10_000, 12_500, 16_000, 20_000,
        ]
        let gains = centres.indices.map { $0 < 7 ? 0 : Float($0 * 7 % 13) - 6 }
        return Self(
            description: "graphic 31", make: { GraphicEQ() },
            settings: gains.enumerated().map { (ParameterID(0) + $0, $1) }
        ) {
            peaks(centres, gains, octaves: 1.0 / 3, rate: $0)
        }
    }()

    static let iPod = Self(description: "iPod rock", make: { IPodEQ() }, preset: "Rock") {
        peaks([32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000], rock, octaves: 1, rate: $0)
    }

    /// One of each unit, of a kind that dies away within a second.
    static let one: [Self] = [
        .lowPass(1500, 6), .highPass(900, -3), .bandPass(1200, 800), .highShelf(10_000, -9), .lowShelf(150, 12),
        .parametric(2000, 3, -15),
        .band(.resonantHighShelf, 1100, 8, 1), .graphic10, .graphic31, .iPod,
    ]
}
