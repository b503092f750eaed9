internal import CLibraries
internal import KKPCM

/// A libmp3lame encoder: every C call that MP3's packets need.
///
/// ## Allocation
/// In `init`, and LAME's own.
@safe
final class LameHandle {
    /// The frames that the encoder puts before the sound.
    let delay: Int

    private let lame: OpaquePointer
    private var bytes: [UInt8]

    /// `vbr_abr` and `vbr_mtrh` of lame.h.
    private static let average: Int32 = 3, variable: Int32 = 4

    /// - Parameters:
    ///   - bitRate: one of the format's; `nil` is a variable one by `quality`.
    ///   - isAverage: whether the bit rate is that of much sound, not of each packet.
    ///   - quality: LAME's V, from 0, the best, to 9.
    init(
        sampleRate: Int, channelCount: Int, bitRate: Int?, isAverage: Bool, quality: Int
    ) throws(CodecError) {
        try SharedLibrary.libmp3lame.load(for: .mpegLayer3)
        guard let lame = unsafe lame_init() else {
            throw CodecError(.unavailable, format: .mpegLayer3, "LAME could not create an encoder")
        }
        unsafe self.lame = lame
        unsafe lame_set_num_channels(lame, Int32(channelCount))
        unsafe lame_set_in_samplerate(lame, Int32(sampleRate))
        unsafe lame_set_out_samplerate(lame, Int32(sampleRate))
        unsafe lame_set_bWriteVbrTag(lame, 0)
        unsafe lame_set_VBR(lame, bitRate == nil ? Self.variable : isAverage ? Self.average : 0)
        if let bitRate, isAverage {
            unsafe lame_set_VBR_mean_bitrate_kbps(lame, Int32(bitRate / 1000))
        } else if let bitRate {
            unsafe lame_set_brate(lame, Int32(bitRate / 1000))
        } else {
            unsafe lame_set_VBR_q(lame, Int32(quality))
        }
        let code = unsafe lame_init_params(lame)
        delay = Int(unsafe lame_get_encoder_delay(lame))
        // By lame.h: 1.25 times the frames of a call, and 7200.
        bytes = [UInt8](repeating: 0, count: 1152 * 5 / 4 + 7200)
        guard code == 0 else {
            throw CodecError(
                .usage, format: .mpegLayer3, "LAME does not encode \(channelCount) channels at \(sampleRate) Hz",
                cause: "lame_init_params: \(code)")
        }
    }

    deinit {
        _ = unsafe lame_close(lame)
    }

    /// - Parameter frameCount: at most 1152.
    func encode(_ left: [Float], _ right: [Float], frameCount: Int) throws(CodecError) -> ArraySlice<UInt8> {
        try made(
            unsafe lame_encode_buffer_ieee_float(
                lame, left, right, Int32(frameCount), &bytes, Int32(bytes.count)), "lame_encode_buffer_ieee_float")
    }

    func finish() throws(CodecError) -> ArraySlice<UInt8> {
        try made(unsafe lame_encode_flush(lame, &bytes, Int32(bytes.count)), "lame_encode_flush")
    }

    private func made(_ code: Int32, _ call: String) throws(CodecError) -> ArraySlice<UInt8> {
        guard code >= 0 else {
            throw CodecError(.defect, format: .mpegLayer3, "LAME cannot continue", cause: "\(call): \(code)")
        }
        return bytes[..<Int(code)]
    }
}
