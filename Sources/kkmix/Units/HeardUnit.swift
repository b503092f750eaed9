internal import KKMixing

/// What a unit makes of a sound of one channel at 48 kHz: heard, not worked out.
final class HeardUnit {
    static let rate = 48_000.0

    private static let slice = 960
    private let unit: AudioUnit
    private var buffer = PCMBuffer(channelCount: 1, frameCapacity: slice)
    private var time: Int64 = 0

    /// - Parameter sound: the sample of a frame, from 0 on.
    init(_ unit: AudioUnit, _ sound: @escaping (Int) -> Float) throws {
        self.unit = unit
        try unit.setRenderCallback(
            { _, time, _, count, buffer in
                buffer.fill(channel: 0, with: (0..<count).map { sound(Int(time.sampleTime) + $0) })
            }, bus: 0)
        try unit.initialize()
    }

    /// The next frames.
    func next(_ frameCount: Int) throws -> [Float] {
        var heard: [Float] = []
        while heard.count < frameCount {
            let count = min(Self.slice, frameCount - heard.count)
            var flags: RenderActionFlags = .offlineRender
            try unit.render(
                &flags, time: AudioTime(sampleTime: time, sampleRate: Self.rate), frameCount: count, into: &buffer)
            time += Int64(count)
            heard += buffer.samples(ofChannel: 0)
        }
        return heard
    }
}

extension HeardUnit {
    /// The first frames that come out, without the latency.
    static func response(of unit: AudioUnit, frameCount: Int, to sound: @escaping (Int) -> Float) throws -> [Float] {
        let heard = try HeardUnit(unit, sound)
        _ = try heard.next(unit.latencyFrameCount)
        return try heard.next(frameCount)
    }

    static func impulse(_ frame: Int) -> Float { frame == 0 ? 1 : 0 }

    /// The levels that come out for a sine of 1 kHz at −100, −99 … 0 dB. The level rises, as a gate's curve is another one for a
    /// level that falls.
    static func levels(of unit: AudioUnit) throws -> [Double] {
        let sine = (0..<48).map { Float(PortableMath.sin(2 * .pi * Double($0) / 48)) }
        var gain: Float = 0
        let heard = try HeardUnit(unit) { gain * sine[$0 % sine.count] }
        return try (-100...0).map { level in
            gain = Float(Decibels(Double(level)).linear)
            return try heard.settledLevel()
        }
    }

    /// The level when a tenth of a second changes nothing any more, and after six seconds at last.
    private func settledLevel() throws -> Double {
        var level = try nextLevel()
        for _ in 0..<60 {
            let next = try nextLevel()
            if abs(next - level) < 0.005 { return next }
            level = next
        }
        return level
    }

    /// The level of the next tenth of a second, that of a sine by its peak.
    private func nextLevel() throws -> Double {
        let samples = try next(4800), power = samples.reduce(0) { $0 + Double($1) * Double($1) }
        return max(-200, Decibels(linear: (power / Double(samples.count) * 2).squareRoot()).value)
    }
}
