internal import CLibraries
internal import COpus
internal import KKPCM

/// A libopus decoder of any number of streams: every C call that Opus' packets need.
///
/// ## Allocation
/// In `init`.
@safe
final class OpusHandle {
    /// 120 ms.
    static let maximumFramesPerPacket = 5760

    private let decoder: OpaquePointer
    private let channelCount: Int
    /// The channels that libopus gives: those of the stream, or what they are made of.
    private let decodedCount: Int
    /// ``OpusHeader/demixing`` as factors; empty if nothing is mixed.
    private let demixing: [Float]
    private var interleaved: [Float]

    init(_ header: OpusHeader) throws(CodecError) {
        try SharedLibrary.libopus.load(for: .opus)
        var code: Int32 = 0
        decodedCount = header.demixing.isEmpty ? header.channelCount : header.mapping.count
        guard
            let decoder = unsafe opus_multistream_decoder_create(
                48000, Int32(decodedCount), Int32(header.streamCount), Int32(header.pairCount), header.mapping, &code)
        else {
            throw CodecError(
                format: .opus, "libopus has no decoder for this OpusHead",
                cause: Self.words("opus_multistream_decoder_create", code))
        }
        unsafe self.decoder = decoder
        channelCount = header.channelCount
        demixing = header.demixing.map { Float($0) / 32768 }
        interleaved = [Float](repeating: 0, count: Self.maximumFramesPerPacket * decodedCount)
        code = unsafe opus_set_gain(decoder, Int32(header.outputGain))
        guard code == 0 else {
            throw CodecError(
                format: .opus, "libopus rejected the output gain",
                cause: Self.words("opus_multistream_decoder_ctl", code))
        }
    }

    deinit {
        unsafe opus_multistream_decoder_destroy(decoder)
    }

    /// Decodes a packet to frame `offset` of `buffer`.
    ///
    /// - Parameter order: for each channel of the buffer the stream's channel that goes there.
    func decode(
        _ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int, order: [Int]
    ) throws(CodecError) -> Int {
        // To libopus a packet of no bytes is one that was lost, for which it would make sound up.
        guard packet.count > 0 else { throw CodecError(format: .opus, "a packet is empty") }
        let code = unsafe interleaved.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return Int32(0) }
            return unsafe packet.withUnsafeBufferPointer { bytes in
                unsafe opus_multistream_decode_float(
                    decoder, bytes.baseAddress, Int32(clamping: bytes.count), start, Int32(Self.maximumFramesPerPacket),
                    0)
            }
        }
        guard code > 0 else {
            throw CodecError(
                format: .opus, "the packet cannot be decoded", cause: Self.words("opus_multistream_decode_float", code))
        }
        let count = Int(code)
        guard demixing.isEmpty else {
            demix(count, into: &buffer, at: offset)
            return count
        }
        for channel in 0..<channelCount {
            let from = order[channel]
            buffer.withMutableChannel(channel) { samples in
                for index in 0..<count { samples[offset + index] = interleaved[index * channelCount + from] }
            }
        }
        return count
    }

    /// Each channel is the sum of the decoded ones by its factors, in their order.
    private func demix(_ count: Int, into buffer: inout PCMBuffer, at offset: Int) {
        for channel in 0..<channelCount {
            buffer.withMutableChannel(channel) { samples in
                for index in 0..<count {
                    var sum: Float = 0
                    for column in 0..<decodedCount {
                        sum += demixing[channelCount * column + channel] * interleaved[index * decodedCount + column]
                    }
                    samples[offset + index] = sum
                }
            }
        }
    }

    func reset() {
        unsafe opus_forget(decoder)
    }

    private static func words(_ call: String, _ code: Int32) -> String {
        "\(call): \(unsafe String(cString: opus_strerror(code)))"
    }
}
