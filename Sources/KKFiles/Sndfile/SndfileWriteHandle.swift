internal import CSndfile
internal import KKCodecs
internal import KKPCM

/// libsndfile's writer over an ``OutputFile``: opened, told its settings, fed interleaved samples, closed.
///
/// The library writes through callbacks. What fails in one is kept and thrown by the call that caused it, in the
/// system's words; the library itself only sees a short write.
@safe
struct SndfileWriteHandle: ~Copyable {
    private let handle: OpaquePointer
    private let output: SndfileOutput
    private let channelCount: Int
    private var isOpen = true

    /// - Parameter format: a major format and a subtype of sndfile.h.
    /// - Throws: `unavailable` if this libsndfile lacks the encoder.
    init(output: SndfileOutput, format: Int32, sampleRate: Double, channelCount: Int) throws(AudioFileError) {
        self.output = output
        self.channelCount = channelCount
        try SharedLibrary.libsndfile.load(for: output.file.name)
        var info = SF_INFO()
        info.samplerate = Int32(exactly: sampleRate) ?? 0
        info.channels = Int32(truncatingIfNeeded: channelCount)
        info.format = format
        guard unsafe sf_format_check(&info) != 0 else {
            throw Self.unavailable(output.file.name, "sf_format_check: this libsndfile does not write it")
        }
        var callbacks = unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe SndfileOutput.at($0).byteCount },
            seek: { unsafe SndfileOutput.at($2).seek($0, from: $1) },
            read: { _, _, _ in 0 },
            write: { unsafe SndfileOutput.at($2).write(UnsafeRawBufferPointer(start: $0, count: Int($1))) },
            tell: { unsafe SndfileOutput.at($0).position })
        let opened = unsafe sf_open_virtual(
            &callbacks, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(output).toOpaque())
        if let failure = output.failure {
            if let opened = unsafe opened { unsafe sf_close(opened) }
            throw failure
        }
        guard let opened = unsafe opened else {
            throw Self.unavailable(output.file.name, "sf_open: \(unsafe String(cString: sf_strerror(nil)))")
        }
        unsafe handle = opened
    }

    deinit {
        if isOpen { unsafe sf_close(handle) }
    }

    /// Sets a number from 0 to 1: `SFC_SET_VBR_ENCODING_QUALITY`, `SFC_SET_COMPRESSION_LEVEL`.
    func set(_ command: Int, _ value: Double) {
        var value = value
        _ = unsafe sf_command(handle, Int32(command), &value, Int32(MemoryLayout<Double>.size))
    }

    /// Sets a whole number: `SFC_SET_BITRATE_MODE`.
    func set(_ command: Int, _ value: Int) {
        var value = Int32(value)
        _ = unsafe sf_command(handle, Int32(command), &value, Int32(MemoryLayout<Int32>.size))
    }

    /// Sets a text before anything is written: `SF_STR_TITLE` and its like.
    func set(text kind: Int, _ value: String) {
        _ = unsafe sf_set_string(handle, Int32(kind), value)
    }

    /// Writes `frameCount` interleaved frames, from frame `first` of `samples` on: integers, high-aligned in 32 bits,
    /// or the bits of Float32.
    func write(_ samples: [Int32], from first: Int, frameCount: Int, areFloats: Bool) throws(AudioFileError) {
        let skipped = first * channelCount
        precondition(samples.count >= skipped + frameCount * channelCount, "fewer samples than frames")
        let written = unsafe samples.withUnsafeBytes { raw in
            areFloats
                ? unsafe sf_writef_float(
                    handle, raw.assumingMemoryBound(to: Float.self).baseAddress! + skipped, sf_count_t(frameCount))
                : unsafe sf_writef_int(
                    handle, raw.assumingMemoryBound(to: Int32.self).baseAddress! + skipped, sf_count_t(frameCount))
        }
        if let failure = output.failure { throw failure }
        guard written == frameCount else {
            throw encodingFailed("sf_writef: \(unsafe String(cString: sf_strerror(handle)))")
        }
    }

    /// Finishes the stream; nothing can be written afterwards.
    mutating func close() throws(AudioFileError) {
        guard isOpen else { return }
        isOpen = false
        let error = unsafe sf_close(handle)
        if let failure = output.failure { throw failure }
        guard error == 0 else { throw encodingFailed("sf_close: \(unsafe String(cString: sf_error_number(error)))") }
    }

    private func encodingFailed(_ words: String) -> AudioFileError {
        AudioFileError(
            .unspecified, kind: .io, path: output.file.name, at: .byte(output.byteCount), "encoding failed",
            cause: words,
            nextStep: "write WAV instead")
    }

    private static func unavailable(_ path: String, _ words: String) -> AudioFileError {
        AudioFileError(
            .codecUnavailable, kind: .unavailable, path: path, "the encoder is not available here", cause: words,
            nextStep: "install a libsndfile that has it, or write WAV")
    }
}

/// What libsndfile's callbacks write to: an output with a position.
///
/// Where the output is a stream, what would go back to the header is dropped: the headers that these formats write
/// first are those of an unknown length.
@safe
final class SndfileOutput {
    let file: OutputFile
    private(set) var position: Int64 = 0
    private(set) var failure: AudioFileError?
    var pages: OggPages?
    /// The bytes at the start that a stream does without.
    private var infoFrame: InfoFrame?

    /// Bytes before those of the library.
    private let base: Int64

    /// - Parameter tag: what comes before the library's bytes, and is none of them.
    init(
        file: OutputFile, pages: OggPages? = nil, infoFrame: InfoFrame? = nil, behind tag: [UInt8] = []
    ) throws(AudioFileError) {
        base = Int64(tag.count)
        if !tag.isEmpty { try file.append(tag) }
        self.file = file
        self.pages = pages
        self.infoFrame = infoFrame
    }

    /// The length as the library knows it.
    private(set) var byteCount: Int64 = 0

    static func at(_ pointer: UnsafeMutableRawPointer?) -> SndfileOutput {
        // The pointer that `sf_open_virtual` was given, while its owner holds the object.
        unsafe Unmanaged<SndfileOutput>.fromOpaque(pointer!).takeUnretainedValue()
    }

    func seek(_ offset: Int64, from whence: Int32) -> Int64 {
        switch whence {
        case 0: position = offset
        case 1: position += offset
        default: position = byteCount + offset
        }
        return position
    }

    /// - Returns: the bytes taken: all, or none after a failure.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        guard failure == nil else { return 0 }
        do throws(AudioFileError) {
            try unsafe place(Array(bytes))
        } catch {
            failure = error
            return 0
        }
        position += Int64(bytes.count)
        byteCount = max(byteCount, position)
        return Int64(bytes.count)
    }

    private func place(_ bytes: [UInt8]) throws(AudioFileError) {
        if pages != nil {
            if let done = pages?.take(bytes), !done.isEmpty { try file.append(done) }
        } else if position >= byteCount {
            let rest = file.isStream ? infoFrame?.rest(of: bytes) ?? bytes : bytes
            try file.append(rest)
        } else if !file.isStream {
            let inside = min(bytes.count, Int(byteCount - position))
            try file.patch(Array(bytes[..<inside]), at: base + position)
            if inside < bytes.count { try file.append(Array(bytes[inside...])) }
        }
    }

    /// What the page filter still holds, at the end.
    func finish() throws(AudioFileError) {
        if let rest = pages?.rest(), !rest.isEmpty { try file.append(rest) }
    }
}
