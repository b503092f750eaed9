public import KKPCM

/// Encodes samples to packets, one block after another.
///
/// It gets blocks of exactly ``blockLength`` frames, and a shorter one at the end, so the packets depend only on the
/// samples. An encoder is for one stream only.
///
/// ## Allocation
/// When it is made, and in the codec's library.
public protocol PacketEncoder: AnyObject {
    /// The input: a buffer per channel, in native byte order, at the stream's rate: Float32, or integers of the
    /// stream's depth in the low bits of 32.
    var inputFormat: StreamDescription { get }

    /// The format of the packets, with the frames of one if all except the last have the same number.
    var format: StreamDescription { get }

    /// The layout of the input, in the WAVE order; `nil` if the codec does not define one.
    var layout: ChannelLayout? { get }

    /// The cookie for a decoder, see ``PacketDecoders/decoder(for:magicCookie:)``. That of FLAC has the number of
    /// frames when the stream is complete.
    var magicCookie: [UInt8] { get }

    /// The frames that a decoder gives before the first frame of the sound.
    var leadingFrames: Int { get }

    /// The largest packet, in bytes.
    var maximumPacketSize: Int { get }

    /// The number of frames in a block.
    var blockLength: Int { get }

    /// Encodes a block, and appends the packets that are complete.
    ///
    /// - Parameters:
    ///   - samples: a buffer per channel.
    ///   - frameCount: ``blockLength``, or fewer at the end of the stream.
    /// - Throws: ``CodecError`` with the library's words.
    func encode(
        _ samples: AudioBufferList, frameCount: Int, to packets: inout EncodedPackets
    ) throws(CodecError)

    /// Appends the remaining packets. Nothing can be encoded after it.
    func finish(to packets: inout EncodedPackets) throws(CodecError)
}

/// The settings of an encoder.
public struct EncoderSettings: Hashable, Sendable {
    /// Bits per second, of all channels together; `nil` leaves them to the codec, by ``quality`` where it has steps of them.
    public var bitRate: Int?
    /// How it is kept; `nil` leaves it to the codec. See ``PacketEncoders``.
    public var bitRateControl: BitRateControl?
    /// From 0 to 0x7F, Core Audio's five names: 0, 0x20, 0x40, 0x60, 0x7F. Its meaning depends on the codec: the effort
    /// of a lossless one, the quality of a lossy one.
    public var quality: UInt32 = 0x40
    /// The bit depth of a lossless stream; `nil` is that of the description.
    public var bitDepth: Int?

    public init() {}

    /// ``quality`` as one of five steps, from 0 to 4.
    var step: Int { quality >= 0x7F ? 4 : Int(quality / 0x20) }
}

/// Encoded packets that wait to be taken, in order.
public struct EncodedPackets {
    private var bytes: [UInt8] = []
    private var places: [(range: Range<Int>, frameCount: Int)] = []
    private var next = 0

    public init() {}

    /// The next packet: its bytes and its frames.
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

    /// Removes all packets, and keeps their memory.
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
