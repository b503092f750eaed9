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
        /// As in WAVE; 0 if the channels have no names.
        var channelMask: UInt32 = 0
        /// Of one that loses nothing.
        var bitDepth = 0
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
                    format: codec.formatID, "libavcodec has no decoder for this configuration",
                    cause: Self.words(code))
            }
            throw CodecError(
                .unavailable, format: codec.formatID, "libavcodec was built without the decoder \(codec.decoderName)",
                nextStep: SharedLibrary.libavcodec.remedy)
        }
        unsafe self.decoder = decoder
    }

    /// - Parameter parameters: of a stream of that codec.
    init(_ codec: DemuxedCodec, _ parameters: AVStreamParameters) throws(CodecError) {
        let formatID = codec.format.formatID
        try SharedLibrary.libavcodec.load(for: formatID)
        self.codec = AVCodecKind(formatID: formatID, decoderName: codec.decoderName)
        var code: Int32 = 0
        let made = unsafe av_decoder_of(codec.decoderName, codec.isLossless ? 1 : 0, parameters.pointer, &code)
        guard let decoder = unsafe made else {
            guard code == 0 else {
                throw CodecError(
                    format: formatID, "libavcodec has no decoder for this stream", cause: Self.words(code),
                    nextStep: "fetch another copy of the file")
            }
            throw CodecError(
                .unavailable, format: formatID, "libavcodec was built without the decoder \(codec.decoderName)",
                nextStep: SharedLibrary.libavcodec.remedy)
        }
        unsafe self.decoder = decoder
    }

    deinit {
        unsafe av_decoder_free(decoder)
    }

    /// Decodes a packet to the front of `buffer`, in libavcodec's order of channels.
    ///
    /// - Parameters:
    ///   - isLast: whether no packet follows, so that what the decoder has kept comes out, too.
    ///   - accepts: is asked, with all that came so far, before samples are written: there must be room for them.
    /// - Returns: what the packet gave in all.
    func decode(
        _ packet: Span<UInt8>, isLast: Bool = false, into buffer: inout PCMBuffer, accepts: (Sound) -> CodecError?
    ) throws(CodecError) -> Sound {
        try send(packet)
        var all = Sound()
        var isOver = !isLast
        while let (sound, raw) = unsafe try receive(until: &isOver) {
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
        return try sum(isOver: true)
    }

    /// What comes out after the last packet.
    func soundAtEnd() throws(CodecError) -> Sound { try sum(isOver: false) }

    private func sum(isOver: Bool) throws(CodecError) -> Sound {
        var (all, isOver) = (Sound(), isOver)
        while let (sound, _) = unsafe try receive(until: &isOver) {
            let before = all.frameCount
            all = sound
            all.frameCount += before
        }
        return all
    }

    /// What comes next, also of what is kept after the last packet, until that has been told.
    private func receive(until isOver: inout Bool) throws(CodecError) -> (Sound, av_sound)? {
        if let found = unsafe try receive() { return unsafe found }
        guard !isOver else { return nil }
        isOver = true
        _ = unsafe av_decoder_send(decoder, nil, 0)
        return unsafe try receive()
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
        guard unsafe AVSampleForm(rawValue: raw.format) != nil, unsafe raw.planes != nil else {
            throw CodecError(
                .unavailable, format: codec.formatID, "libavcodec delivers samples in an unsupported format",
                cause: "sample format \(unsafe raw.format)")
        }
        let mask = unsafe UInt32(exactly: raw.channel_mask) ?? 0
        let sound = unsafe Sound(
            frameCount: Int(raw.frame_count), sampleRate: Int(clamping: raw.sample_rate),
            channelCount: Int(raw.channel_count), channelMask: mask, bitDepth: Int(raw.bit_depth))
        return unsafe (sound, raw)
    }

    private func copy(_ raw: av_sound, _ sound: Sound, to buffer: inout PCMBuffer, at offset: Int) {
        guard let form = unsafe AVSampleForm(rawValue: raw.format) else { return }
        let (isPlanar, count) = (form.isPlanar, sound.frameCount)
        let stride = isPlanar ? 1 : sound.channelCount
        for channel in 0..<sound.channelCount {
            guard let plane = unsafe raw.planes[isPlanar ? channel : 0] else { continue }
            let bytes = unsafe UnsafeRawPointer(plane) + (isPlanar ? 0 : channel * form.byteCount)
            buffer.withMutableChannel(channel) { target in
                unsafe form.copy(count, of: bytes, stride: stride, to: &target, at: offset)
            }
        }
    }

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
