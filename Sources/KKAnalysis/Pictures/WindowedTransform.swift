internal import KKDSP
internal import KKMath
internal import KKPCM

/// Power spectra of windowed frames, of which each bin's largest is kept.
final class WindowedTransform {
    private let transform: RealFFT
    /// Hann, periodic, and scaled so that a sine of the amplitude 1 at a bin has the power 1 there.
    private let window: [Float]
    /// The largest power of each bin, channel by channel.
    private(set) var powers: [[Float]]

    /// - Parameter length: a power of two, 4 or more.
    init(length: Int, channelCount: Int) {
        transform = RealFFT(size: length)
        // The sum of a Hann window is half its length; of a sine, half is at negative frequencies.
        window = (0..<length).map { index in
            let turn = 2 * 3.14159265358979323846 * Double(index) / Double(length)
            return Float((0.5 - 0.5 * PortableMath.cos(turn)) * 4 / Double(length))
        }
        powers = Array(repeating: Array(repeating: 0, count: transform.binCount), count: channelCount)
    }

    func clear() {
        for channel in powers.indices {
            var bins = powers[channel].mutableSpan
            bins.update(repeating: 0)
        }
    }

    /// Takes the frames of a channel from `first` on; what is infinite or no number counts as 0.
    func add(_ buffer: borrowing PCMBuffer, channel: Int, from first: Int) {
        transform.raise(&powers[channel], toPowersOf: buffer, channel: channel, from: first, window: window)
    }
}
