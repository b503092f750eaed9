internal import CLibraries
internal import KKPCM

/// A decoder of libavcodec: every C call that its packets need.
///
/// ## Allocation
/// In `init`; while decoding libavcodec's own: a copy of the packet.
@safe
final class AVDecoderHandle {
    /// What a packet gave.
    struct Sound: Hashable {
        var frameCount = 0
        var sampleRate = 0
        var channelCount = 0
        /// As in WAVE; 0 where the channels have no names.
        var channelMask: UInt32 = 0
    }

    private let decoder: OpaquePointer
    private let codec: AVCodecKind

    /// - Parameter configuration: the bytes that a container has for the decoder; empty where packets say everything.
    init(_ codec: AVCodecKind, configuration: [UInt8]) throws(CodecError) {
        try SharedLibrary.libavcodec.load(for: codec.formatID)
        self.codec = codec
        var code: Int32 = 0
        let made = unsafe av_decoder_new(
            codec.decoderName, codec.hasChecksums ? 1 : 0, configuration, Int32(clamping: configuration.count), &code)
        guard let decoder = unsafe made else {
            guard code == 0 else {
                throw CodecError(
                    format: codec.formatID, "libavcodec gives no decoder for this configuration",
                    cause: Self.words(code))
            }
            throw CodecError(
                .unavailable, format: codec.formatID, "libavcodec was built without the decoder \(codec.decoderName)",
                nextStep: SharedLibrary.libavcodec.remedy)
        }
        unsafe self.decoder = decoder
    }

    deinit {
        unsafe av_decoder_free(decoder)
    }

    /// Decodes a packet to the front of `buffer`, in libavcodec's order of channels.
    ///
    /// - Parameter accepts: is asked, with all that came so far, before samples are written: there has to be room for
    ///   them.
    /// - Returns: what the packet gave in all.
    func decode(
        _ packet: Span<UInt8>, into buffer: inout PCMBuffer, accepts: (Sound) -> CodecError?
    ) throws(CodecError) -> Sound {
        try send(packet)
        var all = Sound()
        while let (sound, raw) = unsafe try receive() {
            let before = all.frameCount
            all = sound
            all.frameCount += before
            if let trouble = accepts(all) {
                // What is left of the packet must not come with the next one.
                while unsafe try receive() != nil {}
                throw trouble
            }
            unsafe copy(raw, sound, to: &buffer, at: before)
        }
        return all
    }

    /// What a packet gives, without its samples.
    func sound(of packet: Span<UInt8>) throws(CodecError) -> Sound {
        try send(packet)
        var all = Sound()
        while let (sound, _) = unsafe try receive() {
            let before = all.frameCount
            all = sound
            all.frameCount += before
        }
        return all
    }

    private func send(_ packet: Span<UInt8>) throws(CodecError) {
        guard packet.count > 0 else { throw CodecError(format: codec.formatID, "a packet is empty") }
        let code = unsafe packet.withUnsafeBufferPointer {
            unsafe av_decoder_send(decoder, $0.baseAddress, Int32(clamping: $0.count))
        }
        guard code >= 0 else { throw damage(code) }
    }

    private func receive() throws(CodecError) -> (Sound, av_sound)? {
        var raw = unsafe av_sound()
        let code = unsafe av_decoder_receive(decoder, &raw)
        guard code >= 0 else { throw damage(code) }
        guard code > 0 else { return nil }
        guard unsafe raw.format == Self.planarFloat || raw.format == Self.interleavedFloat, unsafe raw.planes != nil
        else {
            throw CodecError(
                .unavailable, format: codec.formatID, "libavcodec gives samples of a form that is not read here",
                cause: "sample format \(unsafe raw.format)")
        }
        let mask = unsafe UInt32(exactly: raw.channel_mask) ?? 0
        let sound = unsafe Sound(
            frameCount: Int(raw.frame_count), sampleRate: Int(clamping: raw.sample_rate),
            channelCount: Int(raw.channel_count), channelMask: mask)
        return unsafe (sound, raw)
    }

    private func copy(_ raw: av_sound, _ sound: Sound, to buffer: inout PCMBuffer, at offset: Int) {
        let isPlanar = unsafe raw.format == Self.planarFloat
        let stride = isPlanar ? 1 : sound.channelCount
        for channel in 0..<sound.channelCount {
            guard let plane = unsafe raw.planes[isPlanar ? channel : 0] else { continue }
            let samples = unsafe UnsafeRawPointer(plane).assumingMemoryBound(to: Float.self) + (isPlanar ? 0 : channel)
            buffer.withMutableChannel(channel) { target in
                for frame in 0..<sound.frameCount { target[offset + frame] = unsafe samples[frame * stride] }
            }
        }
    }

    private static let planarFloat: Int32 = 8
    private static let interleavedFloat: Int32 = 3

    private func damage(_ code: Int32) -> CodecError {
        CodecError(format: codec.formatID, "the packet cannot be decoded", cause: "libavcodec: \(Self.words(code))")
    }

    /// What libavcodec says of a code.
    static func words(_ code: Int32) -> String {
        var words = [CChar](repeating: 0, count: 128)
        unsafe av_decoder_words(code, &words, Int32(words.count))
        return String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
