internal import CFLAC
internal import KKPCM

/// A libFLAC decoder that is given one frame at a time: every C call that FLAC's packets need.
///
/// ## Allocation
/// In `init`; libFLAC's own, for the first frame that is longer than all before.
@safe
final class FLACHandle {
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
    private let exchange: FLACExchange

    /// - Parameter longestPacket: the frames that a packet may have.
    init(_ info: FLACStreamInfo, longestPacket: Int) throws(CodecError) {
        try SharedLibrary.libFLAC.load(for: .flac)
        guard let decoder = unsafe FLAC__stream_decoder_new() else {
            throw CodecError(.unavailable, format: .flac, "libFLAC could not create a decoder")
        }
        unsafe self.decoder = decoder
        exchange = FLACExchange(info, longestPacket: longestPacket)
        let context = unsafe Unmanaged.passUnretained(exchange).toOpaque()
        let status = unsafe FLAC__stream_decoder_init_stream(
            decoder, FLACExchange.read, nil, nil, nil, nil, FLACExchange.write, nil, FLACExchange.complain, context)
        guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else {
            throw CodecError(
                .unavailable, format: .flac, "libFLAC cannot start",
                cause: "FLAC__stream_decoder_init_stream: \(status.rawValue)")
        }
        let isRead =
            unsafe exchange.lend(info.head.span) { [decoder] in
                unsafe FLAC__stream_decoder_process_until_end_of_metadata(decoder)
            } != 0
        if !isRead || exchange.complaint != nil { throw failure("STREAMINFO cannot be read") }
    }

    deinit {
        unsafe FLAC__stream_decoder_delete(decoder)
    }

    /// Decodes the frame that `packet` is, to frame `offset` of `buffer`.
    func decode(_ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int) throws(CodecError) -> Int {
        // Nothing of the frame before is remembered, so that none is missed.
        unsafe FLAC__stream_decoder_flush(decoder)
        let isRead = exchange.lend(packet) { unsafe FLAC__stream_decoder_process_single(decoder) } != 0
        guard isRead, exchange.complaint == nil, exchange.output.frameLength > 0 else {
            throw failure("the packet is not a valid FLAC frame")
        }
        let count = exchange.output.frameLength
        buffer.copy(count, framesFrom: exchange.output, to: offset)
        return count
    }

    private func failure(_ problem: String) -> CodecError {
        let state = unsafe String(cString: FLAC__stream_decoder_get_resolved_state_string(decoder))
        return CodecError(format: .flac, problem, cause: "libFLAC: \(exchange.complaint ?? state)")
    }
}

/// What libFLAC's callbacks read and write.
@safe
private final class FLACExchange {
    private let info: FLACStreamInfo
    /// The packet, while libFLAC is at work on it.
    private var bytes: UnsafePointer<UInt8>?
    private var byteCount = 0
    private var position = 0

    /// The frame that was made.
    private(set) var output: PCMBuffer
    /// What was wrong, in a few words.
    private(set) var complaint: String?

    init(_ info: FLACStreamInfo, longestPacket: Int) {
        self.info = info
        unsafe bytes = nil
        output = PCMBuffer(channelCount: info.channelCount, frameCapacity: longestPacket)
    }

    /// Shows `packet` to libFLAC while `body` is at work.
    func lend<Result>(_ packet: Span<UInt8>, _ body: () -> Result) -> Result {
        output.frameLength = 0
        complaint = nil
        position = 0
        defer {
            unsafe bytes = nil
            byteCount = 0
        }
        return unsafe packet.withUnsafeBufferPointer { packet in
            unsafe bytes = packet.baseAddress
            byteCount = packet.count
            return body()
        }
    }

    private func read(_ target: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        let count = min(room, byteCount - position)
        guard count > 0, let bytes = unsafe bytes else { return 0 }
        unsafe target.update(from: bytes + position, count: count)
        position += count
        return count
    }

    private func write(_ header: FLAC__FrameHeader, _ samples: UnsafePointer<UnsafePointer<Int32>?>) {
        let (count, depth) = (Int(header.blocksize), header.bits_per_sample)
        guard header.channels == info.channelCount, header.sample_rate == info.sampleRate else {
            return complain("a frame of \(header.channels) channels at \(header.sample_rate) Hz")
        }
        guard count <= output.frameCapacity, (4...32).contains(depth), output.frameLength == 0 else {
            return complain("a frame of \(count) times \(depth) bits")
        }
        // A power of two, exactly.
        let scale = Float(sign: .plus, exponent: 1 - Int(depth), significand: 1)
        for channel in 0..<info.channelCount {
            guard let source = unsafe samples[channel] else { return complain("a channel of a frame is missing") }
            let target = unsafe output.channelPointer(channel)
            for index in 0..<count { unsafe target[index] = Float(source[index]) * scale }
        }
        output.frameLength = count
    }

    private func complain(_ words: String) {
        if complaint == nil { complaint = words }
    }

    @unsafe
    private static func of(_ context: UnsafeMutableRawPointer?) -> FLACExchange? {
        unsafe context.map { unsafe Unmanaged<FLACExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    static let read: FLAC__StreamDecoderReadCallback = { _, target, count, context in
        guard let exchange = unsafe of(context), let target = unsafe target, let count = unsafe count else {
            return FLAC__STREAM_DECODER_READ_STATUS_ABORT
        }
        unsafe count.pointee = exchange.read(target, count.pointee)
        return unsafe count.pointee > 0
            ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
    }

    static let write: FLAC__StreamDecoderWriteCallback = { _, frame, samples, context in
        guard let exchange = unsafe of(context), let frame = unsafe frame, let samples = unsafe samples else {
            return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
        }
        unsafe exchange.write(frame.pointee.header, samples)
        return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }

    static let complain: FLAC__StreamDecoderErrorCallback = { _, status, context in
        guard let exchange = unsafe of(context) else { return }
        let words = ["lost sync", "bad header", "the frame's checksum is wrong", "reserved fields are used"]
        exchange.complain(
            words.indices.contains(Int(status.rawValue)) ? words[Int(status.rawValue)] : "error \(status.rawValue)")
    }
}
