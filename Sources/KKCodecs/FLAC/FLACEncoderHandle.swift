internal import CFLAC
internal import KKPCM

/// A libFLAC encoder whose frames are packets: every C call that they need.
///
/// ## Allocation
/// In `init`.
@safe
final class FLACEncoderHandle {
    private let encoder: UnsafeMutablePointer<FLAC__StreamEncoder>
    private let output: FLACOutput

    init(_ format: StreamDescription, bitDepth: Int, level: Int) throws(CodecError) {
        try SharedLibrary.libFLAC.load(for: .flac)
        output = try FLACOutput(format, bitDepth: bitDepth)
        guard let encoder = unsafe FLAC__stream_encoder_new() else {
            throw CodecError(.unavailable, format: .flac, "libFLAC could not create an encoder")
        }
        unsafe self.encoder = encoder
        // Whatever a player of streams may lack, STREAMINFO tells.
        let isSet =
            unsafe FLAC__stream_encoder_set_channels(encoder, format.channelsPerFrame) != 0
            && FLAC__stream_encoder_set_bits_per_sample(encoder, UInt32(bitDepth)) != 0
            && FLAC__stream_encoder_set_sample_rate(encoder, UInt32(format.sampleRate)) != 0
            && FLAC__stream_encoder_set_streamable_subset(encoder, 0) != 0
            && FLAC__stream_encoder_set_compression_level(encoder, UInt32(level)) != 0
            && FLAC__stream_encoder_set_blocksize(encoder, format.framesPerPacket) != 0
        let context = unsafe Unmanaged.passUnretained(output).toOpaque()
        let status = unsafe FLAC__stream_encoder_init_stream(
            encoder, FLACOutput.write, nil, nil, FLACOutput.complete, context)
        guard isSet, status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else {
            throw CodecError(
                .unavailable, format: .flac, "libFLAC cannot encode [\(format)] with \(bitDepth) bits",
                cause: "FLAC__stream_encoder_init_stream: \(status.rawValue)")
        }
    }

    deinit {
        unsafe FLAC__stream_encoder_delete(encoder)
    }

    /// `fLaC` and STREAMINFO, which knows length and checksum of the sound after ``finish(to:)``.
    var streamInfo: [UInt8] { output.info.head }

    func encode(_ samples: [Int32], frameCount: Int, to packets: inout EncodedPackets) throws(CodecError) {
        let isDone = unsafe FLAC__stream_encoder_process_interleaved(encoder, samples, UInt32(frameCount)) != 0
        try take(isDone, to: &packets)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        let isDone = unsafe FLAC__stream_encoder_finish(encoder) != 0
        try take(isDone, to: &packets)
    }

    private func take(_ isDone: Bool, to packets: inout EncodedPackets) throws(CodecError) {
        output.give(to: &packets)
        guard isDone else {
            let state = unsafe String(cString: FLAC__stream_encoder_get_resolved_state_string(encoder))
            throw CodecError(.defect, format: .flac, "libFLAC cannot continue", cause: "libFLAC: \(state)")
        }
    }
}

/// What libFLAC's callbacks write.
@safe
private final class FLACOutput {
    private(set) var info: FLACStreamInfo
    private let bitDepth: Int
    private var packets = EncodedPackets()

    init(_ format: StreamDescription, bitDepth: Int) throws(CodecError) {
        self.bitDepth = bitDepth
        let whole = try FLACStreamInfo(format, bitDepth: bitDepth)
        let length = Int(format.framesPerPacket)
        guard
            let info = whole.saying(
                minimumBlock: length, maximumBlock: length, sampleRate: whole.sampleRate,
                channelCount: whole.channelCount, bitDepth: bitDepth)
        else { throw CodecError(.usage, format: .flac, "FLAC cannot store [\(format)] with \(bitDepth) bits") }
        self.info = info
    }

    func give(to target: inout EncodedPackets) {
        while let packet = packets.first {
            target.append(packet.bytes, frameCount: packet.frameCount)
            packets.removeFirst()
        }
    }

    /// The numbers that are known at the end: the sizes of frames, the length, MD5.
    private func complete(_ said: FLAC__StreamMetadata_StreamInfo) {
        var bytes = info.bytes
        for index in 0..<3 {
            bytes[4 + index] = UInt8(truncatingIfNeeded: said.min_framesize >> UInt32(16 - 8 * index))
            bytes[7 + index] = UInt8(truncatingIfNeeded: said.max_framesize >> UInt32(16 - 8 * index))
        }
        bytes[13] = bytes[13] & 0xF0 | UInt8(truncatingIfNeeded: said.total_samples >> 32) & 0x0F
        for index in 0..<4 {
            bytes[14 + index] = UInt8(truncatingIfNeeded: said.total_samples >> UInt64(24 - 8 * index))
        }
        let sum = said.md5sum
        unsafe withUnsafeBytes(of: sum) { for index in 0..<16 { unsafe bytes[18 + index] = $0[index] } }
        if let whole = try? FLACStreamInfo(bytes) { info = whole }
    }

    @unsafe
    private static func of(_ context: UnsafeMutableRawPointer?) -> FLACOutput? {
        unsafe context.map { unsafe Unmanaged<FLACOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    static let write: FLAC__StreamEncoderWriteCallback = { _, bytes, count, frameCount, _, context in
        guard let output = unsafe of(context), let bytes = unsafe bytes else {
            return FLAC__STREAM_ENCODER_WRITE_STATUS_FATAL_ERROR
        }
        // What has no frames is the head of a file.
        if frameCount > 0 {
            unsafe output.packets.append(UnsafeBufferPointer(start: bytes, count: count), frameCount: Int(frameCount))
        }
        return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
    }

    static let complete: FLAC__StreamEncoderMetadataCallback = { _, metadata, context in
        guard let output = unsafe of(context), let metadata = unsafe metadata,
            unsafe metadata.pointee.type == FLAC__METADATA_TYPE_STREAMINFO
        else { return }
        unsafe output.complete(metadata.pointee.data.stream_info)
    }
}
