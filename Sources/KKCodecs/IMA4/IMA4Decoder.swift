internal import KKPCM

/// IMA ADPCM as QuickTime, AIFF-C and CAF have it: 64 frames in 34 bytes for each channel.
///
/// A channel's two first bytes are where it starts: the upper nine bits of the first sample's predecessor, and the
/// index of the step (7 bits). 32 bytes of two differences each follow, the lower half of a byte first. Where the
/// packet before ended at that step and within the seven bits that a head leaves out, its last sample is carried on, as
/// FFmpeg does: what an encoder that knows it makes of the differences would be off by up to 127 of 32768 with the head
/// alone. So a packet by itself, and the first one after ``reset()``, may give other low bits.
///
/// Source: Apple Technical Note TN1081 (the packet); the numbers are those of ``IMA4Moves``.
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
        var sample: Int32
        var index: Int32

        /// Whether a head that says this is of a stream that goes on here.
        func follows(_ head: State) -> Bool { index == head.index && abs(sample - head.sample) <= 0x7F }
    }

    /// Of each channel; none at the start and after a packet that could not be decoded.
    private var states: [State?]
    private let moves = IMA4Moves.table

    /// - Parameter description: the rate, and 1 to 255 channels.
    init(_ description: StreamDescription) throws(CodecError) {
        format = try .decoded(from: description)
        layout = .standard(description.channelCount)
        states = [State?](repeating: nil, count: description.channelCount)
    }

    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        try take(packet)
        for channel in states.indices {
            var state = start(channel, packet)
            buffer.withMutableChannel(channel) {
                decode(packet, from: channel * Self.bytesPerChannel + 2, to: &$0, at: offset, &state)
            }
            states[channel] = state
        }
        return Self.framesPerPacket
    }

    private func decode(
        _ packet: Span<UInt8>, from start: Int, to samples: inout MutableSpan<Float>, at offset: Int,
        _ state: inout State
    ) {
        let table = moves
        let moves = table.span
        var (sample, row) = (state.sample, state.index << 4)
        for frame in 0..<Self.framesPerPacket {
            let codes = Int32(packet[start + frame / 2])
            Self.move(&sample, &row, frame & 1 == 0 ? codes & 15 : codes >> 4, moves)
            samples[offset + frame] = Float(sample) * 0x1p-15
        }
        state = State(sample: sample, index: row >> 4)
    }

    @inline(__always)
    private static func move(_ sample: inout Int32, _ row: inout Int32, _ code: Int32, _ moves: Span<Int32>) {
        let move = moves[Int(row | code)]
        sample = min(max(sample &+ move >> 12, -32768), 32767)
        row = move & 0xFF0
    }

    func reset() {
        for channel in states.indices { states[channel] = nil }
    }

    /// - Throws: for a packet that is none, after which nothing is carried on.
    private func take(_ packet: Span<UInt8>) throws(CodecError) {
        do throws(CodecError) {
            try check(packet)
        } catch {
            reset()
            throw error
        }
    }

    private func check(_ packet: Span<UInt8>) throws(CodecError) {
        guard packet.count == Self.bytesPerChannel * format.channelCount else {
            throw CodecError(
                format: .appleIMA4,
                "a packet has \(packet.count) bytes; \(format.channelCount) channels with \(Self.bytesPerChannel) bytes each are expected"
            )
        }
        for channel in 0..<format.channelCount {
            let index = Self.head(packet, at: channel * Self.bytesPerChannel).index
            guard index < IMA4Moves.stepCount else {
                throw CodecError(
                    format: .appleIMA4, "a packet starts at step \(index); there are \(IMA4Moves.stepCount)")
            }
        }
    }

    private static func head(_ packet: Span<UInt8>, at place: Int) -> State {
        let word = UInt16(packet[place]) << 8 | UInt16(packet[place + 1] & 0x80)
        return State(sample: Int32(Int16(bitPattern: word)), index: Int32(packet[place + 1] & 0x7F))
    }

    /// Where a channel starts in a packet.
    private func start(_ channel: Int, _ packet: Span<UInt8>) -> State {
        let head = Self.head(packet, at: channel * Self.bytesPerChannel)
        return states[channel].flatMap { $0.follows(head) ? $0 : nil } ?? head
    }
}

extension IMA4Decoder: CarryingDecoder {
    var carriedWordCount: Int { states.count }

    func pass(_ packet: Span<UInt8>) throws(CodecError) {
        try take(packet)
        // Two channels at a time: each number waits for the one before it, and the other channel's is made meanwhile.
        for first in stride(from: 0, to: states.count, by: 2) {
            let second = min(first + 1, states.count - 1)
            let (one, two) = passed(first, second, packet)
            states[first] = one
            states[second] = two
        }
    }

    private func passed(_ first: Int, _ second: Int, _ packet: Span<UInt8>) -> (State, State) {
        let table = moves
        let moves = table.span
        let (one, two) = (start(first, packet), start(second, packet))
        var (oneSample, oneRow, twoSample, twoRow) = (one.sample, one.index << 4, two.sample, two.index << 4)
        let (onePlace, twoPlace) = (first * Self.bytesPerChannel + 2, second * Self.bytesPerChannel + 2)
        for byte in 0..<Self.framesPerPacket / 2 {
            let (oneCodes, twoCodes) = (Int32(packet[onePlace + byte]), Int32(packet[twoPlace + byte]))
            Self.move(&oneSample, &oneRow, oneCodes & 15, moves)
            Self.move(&twoSample, &twoRow, twoCodes & 15, moves)
            Self.move(&oneSample, &oneRow, oneCodes >> 4, moves)
            Self.move(&twoSample, &twoRow, twoCodes >> 4, moves)
        }
        return (State(sample: oneSample, index: oneRow >> 4), State(sample: twoSample, index: twoRow >> 4))
    }

    /// A channel's sample, its step and that there is one: 16 bits, 8 and 1.
    func carried(to words: inout [UInt32], at place: Int) {
        for (channel, state) in states.enumerated() {
            words[place + channel] =
                state.map { UInt32(UInt16(truncatingIfNeeded: $0.sample)) | UInt32($0.index) << 16 | 1 << 24 } ?? 0
        }
    }

    func carry(_ words: [UInt32], at place: Int) {
        for channel in states.indices {
            let word = words[place + channel]
            states[channel] =
                word == 0 ? nil : State(sample: Int32(Int16(truncatingIfNeeded: word)), index: Int32(word >> 16 & 0xFF))
        }
    }
}
