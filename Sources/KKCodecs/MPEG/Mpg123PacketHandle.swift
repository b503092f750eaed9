internal import CMpg123
internal import KKPCM

/// A libmpg123 decoder that is fed one MPEG frame after the other.
///
/// ## Allocation
/// In `init` and ``open(_:freeFormatByteCount:)``.
@safe
struct Mpg123PacketHandle: ~Copyable {
    private let handle: OpaquePointer
    private let formatID: FourCharCode

    init(_ formatID: FourCharCode) throws(CodecError) {
        try SharedLibrary.libmpg123.load(for: formatID)
        var code: Int32 = 0
        guard let handle = unsafe Mpg123Settings.newHandle(&code) else {
            throw CodecError(
                .unavailable, format: formatID, "libmpg123 could not create a decoder",
                cause: "mpg123_new: \(unsafe String(cString: mpg123_plain_strerror(code)))")
        }
        unsafe self.handle = handle
        self.formatID = formatID
    }

    deinit {
        unsafe mpg123_delete(handle)
    }

    /// Begins a new stream, with nothing left of the one before.
    func open(_ format: MPEGFrameHeader.Format, freeFormatByteCount: Int?) throws(CodecError) {
        unsafe Mpg123Settings.apply(to: handle, format: format, freeFormatByteCount: freeFormatByteCount)
        if unsafe mpg123_open_feed(handle) != MPG123_OK.rawValue { throw unsafe failure("mpg123_open_feed") }
    }

    /// Decodes one MPEG frame and writes it to frame `offset` of `buffer`: a mono stream to both channels, of a stereo
    /// stream the mean to one.
    ///
    /// - Parameter channelCount: the stream's channels.
    /// - Returns: how many frames it gave, at most `room`.
    func decode(
        _ frame: Span<UInt8>, channelCount: Int, room: Int, into buffer: inout PCMBuffer, at offset: Int
    ) throws(CodecError) -> Int {
        let code = unsafe frame.withUnsafeBufferPointer { unsafe mpg123_feed(handle, $0.baseAddress, $0.count) }
        if code != MPG123_OK.rawValue { throw unsafe failure("mpg123_feed") }
        // Once it may have to say that the format is new, and gives the frame when it is asked again.
        for _ in 0..<3 {
            var number: off_t = 0
            var audio: UnsafeMutablePointer<UInt8>?
            var byteCount = 0
            let code = unsafe mpg123_decode_frame(handle, &number, &audio, &byteCount)
            let count = min(byteCount / (channelCount * MemoryLayout<Float>.stride), room)
            if count > 0, let audio = unsafe audio {
                let samples = unsafe UnsafePointer(UnsafeRawPointer(audio).assumingMemoryBound(to: Float.self))
                unsafe Self.deinterleave(samples, count, channelCount, into: &buffer, at: offset)
                return count
            }
            switch code {
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue: break
            case MPG123_NEED_MORE.rawValue, MPG123_DONE.rawValue:
                throw CodecError(format: formatID, "the packet is not a whole MPEG frame")
            default: throw unsafe failure("mpg123_decode_frame")
            }
        }
        throw CodecError(format: formatID, "the packet contains no frames")
    }

    @unsafe
    private func failure(_ call: String) -> CodecError {
        CodecError(
            format: formatID, "the MPEG audio cannot be decoded",
            cause: "\(call): \(unsafe String(cString: mpg123_strerror(handle)))")
    }

    @unsafe
    private static func deinterleave(
        _ samples: UnsafePointer<Float>, _ count: Int, _ channelCount: Int, into buffer: inout PCMBuffer, at offset: Int
    ) {
        precondition(offset >= 0 && offset + count <= buffer.frameCapacity, "frames outside the buffer")
        let left = unsafe buffer.channelPointer(0) + offset
        switch (channelCount, buffer.channelCount) {
        case (1, 1):
            unsafe left.update(from: samples, count: count)
        case (1, _):
            unsafe left.update(from: samples, count: count)
            unsafe (buffer.channelPointer(1) + offset).update(from: samples, count: count)
        case (_, 1):
            for index in 0..<count { unsafe left[index] = 0.5 * (samples[2 * index] + samples[2 * index + 1]) }
        default:
            let right = unsafe buffer.channelPointer(1) + offset
            for index in 0..<count {
                unsafe left[index] = samples[2 * index]
                unsafe right[index] = samples[2 * index + 1]
            }
        }
    }
}
