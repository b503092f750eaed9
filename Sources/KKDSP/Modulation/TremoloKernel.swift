internal import KKMath
public import KKPCM

/// A tremolo: a modulated level.
///
/// A frame is multiplied by 1 − depth · (1 + sin) / 2, so that the maximum is the input level and the minimum is lower
/// by the depth. The sine begins at −1, the maximum level; each channel is ahead of the one before it by the spread: at
/// 180°, two channels alternate. Settings take effect from the next frame. With a depth of 0 the input passes
/// unchanged, bit for bit.
///
/// ## Allocation
/// In `init` alone.
public struct TremoloKernel: EffectKernel, ~Copyable {
    /// The frequency of the sine in hertz, 0 … 20.
    public var rate = 5.0 {
        didSet { oscillator.set((0...20).clamping(rate) / sampleRate) }
    }
    /// Percent, 0 … 100.
    public var depth = 50.0
    /// Degrees from channel to channel, 0 … 180.
    public var spread = 0.0

    private let sampleRate: Double
    private var oscillator = Oscillator()

    public init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int) {
        self.sampleRate = sampleRate
        oscillator.set(rate / sampleRate)
    }

    public mutating func reset() { oscillator.reset() }

    public var isAtRest: Bool { true }

    public mutating func skip(_ frameCount: Int) { oscillator.advance(frameCount) }

    public mutating func process(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        let half = (0...100).clamping(depth) / 200, spread = (0...180).clamping(spread) / 360
        defer { oscillator.advance(frames.count) }
        if half == 0 { return }
        for channel in 0..<buffer.channelCount {
            // The sine's lowest point is three quarters of a turn on.
            let turns = spread * Double(channel) + 0.75, offset = turns - turns.rounded(.down)
            buffer.withMutableChannel(channel) { samples in
                for frame in frames {
                    let gain = 1 - half * (1 + oscillator.sine(frame - frames.lowerBound, offset: offset))
                    samples[frame] = Float(Double(samples[frame]) * gain)
                }
            }
        }
    }
}
