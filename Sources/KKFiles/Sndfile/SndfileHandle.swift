internal import CSndfile
internal import KKCodecs
internal import KKPCM

/// A libsndfile file that is read: every C call that decoding needs, and the only place where they are spelled.
///
/// ## Allocation
/// The interleaved buffer in `init`; `sf_open_virtual` allocates for the codec.
@safe
struct SndfileHandle: ~Copyable {
    /// What libsndfile says about the file. Its number of frames is a claim.
    let frameCount: Int64
    let sampleRate: Int
    let channelCount: Int
    let isSeekable: Bool

    private let file: OpaquePointer
    private let stream: SndfileStream
    private var interleaved: [Float]
    private let chunkFrameCount: Int

    /// libsndfile's mark for a length that it does not know (`SF_COUNT_MAX`).
    static let unknownFrameCount = Int64.max

    init(_ stream: SndfileStream) throws(AudioFileError) {
        try SharedLibrary.libsndfile.load(for: stream.name)
        var info = SF_INFO()
        var callbacks = unsafe SndfileStream.callbacks
        let context = unsafe Unmanaged.passUnretained(stream).toOpaque()
        guard let file = unsafe sf_open_virtual(&callbacks, Int32(SFM_READ), &info, context) else {
            throw unsafe stream.failure
                ?? Self.refusal(stream, code: sf_error(nil), words: String(cString: sf_strerror(nil)))
        }
        unsafe self.file = file
        self.stream = stream
        frameCount = info.frames
        sampleRate = Int(info.samplerate)
        channelCount = Int(info.channels)
        isSeekable = info.seekable != 0
        chunkFrameCount = max(1, min(4096, 65536 / max(1, Int(info.channels))))
        interleaved = [Float](repeating: 0, count: chunkFrameCount * max(1, Int(info.channels)))
    }

    deinit {
        unsafe sf_close(file)
    }

    private static func refusal(_ stream: SndfileStream, code: Int32, words: String) -> AudioFileError {
        let isUnsupported = code == SF_ERR_UNSUPPORTED_ENCODING
        return AudioFileError(
            isUnsupported ? .unsupportedDataFormat : .invalidFile, kind: isUnsupported ? .unavailable : .badData,
            path: stream.name,
            "the file cannot be opened", cause: "sf_open: \(words)")
    }

    /// Reads at most `frameCount` frames to frame `offset` of `buffer` and on; zero is the end.
    mutating func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        precondition(
            offset >= 0 && frameCount >= 0 && offset + frameCount <= buffer.frameCapacity, "frames outside the buffer")
        precondition(buffer.channelCount == channelCount, "a buffer of other channels")
        var done = 0
        while done < frameCount {
            let count = try decode(min(frameCount - done, chunkFrameCount))
            if count == 0 { break }
            for channel in 0..<channelCount {
                buffer.withMutableChannel(channel) { samples in
                    for index in 0..<count {
                        samples[offset + done + index] = interleaved[index * channelCount + channel]
                    }
                }
            }
            done += count
        }
        return done
    }

    /// Decodes and drops at most `frameCount` frames.
    mutating func skip(_ frameCount: Int64) throws(AudioFileError) -> Int64 {
        var done: Int64 = 0
        while done < frameCount {
            let count = try decode(Int(min(frameCount - done, Int64(chunkFrameCount))))
            if count == 0 { break }
            done += Int64(count)
        }
        return done
    }

    private mutating func decode(_ frameCount: Int) throws(AudioFileError) -> Int {
        let count = unsafe interleaved.withUnsafeMutableBufferPointer {
            unsafe sf_readf_float(file, $0.baseAddress, Int64(frameCount))
        }
        if let failure = stream.failure { throw failure }
        return Int(min(max(0, count), Int64(frameCount)))
    }

    /// The trouble libsndfile remembers, in its words; `nil` if there is none.
    var complaint: String? {
        unsafe sf_error(file) == SF_ERR_NO_ERROR ? nil : "sf_readf_float: \(String(cString: sf_strerror(file)))"
    }

    /// Makes `frame` the next one to be read; `false` when libsndfile cannot.
    mutating func seek(to frame: Int64) -> Bool {
        unsafe sf_seek(file, frame, Int32(SF_SEEK_SET)) == frame && stream.failure == nil
    }
}
