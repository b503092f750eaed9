internal import CCoreAudio
internal import KKAudio

/// A file that is read, for an ``AVAudioFile``.
final class FileReading {
    let bridge: FrameBridge
    let fileFormat: AVAudioFormat
    private let reader: AudioFileReader
    private var buffer: PCMBuffer
    /// Whether the reader stands elsewhere than at ``position``.
    private var isMoved = false

    private static let turn = 4096

    init(path: String, _ format: AVAudioCommonFormat, isInterleaved: Bool) throws {
        reader = try AudioFileReader(path: path)
        let layout = reader.fileLayout, rate = reader.format.sampleRate
        fileFormat = AVAudioFormat(
            AudioStreamBasicDescription(reader.fileFormat), layout.channelCount > 2 ? AVAudioChannelLayout(layout) : nil
        )
        let processing = try AVAudioFormat.processing(format, rate, layout, isInterleaved)
        bridge = try FrameBridge(processing)
        buffer = PCMBuffer(channelCount: layout.channelCount, frameCapacity: Self.turn)
    }

    var length: AVAudioFramePosition { reader.frameCount ?? reader.properties.frameCount }

    var position: AVAudioFramePosition = 0 {
        didSet { isMoved = true }
    }

    /// - Returns: how many frames there were; 0 at the end.
    func read(_ frameCount: AVAudioFrameCount, into target: AVAudioPCMBuffer) throws -> Int {
        target.frameLength = 0
        if isMoved { try reader.seek(to: position) }
        isMoved = false
        var done = 0
        while done < Int(frameCount) {
            let count = try reader.read(into: &buffer, at: 0, frameCount: min(Int(frameCount) - done, Self.turn))
            if count == 0 { break }
            buffer.frameLength = count
            bridge.store(buffer, count, to: target.mutableAudioBufferList, at: done)
            done += count
            position += Int64(count)
            isMoved = false
        }
        target.frameLength = AVAudioFrameCount(done)
        return done
    }
}

extension AVAudioFormat {
    /// What a file gives and takes.
    static func processing(
        _ format: AVAudioCommonFormat, _ sampleRate: Double, _ layout: ChannelLayout, _ isInterleaved: Bool
    ) throws -> AVAudioFormat {
        let made =
            layout.channelCount > 2
            ? AVAudioFormat(
                commonFormat: format, sampleRate: sampleRate, interleaved: isInterleaved,
                channelLayout: AVAudioChannelLayout(layout))
            : AVAudioFormat(
                commonFormat: format, sampleRate: sampleRate, channels: AVAudioChannelCount(layout.channelCount),
                interleaved: isInterleaved)
        guard format != .otherFormat, let made else {
            throw AVFAudioError.make(
                kAudioFileUnsupportedDataFormatError, "the processing format is not one of the common formats")
        }
        return made
    }
}
