internal import KKPCM

/// Watches the slices of a mix for its largest sample, and who made it.
///
/// ## Allocation
/// None per slice: `amplitudes` has one place per track.
struct PeakWatch {
    private(set) var amplitude: Float = 0
    private(set) var frame: Int64 = 0
    private(set) var channel = 0
    /// The sample itself, with its sign.
    private(set) var value: Float = 0
    /// What each track gave to it.
    private var amplitudes: [Float]

    init(trackCount: Int) {
        amplitudes = Array(repeating: 0, count: trackCount)
    }

    /// Takes note of a slice that begins at `firstFrame`; the earliest of equal peaks stays.
    ///
    /// - Parameter contribution: what a track gave to a channel of a frame of this slice.
    mutating func observe(
        _ buffer: borrowing PCMBuffer, firstFrame: Int64, contribution: (_ track: Int, _ channel: Int, _ frame: Int) -> Float
    ) {
        guard let peak = buffer.peak(above: amplitude) else { return }
        amplitude = peak.amplitude
        frame = firstFrame + Int64(peak.frame)
        channel = peak.channel
        value = buffer.withChannel(channel) { $0[peak.frame] }
        for track in amplitudes.indices { amplitudes[track] = contribution(track, peak.channel, peak.frame) }
    }

    /// The tracks that pushed the same way as the sum, loudest first.
    func contributions(of paths: [String]) -> [ClippingReport.Contribution] {
        zip(paths, amplitudes)
            .filter { $0.1 * value > 0 }
            .map { ClippingReport.Contribution(path: $0.0, amplitude: abs($0.1)) }
            .sorted { $0.amplitude > $1.amplitude }
    }
}

extension PCMBuffer {
    /// The largest magnitude of the valid frames if it passes `threshold`: the earliest frame of it, the lowest channel.
    func peak(above threshold: Float) -> (amplitude: Float, frame: Int, channel: Int)? {
        var found: (amplitude: Float, frame: Int, channel: Int)?
        for channel in 0..<channelCount {
            withChannel(channel) { samples in
                let largest = largestMagnitude(samples)
                guard largest > threshold, largest >= found?.amplitude ?? 0 else { return }
                var frame = 0
                while abs(samples[frame]) != largest { frame += 1 }
                if let other = found, other.amplitude == largest && other.frame <= frame { return }
                found = (largest, frame, channel)
            }
        }
        return found
    }
}

/// The largest magnitude, over eight lanes; not-a-number counts as nothing.
private func largestMagnitude(_ samples: Span<Float>) -> Float {
    var lanes = SIMD8<Float>(repeating: 0)
    var index = 0
    while index + 8 <= samples.count {
        var values = SIMD8<Float>()
        for lane in 0..<8 { values[lane] = samples[index + lane] }
        let magnitudes = values.replacing(with: -values, where: values .< 0)
        lanes.replace(with: magnitudes, where: magnitudes .> lanes)
        index += 8
    }
    var largest = lanes.max()
    while index < samples.count {
        largest = max(largest, abs(samples[index]))
        index += 1
    }
    return largest
}
