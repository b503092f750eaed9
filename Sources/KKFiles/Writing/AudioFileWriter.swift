public import KKConvert
public import KKPCM

/// Options for writing, besides the format.
public struct WriterOptions: Sendable {
    /// Whether an existing file is replaced; otherwise it is an error.
    public var force = false
    /// Whether missing folders of the output are created.
    public var makesFolder = false
    /// Whether an existing file with the same bytes is kept, with its date.
    public var keepsUnchanged = false
    /// The dither before rounding to integers.
    public var dither = Dither.none
    /// The seed of the dither.
    public var seed: UInt64 = 0
    /// The size of the write buffer in bytes; smaller if many files are written at once.
    public var bufferByteCount = OutputFile.capacity
    /// The number of frames that will be written, if it is known. It changes no frame of the sound, but AAC is then
    /// padded before the sound, not after it.
    public var frameCount: Int64?
    /// Tags, pictures, markers and regions; each format stores those that it can.
    public var annotations = AudioFileAnnotations()
    /// The list with the unfinished file, for the cleanup when the run is stopped.
    public var temporaryFiles: TemporaryFiles

    public init(
        force: Bool = false, dither: Dither = .none, seed: UInt64 = 0, temporaryFiles: TemporaryFiles = TemporaryFiles()
    ) {
        self.force = force
        self.dither = dither
        self.seed = seed
        self.temporaryFiles = temporaryFiles
    }
}

/// Writes an audio file.
///
/// Canonical frames are quantised, encoded, and written under a hidden temporary name; ``finalize()`` gives the file
/// its name. Unlike with `ExtAudioFileDispose`, a writer that is released before that, or has failed, leaves nothing
/// behind, so there are no incomplete files. Devices, FIFOs and standard output are written in place. The bytes depend
/// only on the samples, the format and the options.
///
/// ## Allocation
/// In `init`, for a buffer that is longer than all before it, and in codec libraries.
public final class AudioFileWriter: FrameSink {
    /// The format of ``write(_:)``: canonical, with the client's rate and channels, by default those of the file.
    public var format: StreamDescription {
        .canonical(sampleRate: clientFormat.sampleRate, channels: clientFormat.channelCount)
    }
    /// The format of ``write(_:frameCount:)``; by default canonical, with the file's rate and channels.
    public private(set) var clientFormat: StreamDescription
    /// The client's channels, in the client's order.
    public private(set) var clientLayout: ChannelLayout
    /// The sample rate of the file.
    let fileRate: Double
    /// The container and the encoding.
    public let fileFormat: OutputFormat
    /// The channels in the WAVE order; the file has the order of its container.
    public let layout: ChannelLayout
    /// The frames of the file so far, at its rate. A rate conversion holds some frames until ``finalize()``.
    public private(set) var framesWritten: Int64 = 0

    private let file: OutputFile
    private let encoder: any FileEncoder
    private var state = State.open
    /// Where the client's rate or channels are others than the file's.
    private var conversion: PushedFrames?
    private var clientBytes: ClientBytes?

    private enum State {
        case open, finalized
        case failed(AudioFileError)
    }

    /// Opens an output.
    ///
    /// - Parameters:
    ///   - layout: the channels, in the WAVE order.
    /// - Throws: `usage` for a format that cannot hold this audio, or audio to a terminal; `unavailable` for a missing
    ///   encoder; `cannotCreate` for an existing file without `force`, a missing folder, and so on; `io` for a full
    ///   disk.
    public init(
        path: FilePath, format: OutputFormat, layout: ChannelLayout, sampleRate: Double,
        options: WriterOptions = WriterOptions()
    ) throws(AudioFileError) {
        try format.validate(sampleRate: sampleRate, layout: layout, path: path.outputName)
        fileRate = sampleRate
        clientFormat = .canonical(sampleRate: sampleRate, channels: layout.channelCount)
        clientLayout = layout
        self.layout = layout
        fileFormat = format
        try options.annotations.check(format, path: path.outputName)
        file = try OutputFile.binary(path: path, options: options)
        guard !file.isStream || format.isStreamable else {
            throw AudioFileError(
                .operationNotSupported, kind: .cannotCreate, path: file.name,
                "\(format.container.name) states its length at the start, and this output cannot go back there",
                nextStep: "write WAV, CAF or AU to it, or write to a file")
        }
        encoder = try Self.encoder(file, format, layout, sampleRate, options)
    }

    /// The same, with a path as text.
    public convenience init(
        path: String, format: OutputFormat, layout: ChannelLayout, sampleRate: Double,
        options: WriterOptions = WriterOptions()
    ) throws(AudioFileError) {
        try self.init(
            path: FilePath(path), format: format, layout: layout, sampleRate: sampleRate, options: options)
    }

    deinit {
        file.discard()
    }

    /// The samples that did not fit into an integer format; none for floating point and lossy encodings.
    public var overloads: OverloadTally { encoder.overloads }

    /// The output, for messages.
    var path: String { file.name }

    /// Whether a file with the same bytes existed and was kept. Known after ``finalize()``.
    public var isUnchanged: Bool { file.isUnchanged }

    /// Checks the path of an output before anything is rendered, for everything that `init` would refuse.
    ///
    /// - Parameters:
    ///   - inputs: the files that are read. An output that is one of them, links followed, is refused even with
    ///     `force`.
    ///   - makesFolder: whether a missing folder will be created.
    /// - Throws: `cannotCreate`.
    public static func check(
        path: FilePath, force: Bool, inputs: [FilePath] = [], makesFolder: Bool = false
    ) throws(AudioFileError) {
        try OutputFile.check(path: path, force: force, inputs: inputs, makesFolder: makesFolder)
    }

    /// Sets the format that you write: linear PCM of any rate, depth, byte order and number of channels, interleaved or
    /// not. It is converted to the file's rate and channels; the last frames are written by ``finalize()``.
    ///
    /// - Parameter layout: its channel layout; `nil` is the file's layout if the number is the same, and otherwise the
    ///   usual one for that number.
    /// - Throws: −66563 for what is not linear PCM, −66564 for a layout of other channels, −66565 after frames were
    ///   written.
    public func setClientFormat(
        _ format: StreamDescription, layout: ChannelLayout? = nil, quality: ResamplerQuality = .high
    ) throws(AudioFileError) {
        let format = format.completed
        let bytes = try ClientBytes.checked(format, AudioConverter.Settings(), path: path)
        let usual = format.channelCount == self.layout.channelCount ? self.layout : .standard(format.channelCount)
        let layout = layout ?? usual
        guard layout.channelCount == format.channelCount else { throw .layout(layout, of: format, path: path) }
        guard framesWritten == 0, conversion?.isEmpty ?? true else {
            throw AudioFileError(
                .invalidOperationOrder, kind: .defect, path: path,
                "the client format cannot be changed after frames were written", nextStep: "set it first")
        }
        conversion =
            layout == self.layout && format.sampleRate == fileRate
            ? nil
            : try PushedFrames(
                format, by: layout == self.layout ? nil : .mixing(layout, to: self.layout), toSampleRate: fileRate,
                quality, path: path)
        (clientFormat, clientLayout, clientBytes) = (format, layout, bytes)
    }

    /// Writes `frameCount` frames in the client format from `list`: `ExtAudioFileWrite`.
    ///
    /// - Throws: −50 for a list with the wrong buffers, or with fewer frames; as ``write(_:)``.
    ///
    /// ## Allocation
    /// In the first call after a format was set.
    public func write(_ list: AudioBufferList, frameCount: Int) throws {
        if clientBytes == nil { clientBytes = try .checked(clientFormat, AudioConverter.Settings(), path: path) }
        guard let bytes = clientBytes else { return }
        try bytes.check(list, frameCount, path: path)
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, ClientBytes.frameCapacity)
            bytes.converter.unpack(list, at: done, frameCount: count, into: &bytes.frames)
            bytes.frames.frameLength = count
            try write(bytes.frames)
            done += count
        }
    }

    /// - Throws: −50 for a buffer with the wrong number of channels (you may then try again); `badData` with channel
    ///   and frame for a value that is NaN or infinite; `io` for a full disk or a closed pipe.
    public func write(_ buffer: borrowing PCMBuffer) throws {
        try requireOpen()
        guard buffer.channelCount == clientFormat.channelCount else {
            throw AudioFileError(
                .parameter, kind: .defect, path: file.name,
                "a buffer of \(buffer.channelCount) channels cannot be written to a file of [\(format)]",
                nextStep: "give one of \(format.channelCount), or make the writer with another layout")
        }
        guard buffer.frameLength > 0 else { return }
        guard let conversion else { return try encode(buffer) }
        try conversion.push(buffer) { try encode($0) }
    }

    private func encode(_ buffer: borrowing PCMBuffer) throws(AudioFileError) {
        do throws(AudioFileError) {
            if let place = firstNonFinite(in: buffer, frames: 0..<buffer.frameLength) {
                throw AudioFileError(
                    .invalidFile, kind: .badData, path: file.name,
                    at: .channel(place.channel, frame: framesWritten + Int64(place.frame)),
                    "the audio to be written is infinite or not a number here",
                    nextStep: "look for an extreme input or gain")
            }
            try encoder.write(buffer)
        } catch {
            throw fail(error)
        }
        framesWritten += Int64(buffer.frameLength)
    }

    /// Completes the file and gives it its name. A second call does nothing.
    public func finalize() throws {
        try Self.finalize([self])
    }

    /// Completes several files and gives them their names together: all or none. Streams were already written in place.
    ///
    /// - Parameters:
    ///   - finished: files with complete bytes, which get their names together with the others.
    ///   - temporaryFiles: the list with all these files.
    ///   - seal: gets the path of the first writer's complete file before that gets its name; it is not called for a
    ///     stream. If it throws, no file gets its name.
    public static func finalize(
        _ writers: [AudioFileWriter], with finished: [(file: FinishedFile, bytes: [UInt8])] = [],
        temporaryFiles: TemporaryFiles = TemporaryFiles(),
        seal: ((_ unfinished: FilePath) throws -> Void)? = nil
    ) throws {
        let writers = try writers.filter { writer in
            if case .finalized = writer.state { return false }
            try writer.requireOpen()
            return true
        }
        var files = try finished.map { try $0.file.open($0.bytes, temporaryFiles: temporaryFiles) }
        for writer in writers {
            try writer.conversion?.finish { try writer.encode($0) }
            do throws(AudioFileError) {
                try writer.encoder.finish()
            } catch {
                throw writer.fail(error)
            }
            files.append(writer.file)
        }
        do {
            let complete = try OutputFile.complete(files)
            if let seal, let path = writers.first?.file.unfinishedPath { try seal(path) }
            try OutputFile.name(complete)
        } catch {
            for writer in writers { writer.fail(error) }
            for file in files { file.discard() }
            throw error
        }
        for writer in writers { writer.state = .finalized }
    }

    private func requireOpen() throws(AudioFileError) {
        switch state {
        case .open: return
        case .failed(let error): throw error
        case .finalized:
            throw AudioFileError(
                .invalidOperationOrder, kind: .defect, path: file.name, "frames were written after finalization")
        }
    }

    private func fail(_ error: AudioFileError) -> AudioFileError {
        state = .failed(error)
        file.discard()
        return error
    }

    private func fail(_ error: any Error) {
        state = .failed(
            error as? AudioFileError
                ?? AudioFileError(.unspecified, kind: .io, path: file.name, "it was not completed: \(error)"))
        file.discard()
    }
}
