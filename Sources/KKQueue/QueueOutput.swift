internal import KKConvert
internal import KKDSP
internal import KKPCM

/// The end of a queue: its channels become the render format's, volume and pan, level meter, bytes.
///
/// ## Allocation
/// In `init`.
final class QueueOutput {
    private struct Point {
        var input: Int
        var gain: Float
    }

    let description: StreamDescription
    private var packer: PCMPacker
    /// For every output channel what goes to it; empty if all channels pass as they are.
    private let rows: [[Point]]
    private var mixed: PCMBuffer
    private let layout: ChannelLayout
    /// Whether there are a left and a right for the pan.
    private let canPan: Bool
    private var panGains: [Float]
    var volume: VolumeRamp
    var meter: QueueMeter?
    /// Frames made so far.
    private var position: Int64 = 0

    /// - Parameter source: the queue's channels.
    init(
        _ description: StreamDescription, _ packer: PCMPacker, layout: ChannelLayout, source: ChannelLayout, chunk: Int,
        volume: Float, pan: Float
    ) {
        self.description = description
        self.packer = packer
        self.layout = layout
        self.volume = VolumeRamp(Double(volume))
        let matrix = ChannelMatrix.mixing(source, to: layout)
        rows =
            matrix.isIdentity
            ? []
            : (0..<matrix.outputCount).map { output in
                (0..<matrix.inputCount).compactMap { input in
                    let gain = matrix[output: output, input: input]
                    return gain == 0 ? nil : Point(input: input, gain: gain)
                }
            }
        mixed = PCMBuffer(channelCount: layout.channelCount, frameCapacity: chunk)
        canPan = source.channelCount <= 2 && layout.channelCount == 2
        panGains = Array(repeating: 1, count: layout.channelCount)
        setPan(pan)
    }

    func setPan(_ position: Float) {
        guard canPan else { return }
        for (channel, label) in layout.labels.enumerated() { panGains[channel] = Pan(position).gain(for: label) }
    }

    /// The volume is what it was on its way to, and the meter is empty.
    func settle() {
        volume = VolumeRamp(volume.target)
        if meter != nil { measure(true) }
    }

    func measure(_ isOn: Bool) {
        meter = isOn ? QueueMeter(channelCount: layout.channelCount, sampleRate: description.sampleRate) : nil
    }

    /// Makes the first `count` frames of `source` the frames of `bytes` from `frame` on.
    func process(_ count: Int, of source: borrowing PCMBuffer, into bytes: inout [UInt8], at frame: Int) {
        mixed.frameLength = count
        mix(count, of: source)
        applyGains(count)
        meter?.add(count, of: mixed)
        packer.pack(mixed, firstFrame: position, into: &bytes, at: frame)
        position += Int64(count)
    }

    private func mix(_ count: Int, of source: borrowing PCMBuffer) {
        guard !rows.isEmpty else { return mixed.copy(count, framesFrom: source) }
        for (channel, row) in rows.enumerated() {
            guard let first = row.first else {
                mixed.silence(0..<count, ofChannel: channel)
                continue
            }
            mixed.set(0..<count, ofChannel: first.input, of: source, gain: first.gain, toChannel: channel)
            for point in row.dropFirst() {
                mixed.add(0..<count, ofChannel: point.input, of: source, gain: point.gain, toChannel: channel)
            }
        }
    }

    private func applyGains(_ count: Int) {
        let ramped = Int(min(Int64(count), volume.framesLeft))
        for channel in 0..<mixed.channelCount {
            let pan = panGains[channel]
            if ramped > 0 {
                mixed.withMutableChannel(channel) { span in
                    for frame in 0..<ramped { span[frame] *= Float(volume.gain(at: frame)) * pan }
                }
            }
            mixed.applyGain(Float(volume.target) * pan, to: ramped..<count, ofChannel: channel)
        }
        volume.advance(count)
    }
}
