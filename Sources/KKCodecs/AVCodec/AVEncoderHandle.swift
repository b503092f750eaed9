internal import CLibraries
internal import KKPCM

/// An encoder of libavcodec: every C call that its packets need.
///
/// ## Allocation
/// In `init`; while encoding libavcodec's own.
@safe
final class AVEncoderHandle {
    /// What a container has for the decoder; empty where packets say everything.
    let configuration: [UInt8]

    private let encoder: OpaquePointer
    private let kind: AVEncoderKind
    private let channelCount: Int

    private static let mostConfiguration = 64

    init(_ kind: AVEncoderKind, sampleRate: Double, channelCount: Int, bitRate: Int) throws(CodecError) {
        try SharedLibrary.libavcodec.load(for: kind.formatID)
        (self.kind, self.channelCount) = (kind, channelCount)
        var code: Int32 = 0
        let made = unsafe av_encoder_new(
            kind.name, kind.layouts[channelCount - 1].name, Int32(sampleRate), Int64(bitRate),
            kind.coder?(bitRate / channelCount), &code)
        guard let encoder = unsafe made else {
            guard code == 0 else {
                throw CodecError(
                    .usage, format: kind.formatID,
                    "libavcodec has no encoder for \(channelCount) channels at \(StreamDescription.rateText(sampleRate)) Hz and \(bitRate) bits per second",
                    cause: AVDecoderHandle.words(code))
            }
            throw CodecError(
                .unavailable, format: kind.formatID, "libavcodec was built without the encoder \(kind.name)",
                nextStep: SharedLibrary.libavcodec.remedy)
        }
        unsafe self.encoder = encoder
        var bytes = [UInt8](repeating: 0, count: Self.mostConfiguration)
        let count = unsafe av_encoder_configuration(encoder, &bytes, Int32(bytes.count))
        configuration = Array(bytes.prefix(max(0, Int(count))))
    }

    deinit {
        unsafe av_encoder_free(encoder)
    }

    /// What the packets from here on are to keep to.
    func set(bitRate: Int) { _ = unsafe av_encoder_set_bit_rate(encoder, Int64(bitRate)) }

    /// Encodes a block: the samples of one channel after those of the other, all of ``AVEncoderKind/framesPerPacket``.
    func encode(_ samples: [Float], to packets: inout EncodedPackets) throws(CodecError) {
        let code = unsafe samples.withUnsafeBufferPointer {
            unsafe av_encoder_send(encoder, $0.baseAddress, Int32(channelCount), Int32(kind.framesPerPacket))
        }
        guard code >= 0 else { throw failure(code) }
        try receive(&packets)
    }

    /// Gives what the encoder still has.
    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        let code = unsafe av_encoder_send(encoder, nil, 0, 0)
        guard code >= 0 else { throw failure(code) }
        try receive(&packets)
    }

    private func receive(_ packets: inout EncodedPackets) throws(CodecError) {
        while true {
            var bytes: UnsafePointer<UInt8>?
            let count = unsafe av_encoder_receive(encoder, &bytes)
            guard count >= 0 else { throw failure(count) }
            guard count > 0, let bytes = unsafe bytes else { return }
            unsafe packets.append(
                UnsafeBufferPointer(start: bytes, count: Int(count)), frameCount: kind.framesPerPacket)
        }
    }

    private func failure(_ code: Int32) -> CodecError {
        CodecError(.defect, format: kind.formatID, "libavcodec cannot continue", cause: AVDecoderHandle.words(code))
    }
}
