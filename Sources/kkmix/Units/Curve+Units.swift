internal import KKMixing

extension Curve {
    /// What a unit does at 48 kHz, as it is set: the frequency response of a filter, the levels of what works by level, the echoes
    /// of what has some, or the gain of what swings; `nil` for other units.
    init?(_ unit: AudioUnit) throws {
        if unit.ownProperties.contains(where: { $0.name == "FrequencyResponse" }) {
            try self.init(frequencies: { try unit.frequencyResponse(at: $0) })
            return
        }
        switch unit.component {
        case .peakLimiter, .dynamicsProcessor, .multibandCompressor, .truePeakLimiter, .gate, .ducker,
            .distortion:
            let levels = try HeardUnit.levels(of: unit)
            self.init(
                axes: .levels,
                words: "Level that comes out over level that goes in, of a sine of 1 kHz that lasts."
            ) { values in
                values.map { value in
                    let place = min(max(0, value + 100), 100)
                    let index = min(Int(place), 99)
                    return levels[index] + (place - Double(index)) * (levels[index + 1] - levels[index])
                }
            }
        case .chorus, .flanger, .phaser:
            // The sweep stands almost still.
            let rate = unit.parameters(.global).first { $0.keyword == "rate" }
            if let rate { try unit.setParameter(rate.id, rate.range.lowerBound) }
            let response = try HeardUnit.response(of: unit, frameCount: 8192, to: HeardUnit.impulse)
            try self.init(
                frequencies: { $0.map { Self.magnitude(of: response, at: $0) } }, "where the sweep begins, "
            )
        case .delay, .sampleDelay, .reverb2, .convolution:
            let samples = try HeardUnit.response(of: unit, frameCount: 480_000, to: HeardUnit.impulse)
            let last = samples.lastIndex { abs($0) >= 1e-5 } ?? 0
            let lengths = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
            let length = lengths.first { $0 * HeardUnit.rate > Double(last) } ?? 10
            self.init(
                axes: .times(upTo: length),
                words:
                    "Level over time in \(CurveAxes.times(upTo: length).unit) of what comes out for an impulse of 0 dB.",
                gains: Self.peaks(of: samples))
        case .tremolo:
            let period = 1 / Double(try unit.parameter(Tremolo.Parameter.rate))
            let frames = Int(period * HeardUnit.rate) + 1
            let samples = try HeardUnit.response(of: unit, frameCount: frames) { _ in 1 }
            let gains = Self.peaks(of: samples)
            self.init(
                axes: .fitting(gains([0, period / 2]), across: .time(period)),
                words: "Gain in dB over time in \(period < 1 ? "ms" : "s"), during one turn.", gains: gains)
        default: return nil
        }
    }

    /// A frequency response, as factors.
    private init(frequencies: @escaping ([Double]) throws -> [Double], _ place: String = "") throws {
        let gains = { try frequencies($0).map { Decibels(linear: $0).value } }
        let places = (0...240).map { CurveAxes.presets.value(at: Double($0) / 240) }
        self.init(
            axes: .fitting(try gains(places), across: .frequency),
            words: "Gain in dB over frequency in Hz, \(place)at a sample rate of 48 kHz.", gains: gains)
    }

    /// The factor at a frequency: that of the mean power in a column of a plot, as a comb may be finer.
    private static func magnitude(of response: [Float], at frequency: Double) -> Double {
        let width = CurveAxes.presets.value(at: 1.0 / 240) / CurveAxes.presets.value(at: 0) - 1
        let parts = 8
        let powers = (0..<parts).map { part in
            power(
                of: response, at: frequency * (1 + width * ((Double(part) + 0.5) / Double(parts) - 0.5)))
        }
        return (powers.reduce(0, +) / Double(parts)).squareRoot()
    }

    /// The sum of an impulse response that turns, squared.
    private static func power(of response: [Float], at frequency: Double) -> Double {
        let turn = 2 * .pi * frequency / HeardUnit.rate
        let (across, up) = (PortableMath.cos(turn), PortableMath.sin(turn))
        var (x, y, real, imaginary) = (1.0, 0.0, 0.0, 0.0)
        for sample in response {
            real += Double(sample) * x
            imaginary += Double(sample) * y
            (x, y) = (x * across - y * up, x * up + y * across)
        }
        return real * real + imaginary * imaginary
    }

    /// The highest level between each time and the next.
    private static func peaks(of samples: [Float]) -> ([Double]) -> [Double] {
        { times in
            let places = times.map {
                min(samples.count - 1, max(0, Int(($0 * HeardUnit.rate).rounded())))
            }
            return places.enumerated().map { index, place in
                let end = max(place + 1, index + 1 < places.count ? places[index + 1] : 0)
                let peak = samples[place..<end].reduce(0) { max($0, abs($1)) }
                return max(-200, Decibels(linear: Double(peak)).value)
            }
        }
    }
}
