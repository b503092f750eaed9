internal import CMpg123
internal import KKCodecs
internal import KKPCM

/// A libmpg123 decoder over a stream of whole frames of one format: every C call that decoding needs, and the only
/// place where they are spelled.
///
/// Its settings are those of every decoder of ours (``Mpg123Settings``).
@safe
struct Mpg123Handle: ~Copyable {
    private let handle: OpaquePointer
    private let stream: MPEGByteStream
    /// The channels of the stream, and of the buffers that are filled.
    private let channelCount: Int
    private let outputChannelCount: Int
    /// What was decoded and not yet read: interleaved, in libmpg123's own memory, valid until it decodes the next
    /// frame.
    private var pending: UnsafePointer<Float>?
    private var pendingCount = 0
    private var isAtEnd = false
    /// What ended the decoding; told when all frames before it have been read.
    private var failure: AudioFileError?

    /// Opens a decoder at the start of `stream`.
    ///
    /// - Parameters:
    ///   - freeFormatByteCount: the bytes of an unpadded frame in free format.
    ///   - outputChannelCount: 1 or 2; a mono stream goes to both, of a stereo stream the mean is taken.
    init(
        _ stream: MPEGByteStream, format: MPEGFrameHeader.Format, freeFormatByteCount: Int?, outputChannelCount: Int
    ) throws(AudioFileError) {
        unsafe handle = try Self.opened(stream, format: format, freeFormatByteCount: freeFormatByteCount)
        self.stream = stream
        channelCount = format.channelCount
        self.outputChannelCount = outputChannelCount
        unsafe pending = nil
    }

    deinit {
        unsafe mpg123_delete(handle)
    }

    /// A handle with the routine of ``Mpg123Settings``.
    static func newHandle(name: String) throws(AudioFileError) -> OpaquePointer {
        try SharedLibrary.libmpg123.load(for: name)
        var code: Int32 = 0
        if let handle = unsafe Mpg123Settings.newHandle(&code) { return unsafe handle }
        throw AudioFileError(
            .codecUnavailable, kind: .unavailable, path: name, "libmpg123 could not create a decoder",
            cause: "mpg123_new: \(unsafe String(cString: mpg123_plain_strerror(code)))")
    }

    /// A handle with every setting made, open at the start of `stream`.
    private static func opened(
        _ stream: MPEGByteStream, format: MPEGFrameHeader.Format, freeFormatByteCount: Int?
    ) throws(AudioFileError) -> OpaquePointer {
        let handle = try unsafe newHandle(name: stream.name)
        unsafe Mpg123Settings.apply(to: handle, format: format, freeFormatByteCount: freeFormatByteCount)
        let context = unsafe Unmanaged.passUnretained(stream).toOpaque()
        if unsafe Mpg123Reader.open(handle, context: context) == MPG123_OK.rawValue { return unsafe handle }
        let error = unsafe failure("mpg123_open_handle", of: handle, reading: stream)
        unsafe mpg123_delete(handle)
        throw error
    }

    /// Why a call failed: the file's own trouble first, else libmpg123's words.
    @unsafe
    private static func failure(
        _ call: String, of handle: OpaquePointer, reading stream: MPEGByteStream
    ) -> AudioFileError {
        unsafe stream.failure
            ?? AudioFileError(
                .invalidFile, path: stream.name, at: .byte(stream.fileOffset), "the MPEG audio cannot be decoded",
                cause: "\(call): \(String(cString: mpg123_strerror(handle)))")
    }

    /// Decodes at most `frameCount` frames to frame `offset` of `buffer` and on; zero is the end.
    mutating func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        precondition(
            offset >= 0 && frameCount >= 0 && offset + frameCount <= buffer.frameCapacity, "frames outside the buffer")
        precondition(buffer.channelCount == outputChannelCount, "a buffer of other channels")
        var done = 0
        while done < frameCount {
            fill()
            guard pendingCount > 0 else {
                if let failure, done == 0 { throw failure }
                break
            }
            let count = min(frameCount - done, pendingCount)
            unsafe deinterleave(count, into: &buffer, at: offset + done)
            consume(count)
            done += count
        }
        return done
    }

    /// Decodes and drops at most `frameCount` frames.
    mutating func skip(_ frameCount: Int64) throws(AudioFileError) -> Int64 {
        var done: Int64 = 0
        while done < frameCount {
            fill()
            if let failure, pendingCount == 0 { throw failure }
            guard pendingCount > 0 else { break }
            let count = Int(min(frameCount - done, Int64(pendingCount)))
            consume(count)
            done += Int64(count)
        }
        return done
    }

    private mutating func consume(_ count: Int) {
        unsafe pending = pending.map { unsafe $0 + count * channelCount }
        pendingCount -= count
    }

    /// Sees to it that something is pending, unless the stream is at its end.
    private mutating func fill() {
        while pendingCount == 0, !isAtEnd {
            var number: off_t = 0
            var audio: UnsafeMutablePointer<UInt8>?
            var byteCount = 0
            let code = unsafe mpg123_decode_frame(handle, &number, &audio, &byteCount)
            let frameSize = channelCount * MemoryLayout<Float>.stride
            if byteCount >= frameSize, let audio = unsafe audio {
                unsafe pending = UnsafePointer(UnsafeRawPointer(audio).assumingMemoryBound(to: Float.self))
                pendingCount = byteCount / frameSize
            }
            switch code {
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue: break
            case MPG123_DONE.rawValue, MPG123_NEED_MORE.rawValue: isAtEnd = true
            default:
                isAtEnd = true
                failure = unsafe Self.failure("mpg123_decode_frame", of: handle, reading: stream)
            }
            if failure == nil, let broken = stream.failure {
                isAtEnd = true
                failure = broken
            }
        }
    }

    @unsafe
    private func deinterleave(_ count: Int, into buffer: inout PCMBuffer, at offset: Int) {
        guard let pending = unsafe pending else { return }
        let left = unsafe buffer.channelPointer(0) + offset
        switch (channelCount, outputChannelCount) {
        case (1, 1):
            unsafe left.update(from: pending, count: count)
        case (1, _):
            unsafe left.update(from: pending, count: count)
            unsafe (buffer.channelPointer(1) + offset).update(from: pending, count: count)
        case (_, 1):
            for index in 0..<count { unsafe left[index] = 0.5 * (pending[2 * index] + pending[2 * index + 1]) }
        default:
            let right = unsafe buffer.channelPointer(1) + offset
            for index in 0..<count {
                unsafe left[index] = pending[2 * index]
                unsafe right[index] = pending[2 * index + 1]
            }
        }
    }
}
