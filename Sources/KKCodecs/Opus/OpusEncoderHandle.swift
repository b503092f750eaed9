internal import CLibraries
internal import COpus
internal import KKPCM

/// A libopus encoder of any number of streams: every C call that Opus' packets need.
///
/// ## Allocation
/// In `init`.
@safe
final class OpusEncoderHandle {
    /// The channel mapping family: 0 for one and two channels, 1 for more.
    let family: Int
    let streamCount: Int
    let pairCount: Int
    let mapping: [UInt8]
    /// The frames that come out before the first of the sound.
    let lookahead: Int
    let maximumPacketSize: Int

    private let encoder: OpaquePointer
    private var packet: [UInt8]

    /// - Parameter bitRate: `nil` is libopus' own choice of one and two channels, and opusenc's of more: libopus'
    ///   surround encoder takes "automatic" for the lowest of all rates.
    init(channelCount: Int, bitRate: Int?, control: BitRateControl?, complexity: Int) throws(CodecError) {
        try SharedLibrary.libopus.load(for: .opus)
        family = channelCount > 2 ? 1 : 0
        var (streams, pairs, code) = (0 as Int32, 0 as Int32, 0 as Int32)
        var mapping = [UInt8](repeating: 0, count: channelCount)
        guard
            let encoder = unsafe opus_multistream_surround_encoder_create(
                48_000, Int32(channelCount), Int32(family), &streams, &pairs, &mapping, OPUS_APPLICATION_AUDIO, &code)
        else {
            throw CodecError(
                format: .opus, "libopus has no encoder for \(channelCount) channels",
                cause: Self.words("opus_multistream_surround_encoder_create", code))
        }
        unsafe self.encoder = encoder
        self.mapping = mapping
        (streamCount, pairCount) = (Int(streams), Int(pairs))
        // A stream's packet has three frames of 1275 bytes at most, and a few bytes that say so (RFC 6716 §3.2).
        maximumPacketSize = Int(streams) * (3 * 1275 + 7)
        packet = [UInt8](repeating: 0, count: maximumPacketSize)
        let ownRate = channelCount > 2 ? 64_000 * Int(streams) + 32_000 * Int(pairs) : nil
        if let rate = bitRate ?? ownRate { code = unsafe opus_set_bit_rate(encoder, Int32(rate)) }
        if code == 0 {
            code = unsafe opus_set_variable(
                encoder, control == .constant ? 0 : 1, control == .variableConstrained ? 1 : 0)
        }
        if code == 0 { code = unsafe opus_set_complexity(encoder, Int32(complexity)) }
        var frames: Int32 = 0
        if code == 0 { code = unsafe opus_get_lookahead(encoder, &frames) }
        lookahead = Int(frames)
        guard code == 0 else {
            throw CodecError(
                format: .opus, "libopus rejected a setting", cause: Self.words("opus_multistream_encoder_ctl", code))
        }
    }

    deinit {
        unsafe opus_multistream_encoder_destroy(encoder)
    }

    /// The packet of some interleaved frames.
    func encode(_ samples: [Float], frameCount: Int) throws(CodecError) -> ArraySlice<UInt8> {
        let code = unsafe opus_multistream_encode_float(
            encoder, samples, Int32(frameCount), &packet, Int32(maximumPacketSize))
        guard code > 0 else {
            throw CodecError(
                .defect, format: .opus, "libopus cannot continue",
                cause: Self.words("opus_multistream_encode_float", code)
            )
        }
        return packet[..<Int(code)]
    }

    private static func words(_ call: String, _ code: Int32) -> String {
        "\(call): \(unsafe String(cString: opus_strerror(code)))"
    }
}
