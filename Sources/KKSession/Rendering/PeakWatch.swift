internal import KKConvert
internal import KKDSP
internal import KKFiles
internal import KKPCM

/// Watches the slices of a mix for the samples that its output cannot hold, and for who made the worst of them.
///
/// ## Allocation
/// None per slice: `amplitudes` has one place per track.
struct PeakWatch {
    /// What the output holds; `nil` is everything, and nothing is watched.
    private let held: Range<Float>?
    private(set) var overloads = OverloadTally()
    /// The extremes of all samples, zero included.
    private(set) var lowest: Float = 0
    private(set) var highest: Float = 0
    /// The worst sample itself, with its sign.
    private var value: Float = 0
    /// What each track gave to it.
    private var amplitudes: [Float]

    init(held: Range<Float>?, trackCount: Int) {
        self.held = held
        amplitudes = Array(repeating: 0, count: trackCount)
    }

    /// Takes note of a slice that begins at `firstFrame`.
    ///
    /// - Parameter contribution: what a track gave to a channel of a frame of this slice.
    mutating func observe(
        _ buffer: borrowing PCMBuffer, firstFrame: Int64,
        contribution: (_ track: Int, _ channel: Int, _ frame: Int) -> Float
    ) {
        guard let held else { return }
        let before = overloads.worst
        for channel in 0..<buffer.channelCount {
            let slice = buffer.extremes(ofChannel: channel)
            lowest = min(lowest, slice.lowest)
            highest = max(highest, slice.highest)
            if held.contains(slice.lowest) && held.contains(slice.highest) { continue }
            buffer.withChannel(channel) { samples in
                for frame in samples.indices where !held.contains(samples[frame]) {
                    overloads.add(samples[frame], channel: channel, frame: firstFrame + Int64(frame))
                }
            }
        }
        guard let worst = overloads.worst, worst != before else { return }
        let frame = Int(worst.frame - firstFrame)
        value = buffer.withChannel(worst.channel) { $0[frame] }
        for track in amplitudes.indices { amplitudes[track] = contribution(track, worst.channel, frame) }
    }

    /// The tracks that pushed the same way as the sum, loudest first; of equals, in the order of the tracks.
    func contributions(of paths: [FilePath]) -> [ClippingReport.Contribution] {
        zip(paths, amplitudes)
            .filter { $0.1 * value > 0 }
            .map { ClippingReport.Contribution(path: $0.0, amplitude: abs($0.1)) }
            .sorted { $0.amplitude > $1.amplitude }
    }
}
