import Foundation
import KKDSP

/// |H| of a band by the Cookbook's analog prototypes on the warped frequency tan(ω/2) / tan(ω₀/2), with libm: nothing of it is shared with
/// the code under test.
struct AnalogPrototype {
    var kind: FilterType
    var frequency: Double
    var gain = 0.0
    /// 1/Q.
    var damping: Double
    var rate: Double

    init(_ band: EQBand, rate: Double) {
        kind = band.kind
        gain = band.gain
        self.rate = rate
        frequency = min(max(20, band.frequency), 0.4999 * rate)
        let omega = 2 * .pi * frequency / rate
        switch kind {
        case .parametric, .bandPass, .bandStop:
            damping = 2 * sinh(log(2) / 2 * min(20, band.bandwidth * omega / sin(omega)))
        case .lowPass, .highPass, .lowShelf, .highShelf: damping = sqrt(2)
        default: damping = 2 * sinh(log(2) / 2 * band.bandwidth)
        }
    }

    func magnitude(_ f: Double) -> Double {
        let w = tan(.pi * f / rate) / tan(.pi * frequency / rate)
        func size(_ real: Double, _ imaginary: Double) -> Double { hypot(real, imaginary) }
        let a = pow(10, gain / 40)
        let below = size(1 - w * w, w * damping), skirt = sqrt(a) * damping * w
        switch kind {
        case .parametric: return size(1 - w * w, w * damping * a) / size(1 - w * w, w * damping / a)
        case .lowPass, .resonantLowPass: return 1 / below
        case .highPass, .resonantHighPass: return w * w / below
        case .bandPass: return w * damping / below
        case .bandStop: return abs(1 - w * w) / below
        case .lowShelf, .resonantLowShelf: return a * size(a - w * w, skirt) / size(1 - a * w * w, skirt)
        case .highShelf, .resonantHighShelf: return a * size(1 - a * w * w, skirt) / size(a - w * w, skirt)
        }
    }

    func decibels(_ f: Double) -> Double { 20 * log10(magnitude(f)) }
}
