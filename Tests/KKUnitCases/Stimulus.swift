import KKConvert
import KKPCM
import KKTestSupport
import KKUnits

/// What the cases' units hear: noise that is loud, then quiet, then silent, every thousand frames again. It has all
/// frequencies, crests for a limiter, and a pause in which echoes and decays are heard. Channel c of bus b is the noise
/// of the seed 10 b + c + 1.
///
/// Nothing here allocates while it gives frames.
public enum Stimulus {
    public static let words =
        "white noise by SplitMix64, seed 10 x bus + channel + 1: 400 frames of full scale, 300 at 1/16, 300 of silence"
    static let period = 1000
    /// More frames than any case is rendered.
    static let longest: Int64 = 1 << 40

    static func channels(_ count: Int, bus: Int) -> [[Float]] {
        (0..<count).map { channel in
            let noise = SeededNumbers.noise(700, seed: UInt64(10 * bus + channel + 1))
            return noise.enumerated().map { $0 < 400 ? $1 : $1 / 16 } + Array(repeating: 0, count: 300)
        }
    }

    /// A callback for one input bus.
    static func callback(_ count: Int, bus: Int) -> RenderCallback {
        let channels = channels(count, bus: bus)
        return { _, time, _, frames, buffer in
            for (channel, samples) in channels.enumerated() {
                buffer.withMutableChannel(channel) { span in
                    for index in 0..<frames { span[index] = samples[(Int(time.sampleTime) + index) % period] }
                }
            }
        }
    }

    /// Gives input buses their channels at 44100 Hz, and the stimulus.
    static func connect(_ unit: AudioUnit, channels: [Int], rate: Double = 44_100) throws {
        for (bus, count) in channels.enumerated() {
            try unit.setStreamFormat(format(rate, count), scope: .input, element: bus)
            try unit.setRenderCallback(callback(count, bus: bus), bus: bus)
        }
    }

    /// The stimulus of one input bus as bytes of a format, which are made before the first slice.
    static func connect(_ unit: AudioUnit, bytes format: StreamDescription, bus: Int) throws {
        var list = AudioBufferList(for: format, frameCapacity: period)
        let canonical = StreamDescription.canonical(sampleRate: format.sampleRate, channels: format.channelCount)
        try AudioConverter(from: canonical, to: format).convertComplexBuffer(
            frameCount: period,
            from: AudioBufferList(channels(format.channelCount, bus: bus).map { AudioBuffer(samples: $0) }), into: &list
        )
        let bytes = list.buffers.map(\.bytes), size = Int(format.bytesPerFrame)
        try unit.setStreamFormat(format, scope: .input, element: bus)
        try unit.setRenderCallback(
            bufferList: { _, time, _, frames, list in
                for index in bytes.indices {
                    for frame in 0..<frames {
                        let place = (Int(time.sampleTime) + frame) % period * size
                        for byte in 0..<size { list[index].bytes[frame * size + byte] = bytes[index][place + byte] }
                    }
                }
            }, bus: bus)
    }

    /// Gives bus 1 one channel of its own, which begins after silence.
    static func connectKey(_ unit: AudioUnit, delay: Int) throws {
        try unit.setStreamFormat(format(44_100, 1), scope: .input, element: 1)
        let key = Array(repeating: 0, count: delay) + channels(1, bus: 1)[0].dropLast(delay)
        let callback: RenderCallback = { _, time, _, frames, buffer in
            buffer.withMutableChannel(0) { span in
                for index in 0..<frames { span[index] = key[(Int(time.sampleTime) + index) % period] }
            }
        }
        try unit.setRenderCallback(callback, bus: 1)
    }

    /// `frameCount` frames for a player.
    static func buffer(_ count: Int, bus: Int, frameCount: Int) -> PCMBuffer {
        var buffer = PCMBuffer(channelCount: count, frameCapacity: frameCount)
        for (channel, samples) in channels(count, bus: bus).enumerated() {
            for start in stride(from: 0, to: frameCount, by: period) {
                buffer.fill(channel: channel, at: start, with: Array(samples.prefix(frameCount - start)))
            }
        }
        buffer.frameLength = frameCount
        return buffer
    }
}

/// The stimulus as a source, as long as it is told, in reads that are often short.
final class StimulusSource: FrameSource {
    let format: StreamDescription
    let frameCount: Int64?
    private let channels: [[Float]]
    private var position = 0

    init(_ count: Int, bus: Int, rate: Double = 44_100, frameCount: Int64) {
        format = .canonical(sampleRate: rate, channels: count)
        self.frameCount = frameCount
        channels = Stimulus.channels(count, bus: bus)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = min(frameCount, Int(self.frameCount ?? 0) - position, 37)
        guard count > 0 else { return 0 }
        let start = position
        for (channel, samples) in channels.enumerated() {
            buffer.withMutableChannel(channel) { span in
                for index in 0..<count { span[offset + index] = samples[(start + index) % Stimulus.period] }
            }
        }
        position += count
        return count
    }

    func seek(to frame: Int64) {
        position = Int(min(frame, frameCount ?? 0))
    }
}
