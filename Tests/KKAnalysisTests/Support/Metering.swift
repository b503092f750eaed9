import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport

/// Sines of 1 kHz, by level and length, at 48 kHz: what EBU Tech 3341 and 3342 are made of.
enum Tone {
    private static let period: [Double] = (0..<48).map { PortableMath.sin(2 * .pi * Double($0) / 48) }

    /// Seconds at levels in dBFS (of the crest), one after the other; −∞ is silence.
    static func steps(_ steps: [(level: Double, seconds: Double)]) -> [Float] {
        var samples: [Float] = []
        for (level, seconds) in steps {
            // A millisecond at a time: minutes of sound, sample by sample, take a debug build seconds.
            let wave = period.map { Float($0 * Decibels(level).linear) }
            let first = samples.count % 48, turn = Array(wave[first...] + wave[..<first])
            var left = Int((seconds * 48_000).rounded())
            while left >= 48 {
                samples += turn
                left -= 48
            }
            samples += turn[..<left]
        }
        return samples
    }

    /// Tones of −38 dBFS and a decibel more each time, up to `last` more, with silence around that moves each of them.
    static func rising(_ last: Int, shift: Double, length: Double) -> [Float] {
        var all: [(level: Double, seconds: Double)] = []
        for step in 0...last {
            let late = Double(step) * shift
            all += [
                (level: -.infinity, seconds: late), (level: Double(step) - 38, seconds: length),
                (level: -.infinity, seconds: length - late),
            ]
        }
        return steps(all)
    }

    /// Any sine.
    static func sine(_ count: Int, frequency: Double, rate: Double, amplitude: Double = 1, phase: Double = 0) -> [Float]
    {
        (0..<count).map { index in
            let turns = (frequency / rate * Double(index)).truncatingRemainder(dividingBy: 1)
            return Float(amplitude * PortableMath.sin(2 * .pi * turns + phase))
        }
    }
}

/// Gives arrays, one per channel, to a meter in slices.
func feed(_ channels: [[Float]], slice: Int = 4096, _ meter: (borrowing PCMBuffer, Range<Int>) -> Void) {
    let count = channels.first?.count ?? 0
    var buffer = PCMBuffer(channelCount: channels.count, frameCapacity: count)
    for (channel, samples) in channels.enumerated() { buffer.fill(channel: channel, with: samples) }
    buffer.frameLength = count
    for start in stride(from: 0, to: count, by: slice) { meter(buffer, start..<min(count, start + slice)) }
}

func loudness(_ channels: [[Float]], layout: ChannelLayout? = nil, rate: Double = 48_000, slice: Int = 4096) -> Loudness
{
    let meter = LoudnessMeter(layout: layout ?? .standard(channels.count), sampleRate: rate)
    feed(channels, slice: slice) { meter.add($0, frames: $1) }
    return meter.finish()
}

func levels(_ channels: [[Float]], rate: Double = 48_000, slice: Int = 4096) -> Levels {
    let meter = LevelMeter(channelCount: channels.count, sampleRate: rate)
    feed(channels, slice: slice) { meter.add($0, frames: $1) }
    return meter.finish()
}

func measured(
    _ channels: [[Float]], layout: ChannelLayout? = nil, rate: Double = 48_000, slice: Int = 4096
) throws -> Measurement {
    let meter = try SoundMeter(layout: layout ?? .standard(channels.count), sampleRate: rate)
    let count = channels.first?.count ?? 0
    var buffer = PCMBuffer(channelCount: channels.count, frameCapacity: slice)
    for start in stride(from: 0, to: count, by: slice) {
        let end = min(count, start + slice)
        for (channel, samples) in channels.enumerated() {
            buffer.fill(channel: channel, with: Array(samples[start..<end]))
        }
        buffer.frameLength = end - start
        meter.add(buffer)
    }
    return meter.finish()
}

func isNear(_ value: Double?, _ expected: Double, within tolerance: Double) -> Bool {
    value.map { ($0 - expected).magnitude <= tolerance } ?? false
}
