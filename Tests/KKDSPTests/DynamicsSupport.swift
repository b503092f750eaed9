import KKDSP
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
