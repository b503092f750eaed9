internal import KKPCM

/// IMA ADPCM as QuickTime, AIFF-C and CAF have it: 64 frames in 34 bytes for each channel.
///
/// A channel's two first bytes are where it starts: the upper nine bits of the first sample's predecessor, and the index of the step (7 bits). 32 bytes
/// of two differences each follow, the lower half of a byte first. Where the packet before ended at that step and within the seven bits that a head
/// leaves out, its last sample is carried on, as FFmpeg does: what an encoder that knows it makes of the differences would be off by up to
/// 127 of 32768 with the head alone. So a packet by itself, and the first one after ``reset()``, may give other low bits.
///
/// Source: IMA, "Recommended Practices for Enhancing Digital Audio Compatibility in Multimedia Systems" 3.00, §6 (the tables);
/// Apple Technical Note TN1081 (the packet).
final class IMA4Decoder: PacketDecoder {
    let format: StreamDescription
    let layout: ChannelLayout
    var isIndependent: Bool { false }
    var namesChannels: Bool { false }
    var maximumFramesPerPacket: Int { Self.framesPerPacket }

    private static let framesPerPacket = 64
    private static let bytesPerChannel = 34

    /// A channel between two packets: its last sample, and the index of the step that comes next.
    private struct State {
        var sample: Int
        var index: Int

        /// Whether a head that says this is of a stream that goes on here.
        func follows(_ head: State) -> Bool { index == head.index && abs(sample - head.sample) <= 0x7F }
    }

    /// Of each channel; none at the start and behind a packet that could not be decoded.
    private var states: [State?]

    /// - Parameter description: the rate, and 1 to 255 channels.
    init(_ description: StreamDescription) throws(CodecError) {
        format = try .decoded(from: description)
        layout = .standard(description.channelCount)
        states = [State?](repeating: nil, count: description.channelCount)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        do throws(CodecError) {
            try check(packet)
        } catch {
            reset()
            throw error
        }
        for channel in 0..<format.channelCount {
            let start = channel * Self.bytesPerChannel
            let head = Self.head(packet, at: start)
            var state = states[channel].flatMap { $0.follows(head) ? $0 : nil } ?? head
            buffer.withMutableChannel(channel) { Self.decode(packet, from: start + 2, to: &$0, at: offset, &state) }
            states[channel] = state
        }
        return Self.framesPerPacket
    }

    func reset() {
        for channel in states.indices { states[channel] = nil }
    }

    private func check(_ packet: Span<UInt8>) throws(CodecError) {
        guard packet.count == Self.bytesPerChannel * format.channelCount else {
            throw CodecError(
                format: .appleIMA4, "a packet has \(packet.count) bytes; \(Self.bytesPerChannel) are a channel's, of which there are \(format.channelCount)")
        }
        for channel in 0..<format.channelCount {
            let index = Self.head(packet, at: channel * Self.bytesPerChannel).index
            guard index < Self.steps.count else {
                throw CodecError(format: .appleIMA4, "a packet starts at step \(index); there are \(Self.steps.count)")
            }
        }
    }

    private static func head(_ packet: Span<UInt8>, at place: Int) -> State {
        let word = UInt16(packet[place]) << 8 | UInt16(packet[place + 1] & 0x80)
        return State(sample: Int(Int16(bitPattern: word)), index: Int(packet[place + 1] & 0x7F))
    }

    private static func decode(_ packet: Span<UInt8>, from start: Int, to samples: inout MutableSpan<Float>, at offset: Int, _ state: inout State) {
        var (sample, index) = (state.sample, state.index)
        for frame in 0..<framesPerPacket {
            let byte = Int(packet[start + frame / 2])
            let code = frame & 1 == 0 ? byte & 15 : byte >> 4
            let step = steps[index]
            var difference = step >> 3
            if code & 4 != 0 { difference += step }
            if code & 2 != 0 { difference += step >> 1 }
            if code & 1 != 0 { difference += step >> 2 }
            sample = min(max(code & 8 == 0 ? sample + difference : sample - difference, -32768), 32767)
            index = min(max(index + changes[code & 7], 0), steps.count - 1)
            samples[offset + frame] = Float(sample) * 0x1p-15
        }
        state = State(sample: sample, index: index)
    }

    /// How the step's index changes with the size of a difference.
    private static let changes = [-1, -1, -1, -1, 2, 4, 6, 8]

    /// Each 1.1 times the one before.
    private static let steps = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173,
        190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066,
        2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818,
        18500, 20350, 22385, 24623, 27086, 29794, 32767,
    ]
}
