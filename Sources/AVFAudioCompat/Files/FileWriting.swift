internal import CCoreAudio
internal import KKAudio
internal import Synchronization

/// A file that is written, for an ``AVAudioFile``.
final class FileWriting {
    let bridge: FrameBridge
    let fileFormat: AVAudioFormat
    private let writer: AudioFileWriter
    private var buffer: PCMBuffer
    private let path: String
    private let number: Int

    private static let turn = 4096

    init(path: String, _ settings: [String: Any], _ format: AVAudioCommonFormat, isInterleaved: Bool) throws {
        let given = AudioSettings(values: settings)
        guard let description = given.description else {
            throw AVFAudioError.make(
                kAudioFileUnsupportedDataFormatError,
                "the settings describe no format: give AVFormatIDKey, AVSampleRateKey and AVNumberOfChannelsKey at least"
            )
        }
        let output = try given.outputFormat(path: path, description)
        let layout = given.layout?.labels ?? .standard(Int(description.mChannelsPerFrame))
        bridge = try FrameBridge(.processing(format, description.mSampleRate, layout, isInterleaved))
        fileFormat = output.audioFormat(description, layout)
        writer = try AudioFileWriter(
            path: path, format: output, layout: layout, sampleRate: description.mSampleRate,
            options: WriterOptions(force: true))
        buffer = PCMBuffer(channelCount: layout.channelCount, frameCapacity: Self.turn)
        self.path = path
        number = OpenWriters.add(writer, path)
    }

    var position: AVAudioFramePosition { writer.framesWritten }

    func write(_ source: AVAudioPCMBuffer) throws {
        let frameCount = Int(source.frameLength)
        for start in stride(from: 0, to: frameCount, by: Self.turn) {
            let count = min(Self.turn, frameCount - start)
            bridge.load(source.audioBufferList, from: start, count, into: &buffer)
            buffer.frameLength = count
            try writer.write(buffer)
        }
    }

    func close() { OpenWriters.finalize(number) }
}

/// The files that are being written. On Apple's systems a program that ends leaves behind what it has written, so those
/// that nobody has closed are completed then.
private enum OpenWriters {
    private struct Entry: @unchecked Sendable {
        let number: Int
        let writer: AudioFileWriter
        let path: String
    }

    private static let entries = Mutex<[Entry]>([])
    private static let count = Mutex(0)
    private static let atEnd: Void = { atexit { OpenWriters.finalizeAll() } }()

    static func add(_ writer: AudioFileWriter, _ path: String) -> Int {
        _ = atEnd
        let number = count.withLock { count in
            count += 1
            return count
        }
        let entry = Entry(number: number, writer: writer, path: path)
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
            try entry.writer.finalize()
        } catch {
            FileHandle.standardError.write(Data("AVAudioFile: \(error)\n".utf8))
        }
    }
}
