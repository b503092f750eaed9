public import KKPCM

/// Makes compressed packets of samples, a block after the other.
///
/// It is given whole blocks of ``blockLength`` frames, and a shorter one at the end, so the packets depend on the samples
/// alone. An encoder is used once: for another stream there is another one.
///
/// ## Allocation
/// When it is made; and what the codec's library does.
public protocol PacketEncoder: AnyObject {
    /// What goes in: a buffer per channel, in the machine's byte order, at the stream's rate: Float32, or integers of the
    /// stream's depth at the bottom of 32 bits.
    var inputFormat: StreamDescription { get }

    /// What the packets are, with the frames of one where all but the last have the same.
    var format: StreamDescription { get }

    /// The channels that go in, in the WAVE order; `nil` where the codec does not say which is which.
    var layout: ChannelLayout? { get }

    /// What the decoder has to know besides ``format``, as ``PacketDecoders/decoder(for:magicCookie:)`` takes it. Of FLAC
    /// it counts the frames once the stream is complete.
    var magicCookie: [UInt8] { get }

    /// The frames that a decoder gives before the first one of the sound.
    var leadingFrames: Int { get }

    /// The most bytes of a packet.
    var maximumPacketSize: Int { get }

    /// The frames that it is given at a time.
    var blockLength: Int { get }

    /// The bits per second that ``EncoderSettings/bitRate`` can be, of all channels together; empty where there is no
    /// choice.
    var bitRates: [ClosedRange<Int>] { get }

    /// Encodes a block, and appends the packets that are complete.
    ///
    /// - Parameters:
    ///   - samples: a buffer per channel.
    ///   - frameCount: ``blockLength``, or fewer at the end of the stream.
    /// - Throws: ``CodecError`` with the library's words.
    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError)

    /// Appends the packets that hold what is left. Nothing can be encoded behind it.
    func finish(to packets: inout EncodedPackets) throws(CodecError)
}

/// What an encoder is asked for.
public struct EncoderSettings: Hashable, Sendable {
    /// Bits per second, of all channels together; `nil` leaves them to ``quality``.
    public var bitRate: Int?
    /// From 0 to 0x7F, Core Audio's five names: 0, 0x20, 0x40, 0x60, 0x7F. What it means is the codec's: how long a
    /// lossless one tries, how good a lossy one is.
    public var quality: UInt32 = 0x40
    /// The bits of a lossless stream; `nil` is what the description says.
    public var bitDepth: Int?

    public init() {}

    /// ``quality`` as one of five steps, from 0 to 4.
    var step: Int { quality >= 0x7F ? 4 : Int(quality / 0x20) }
}

/// Packets that were made and wait to be taken, in their order.
public struct EncodedPackets {
    private var bytes: [UInt8] = []
    private var places: [(range: Range<Int>, frameCount: Int)] = []
    private var next = 0

    public init() {}

    /// The packet that is taken next: its bytes and its frames.
    public var first: (bytes: ArraySlice<UInt8>, frameCount: Int)? {
        next < places.count ? (bytes[places[next].range], places[next].frameCount) : nil
    }

    public mutating func append(_ packet: some Sequence<UInt8>, frameCount: Int) {
        let start = bytes.count
        bytes.append(contentsOf: packet)
        places.append((start..<bytes.count, frameCount))
    }

    public mutating func removeFirst() {
        next += 1
        if next >= places.count { removeAll() }
    }

    /// Forgets all packets, and keeps their memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        next = 0
    }
}

extension StreamDescription {
    /// What an encoder takes: samples a buffer per channel, Float32 or integers of `bitDepth` at the bottom of 32 bits.
    static func encoderInput(sampleRate: Double, channels: Int, bitDepth: Int?) -> StreamDescription {
        guard let bitDepth else { return .canonical(sampleRate: sampleRate, channels: channels) }
        var description = linearPCM(
            sampleRate: sampleRate, channels: channels, bits: bitDepth, containerBits: 32,
            flags: [.isSignedInteger, .isNonInterleaved, nativeEndianFlag])
        description.formatFlags.remove(.isAlignedHigh)
        return description
    }
}

extension AudioBufferList {
    /// Calls `body` with the number and the value of each of the first `count` samples of a channel that has a buffer of
    /// its own.
    @inline(__always)
    func forEach<Sample: BitwiseCopyable>(
        _ type: Sample.Type, ofChannel channel: Int, _ count: Int, _ body: (Int, Sample) -> Void
    ) {
        let size = MemoryLayout<Sample>.size
        unsafe buffers[channel].bytes.withUnsafeBytes { bytes in
            for frame in 0..<min(count, bytes.count / size) {
                body(frame, unsafe bytes.loadUnaligned(fromByteOffset: size * frame, as: type))
            }
        }
    }
}
