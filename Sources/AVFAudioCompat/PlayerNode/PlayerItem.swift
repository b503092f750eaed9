internal import KKAudio

/// Something that a player is to play.
final class PlayerItem {
    let options: AVAudioPlayerNodeBufferOptions
    /// The time that was asked for.
    let when: AVAudioTime?
    let completion: () -> Void
    /// The sound at the player's rate and with its channels.
    private let open: (AVAudioFormat) throws -> any FrameSource
    private var source: (any FrameSource)?

    /// The player's frame with which it begins; `nil` until that is settled.
    var start: Int64?
    /// The frames of this pass that were read.
    private(set) var position: Int64 = 0

    init(
        _ options: AVAudioPlayerNodeBufferOptions = [], at when: AVAudioTime?, completion: @escaping () -> Void,
        _ open: @escaping (AVAudioFormat) throws -> any FrameSource
    ) {
        self.options = options
        self.when = when
        self.completion = completion
        self.open = open
    }

    func read(
        _ frameCount: Int, _ format: AVAudioFormat, into buffer: inout PCMBuffer, at offset: Int
    ) throws -> Int {
        let source = try source ?? open(format)
        self.source = source
        let count = try source.readFully(into: &buffer, at: offset, frameCount: frameCount)
        position += Int64(count)
        return count
    }

    /// Whether all frames that the source announces were read.
    var isExhausted: Bool { source?.frameCount.map { position >= $0 } ?? false }

    func rewind() throws {
        position = 0
        try source?.seek(to: 0)
    }

    /// A buffer. Its rate is taken for the player's.
    convenience init(
        _ buffer: AVAudioPCMBuffer, _ options: AVAudioPlayerNodeBufferOptions, at when: AVAudioTime?,
        completion: @escaping () -> Void
    ) {
        self.init(options, at: when, completion: completion) { format in
            let source = try MemorySource(buffer, sampleRate: format.sampleRate)
            return try source.converted(
                by: .mixing(buffer.format.layout, to: format.layout), toSampleRate: format.sampleRate, quality: .high)
        }
    }

    /// A part of a file, which is opened now. That it cannot be is said when its first frame is due.
    convenience init(
        _ file: AVAudioFile, from frame: Int64, _ frameCount: Int64?, at when: AVAudioTime?,
        completion: @escaping () -> Void
    ) {
        let reader = Result { try AudioFileReader(path: file.url.path) }
        self.init(at: when, completion: completion) { format in
            let reader = try reader.get()
            let part = RegionSource(reader, start: frame, length: frameCount)
            return try part.converted(
                by: .mixing(reader.fileLayout, to: format.layout), toSampleRate: format.sampleRate, quality: .high)
        }
    }
}

/// The frames of a buffer, as they are when they are read.
private final class MemorySource: FrameSource {
    let format: StreamDescription
    private let buffer: AVAudioPCMBuffer
    private let bridge: FrameBridge
    private var position: Int64 = 0

    init(_ buffer: AVAudioPCMBuffer, sampleRate: Double) throws {
        self.buffer = buffer
        bridge = try FrameBridge(buffer.format)
        format = .canonical(sampleRate: sampleRate, channels: Int(buffer.format.channelCount))
    }

    var frameCount: Int64? { Int64(buffer.frameLength) }

    func read(into target: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = min(frameCount, max(0, Int(buffer.frameLength) - Int(position)))
        if count > 0 { bridge.load(buffer.audioBufferList, from: Int(position), count, into: &target, at: offset) }
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) { position = max(0, min(frame, Int64(buffer.frameLength))) }
}
