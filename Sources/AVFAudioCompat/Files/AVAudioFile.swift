internal import CCoreAudio
internal import KKAudio

/// An audio file that is read or written frame by frame.
///
/// A written file gets its name when it is complete: when it is closed or released, or at the latest when the program
/// ends.
open class AVAudioFile: NSObject {
    public let url: URL
    /// The format of the stored audio.
    public let fileFormat: AVAudioFormat
    /// The format of the frames that are read or written.
    public let processingFormat: AVAudioFormat

    private enum Side {
        case reading(FileReading)
        case writing(FileWriting)
        case closed(length: AVAudioFramePosition, position: AVAudioFramePosition)
    }

    private var side: Side

    /// Opens a file for reading as Float32, deinterleaved, at its own rate and with its own channels.
    ///
    /// - Throws: -43 if the file does not exist; `'typ?'`, `'fmt?'`, `'dta?'` and similar for its content.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(forReading: fileURL, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    public init(forReading fileURL: URL, commonFormat format: AVAudioCommonFormat, interleaved: Bool) throws {
        let opened = try AVFAudioError.throwing {
            try FileReading(path: AVAudioFile.path(fileURL), format, isInterleaved: interleaved)
        }
        url = fileURL
        fileFormat = opened.fileFormat
        processingFormat = opened.bridge.format
        side = .reading(opened)
    }

    /// Creates a file of the type given by `AVAudioFileTypeKey` or by its extension. An existing file is replaced.
    ///
    /// - Throws: `'typ?'` for a file type that cannot be written, `'fmt?'` for a format that it cannot store, -54 if it
    ///   cannot be created.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(forWriting: fileURL, settings: settings, commonFormat: .pcmFormatFloat32, interleaved: false)
    }

    public init(
        forWriting fileURL: URL, settings: [String: Any], commonFormat format: AVAudioCommonFormat, interleaved: Bool
    ) throws {
        let made = try AVFAudioError.throwing {
            try FileWriting(path: AVAudioFile.path(fileURL), settings, format, isInterleaved: interleaved)
        }
        url = fileURL
        fileFormat = made.fileFormat
        processingFormat = made.processingFormat
        side = .writing(made)
    }

    deinit { if case .writing(let file) = side { file.close() } }

    private static func path(_ url: URL) throws -> String {
        guard url.isFileURL, !url.path.isEmpty else {
            throw AVFAudioError.make(kAudio_FileNotFoundError, "\(url) is not a file")
        }
        return url.path
    }

    /// Completes the file; it can no longer be read or written.
    open func close() {
        let end = (length, framePosition)
        if case .writing(let file) = side { file.close() }
        side = .closed(length: end.0, position: end.1)
    }

    public var isOpen: Bool { if case .closed = side { false } else { true } }

    /// The length of the file in frames.
    public var length: AVAudioFramePosition {
        switch side {
        case .reading(let file): file.length
        case .writing(let file): file.position
        case .closed(let length, _): length
        }
    }

    /// The next frame. It can be set when reading.
    public var framePosition: AVAudioFramePosition {
        get {
            switch side {
            case .reading(let file): file.position
            case .writing(let file): file.position
            case .closed(_, let position): position
            }
        }
        set { if case .reading(let file) = side { file.position = max(0, newValue) } }
    }

    /// Reads as many frames as fit into the buffer or are left in the file.
    ///
    /// - Throws: at the end of the file; -50 for a buffer of another format.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        try AVFAudioError.throwing {
            guard case .reading(let file) = side else {
                throw AVFAudioError.make(kAudioFileNotOpenError, "\(url.path) is not open for reading")
            }
            try checkFormat(buffer)
            let done = try file.read(min(frames, buffer.frameCapacity), into: buffer)
            if done == 0 && frames > 0 && buffer.frameCapacity > 0 { throw AVAudioFile.endOfFile }
        }
    }

    /// Writes all frames of a buffer.
    ///
    /// - Throws: -50 for a buffer of another format; `'wht?'` for a full disk.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        try AVFAudioError.throwing {
            guard case .writing(let file) = side else {
                throw AVFAudioError.make(kAudioFileNotOpenError, "\(url.path) is not open for writing")
            }
            try checkFormat(buffer)
            try file.write(buffer)
        }
    }

    private func checkFormat(_ buffer: AVAudioPCMBuffer) throws {
        guard buffer.format.stream != processingFormat.stream else { return }
        throw AVFAudioError.make(
            kAudio_ParamError,
            "the buffer has the format \(buffer.format.stream), and the file \(processingFormat.stream); use the file's processingFormat"
        )
    }

    /// What Swift makes on Apple's systems of a failure without an error, which the end of the file is.
    private static let endOfFile = NSError(
        domain: "Foundation._GenericObjCError", code: 0,
        userInfo: [NSLocalizedDescriptionKey: "the end of the file has been reached"])
}
