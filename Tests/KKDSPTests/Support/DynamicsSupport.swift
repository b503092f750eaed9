import KKDSP
import KKMath
import KKPCM
import KKTestSupport

/// Arrays through a processor in slices, a channel an array.
func rendered(
    _ channels: [[Float]], slice: Int, capacity: Int = 4096,
    _ process: (Range<Int>, borrowing PCMBuffer, inout PCMBuffer) -> Void
) -> [[Float]] {
    let count = channels.first?.count ?? 0
    var input = PCMBuffer(channelCount: channels.count, frameCapacity: count)
    for (channel, samples) in channels.enumerated() { input.fill(channel: channel, with: samples) }
    input.frameLength = count
    var output = PCMBuffer(channelCount: channels.count, frameCapacity: count)
    output.frameLength = count
    for start in stride(from: 0, to: count, by: slice) { process(start..<min(count, start + slice), input, &output) }
    return channels.indices.map { output.samples(ofChannel: $0) }
}

/// A sine in Float32, by the recurrence of a rotation in Float64.
func sine(_ count: Int, frequency: Double, phase: Double, amplitude: Double) -> [Float] {
    (0..<count).map {
        Float(amplitude * portableSine(2 * .pi * (frequency * Double($0)).truncatingRemainder(dividingBy: 1) + phase))
    }
}

extension EffectKernel where Self: ~Copyable {
    /// Works on `frames` of `input`, and leaves them in `output`.
    mutating func process(_ frames: Range<Int>, of input: borrowing PCMBuffer, into output: inout PCMBuffer) {
        output.copy(frames.count, framesFrom: input, at: frames.lowerBound, to: frames.lowerBound)
        process(frames, in: &output)
    }

    /// Within an initializer, a property alone would be set without its observer.
    fileprivate mutating func change(_ body: (inout Self) -> Void) { body(&self) }
}

extension DelayKernel {
    init(channelCount: Int, sampleRate: Double, settings: Settings) {
        self.init(channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: 1)
        change { $0.settings = settings }
    }
}

extension ReverbKernel {
    init(channelCount: Int, sampleRate: Double, settings: Settings) {
        self.init(channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: 1)
        change { $0.settings = settings }
    }
}

extension PeakLimiterKernel {
    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int, settings: Settings) {
        self.init(channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
        change { $0.settings = settings }
        reset()
    }
}

extension TruePeakLimiterKernel {
    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int, ceiling: Decibels) {
        self.init(channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
        change { $0.ceiling = ceiling }
        reset()
    }
}

extension SampleDelayKernel {
    init(channelCount: Int, maximumDelay: Int, frameCount: Int) {
        self.init(channelCount: channelCount, sampleRate: Double(maximumDelay), maximumFrameCount: 1)
        change { $0.frameCount = frameCount }
    }
}

extension DynamicsKernel {
    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int, settings: Settings) {
        self.init(channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
        change { $0.settings = settings }
        reset()
    }
}

extension GateKernel {
    init(channelCount: Int, sampleRate: Double, maximumFrameCount: Int, settings: Settings) {
        self.init(channelCount: channelCount, sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
        change { $0.settings = settings }
        reset()
    }
}
