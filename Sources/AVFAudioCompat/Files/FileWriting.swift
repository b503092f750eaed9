internal import CCoreAudio
internal import KKAudio
internal import Synchronization

/// A file that is written, for an ``AVAudioFile``.
final class FileWriting {
    let processingFormat: AVAudioFormat
    let fileFormat: AVAudioFormat
    private let writer: any BufferWriter
    private let number: Int

    init(path: String, _ settings: [String: Any], _ format: AVAudioCommonFormat, isInterleaved: Bool) throws {
        let given = AudioSettings(values: settings)
        guard let description = given.description else {
            throw AVFAudioError.make(
                kAudioFileUnsupportedDataFormatError,
                "the settings do not describe a format: give at least AVFormatIDKey, AVSampleRateKey and AVNumberOfChannelsKey"
            )
        }
        let layout = given.layout?.labels ?? .standard(Int(description.mChannelsPerFrame))
        processingFormat = try .processing(format, description.mSampleRate, layout, isInterleaved)
        let container = try given.container(path: path)
        let stored: StreamDescription
        if container == .caf, given.isEncoded(description) {
            let made = try PacketWriter(path, description, given, processingFormat)
            (writer, stored) = (made, made.fileFormat)
        } else {
            let output = try given.outputFormat(container, description)
            stored = output.dataFormat(sampleRate: description.mSampleRate, channelCount: layout.channelCount)
            writer = try FrameWriter(path, output, layout, processingFormat)
        }
        fileFormat = AVAudioFormat(
            AudioStreamBasicDescription(stored), layout.channelCount > 2 ? AVAudioChannelLayout(layout) : nil)
        number = OpenWriters.add(writer)
    }

    var position: AVAudioFramePosition { writer.framesWritten }

    func write(_ source: AVAudioPCMBuffer) throws { try writer.write(source) }

    func close() { OpenWriters.finalize(number) }
}

/// Takes the buffers of a file.
private protocol BufferWriter: AnyObject {
    var framesWritten: Int64 { get }

    func write(_ buffer: AVAudioPCMBuffer) throws

    /// Completes the file.
    func close() throws
}

/// Writes what kkmix writes: samples, and what a library makes a whole file of.
private final class FrameWriter: BufferWriter {
    private let writer: AudioFileWriter
    private let bridge: FrameBridge
    private var buffer: PCMBuffer

    private static let turn = 4096

    init(_ path: String, _ output: OutputFormat, _ layout: ChannelLayout, _ processing: AVAudioFormat) throws {
        bridge = try FrameBridge(processing)
        writer = try AudioFileWriter(
            path: path, format: output, layout: layout, sampleRate: processing.sampleRate,
            options: WriterOptions(force: true))
        buffer = PCMBuffer(channelCount: layout.channelCount, frameCapacity: Self.turn)
    }

    var framesWritten: Int64 { writer.framesWritten }

    func write(_ source: AVAudioPCMBuffer) throws {
        let frameCount = Int(source.frameLength)
        for start in stride(from: 0, to: frameCount, by: Self.turn) {
            let count = min(Self.turn, frameCount - start)
            bridge.load(source.audioBufferList, from: start, count, into: &buffer)
            buffer.frameLength = count
            try writer.write(buffer)
        }
    }

    func close() throws { try writer.finalize() }
}

/// Writes the packets that a converter makes, which of all kinds of file CAF holds.
private final class PacketWriter: BufferWriter {
    private let writer: ExtendedWriter

    init(
        _ path: String, _ description: AudioStreamBasicDescription, _ settings: AudioSettings,
        _ processing: AVAudioFormat
    ) throws {
        writer = try ExtendedWriter(
            path: path, fileType: kAudioFileCAFType, format: StreamDescription(description), layout: nil, erases: true,
            settings: settings.encoding(channelCount: Int(description.mChannelsPerFrame)))
        try writer.setClient(processing.stream)
    }

    var fileFormat: StreamDescription { writer.fileFormat }
    var framesWritten: Int64 { writer.framesWritten }

    func write(_ buffer: AVAudioPCMBuffer) throws {
        try writer.write(Int(buffer.frameLength), buffer.audioBufferList)
    }

    func close() throws { try writer.close() }
}

/// The files that are being written. On Apple's systems a program that ends leaves behind what it has written, so those
/// that nobody has closed are completed then.
private enum OpenWriters {
    private struct Entry: @unchecked Sendable {
        let number: Int
        let writer: any BufferWriter
    }

    private static let entries = Mutex<[Entry]>([])
    private static let count = Mutex(0)
    private static let atEnd: Void = { atexit { OpenWriters.finalizeAll() } }()

    static func add(_ writer: any BufferWriter) -> Int {
        _ = atEnd
        let number = count.withLock { count in
            count += 1
            return count
        }
        let entry = Entry(number: number, writer: writer)
        entries.withLock { $0.append(entry) }
        return number
    }

    static func finalize(_ number: Int) {
        let entry = entries.withLock { entries in
            entries.firstIndex { $0.number == number }.map { entries.remove(at: $0) }
        }
        if let entry { finalize(entry) }
    }

    private static func finalizeAll() {
        let left = entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
        for entry in left { finalize(entry) }
    }

    /// Closing a file cannot throw, so that it failed is said where a person may read it.
    private static func finalize(_ entry: Entry) {
        do {
            try entry.writer.close()
        } catch {
            FileHandle.standardError.write(Data("AVAudioFile: \(error)\n".utf8))
        }
    }
}
