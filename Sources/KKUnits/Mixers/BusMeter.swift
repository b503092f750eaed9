internal import KKPCM

/// The meters of a bus, of each channel one before the fader and one after it.
final class BusMeter {
    private let sampleRate: Double
    private(set) var before: [ChannelMeter]
    private(set) var behind: [ChannelMeter]

    init(channelCount: Int, sampleRate: Double) {
        self.sampleRate = sampleRate
        before = Array(repeating: ChannelMeter(sampleRate: sampleRate), count: channelCount)
        behind = before
    }

    func reset() {
        for channel in before.indices {
            before[channel] = ChannelMeter(sampleRate: sampleRate)
            behind[channel] = before[channel]
        }
    }

    func addBefore(_ frames: Range<Int>, of buffer: borrowing PCMBuffer) {
        for channel in before.indices { addBefore(frames, of: buffer, channel: channel) }
    }

    func addBefore(_ frames: Range<Int>, of buffer: borrowing PCMBuffer, channel: Int) {
        buffer.withChannel(channel) { before[channel].add($0, frames) }
    }

    func addBehind(_ frames: Range<Int>, of buffer: borrowing PCMBuffer, gain: Float = 1) {
        for channel in behind.indices { buffer.withChannel(channel) { behind[channel].add($0, frames, gain: gain) } }
    }

    /// The same with a gain that changes from frame to frame.
    func addBehind(_ frames: Range<Int>, of buffer: borrowing PCMBuffer, channel: Int, gain: (Int) -> Float) {
        buffer.withChannel(channel) { samples in
            for frame in frames { behind[channel].add(samples[frame] * gain(frame)) }
        }
    }

    func takeClipping(ofChannel channel: Int, isBehind: Bool) -> MeterClipping {
        isBehind ? behind[channel].takeClipping() : before[channel].takeClipping()
    }

    /// That of all channels together.
    func takeClipping(isBehind: Bool) -> MeterClipping {
        before.indices.reduce(into: MeterClipping()) {
            let one = takeClipping(ofChannel: $1, isBehind: isBehind)
            $0.peakSinceLastCall = max($0.peakSinceLastCall, one.peakSinceLastCall)
            $0.sawInfinity = $0.sawInfinity || one.sawInfinity
            $0.sawNotANumber = $0.sawNotANumber || one.sawNotANumber
        }
    }

    /// What the meters' parameters tell: 1 and 2 are average and peak before the fader, 3 and 4 after it, in decibels;
    /// 5 to 8 the same as amplitudes.
    func value(ofKind kind: Int, channel: Int) -> Float {
        let meter = (kind - 1) % 4 < 2 ? before[channel] : behind[channel]
        let amplitude = kind % 2 == 1 ? meter.average : meter.peak
        return kind > 4 ? Float(amplitude) : ChannelMeter.decibels(amplitude)
    }
}
