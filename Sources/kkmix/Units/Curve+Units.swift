internal import KKMixing

extension Curve {
    /// What a unit does at 48 kHz, as it is set: the frequency response of a filter, or the levels of what works by level;
    /// `nil` for other units.
    init?(_ unit: AudioUnit) throws {
        if unit.ownProperties.contains(where: { $0.name == "FrequencyResponse" }) {
            let places = (0...240).map { CurveAxes.presets.value(at: Double($0) / 240) }
            let response = { try unit.frequencyResponse(at: $0).map { Decibels(linear: $0).value } }
            self.init(axes: .frequencies(try response(places)), gains: response)
        } else if [.peakLimiter, .dynamicsProcessor, .multibandCompressor, .truePeakLimiter, .gate, .ducker].contains(
            unit.component)
        {
            let levels = try StaticCurve(unit).levels
            self.init(axes: .levels) { values in
                values.map { value in
                    let place = min(max(0, value + 100), 100), index = min(Int(place), 99)
                    return levels[index] + (place - Double(index)) * (levels[index + 1] - levels[index])
                }
            }
        } else {
            return nil
        }
    }

    /// What it is, below a plot.
    var words: String {
        axes.across == .level
            ? "Level that comes out over level that goes in, of a sine of 1 kHz that lasts."
            : "Gain in dB over frequency in Hz, at a sample rate of 48 kHz."
    }
}

/// What a unit makes of a sine that lasts, by its level: heard, not worked out. The level rises, as a gate's curve is another
/// one for a level that falls.
private final class StaticCurve {
    private static let period = 48, slice = 960
    private static let sine = (0..<period).map { Float(PortableMath.sin(2 * .pi * Double($0) / Double(period))) }

    /// The level that comes out for −100, −99 … 0 dB.
    private(set) var levels: [Double] = []
    private let unit: AudioUnit
    private var buffer = PCMBuffer(channelCount: 1, frameCapacity: slice)
    private var time: Int64 = 0
    private var gain: Float = 0

    init(_ unit: AudioUnit) throws {
        self.unit = unit
        try unit.setRenderCallback(
            { [unowned self] _, _, _, count, buffer in
                buffer.fill(channel: 0, with: (0..<count).map { gain * Self.sine[$0 % Self.period] })
            }, bus: 0)
        try unit.initialize()
        for level in -100...0 {
            gain = Float(Decibels(Double(level)).linear)
            levels.append(try settled())
        }
    }

    /// The level when a tenth of a second changes nothing any more, and after six seconds at last.
    private func settled() throws -> Double {
        var level = try heard()
        for _ in 0..<60 {
            let next = try heard()
            if abs(next - level) < 0.005 { return next }
            level = next
        }
        return level
    }

    /// The level of the next tenth of a second, that of a sine by its peak.
    private func heard() throws -> Double {
        var power = 0.0
        for _ in 0..<5 {
            var flags: RenderActionFlags = .offlineRender
            try unit.render(
                &flags, time: AudioTime(sampleTime: time, sampleRate: 48_000), frameCount: Self.slice, into: &buffer)
            time += Int64(Self.slice)
            power = buffer.samples(ofChannel: 0).reduce(power) { $0 + Double($1) * Double($1) }
        }
        return max(-200, Decibels(linear: (power / Double(5 * Self.slice) * 2).squareRoot()).value)
    }
}
