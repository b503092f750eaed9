internal import KKAudio

/// The way from an output bus to an input bus, at the rate and with the channels that are wanted there.
///
/// ## Allocation
/// In `init`.
final class Feed {
    let port: OutputPort
    private let reader: Reader
    /// The frames converted; `nil` if they go as they are.
    private let converted: (any FrameSource)?
    private let wanted: (sampleRate: Double, layout: ChannelLayout?)
    private let slice: Int

    /// - Parameter layout: what channels are mixed to; `nil` leaves them as they are.
    /// - Throws: -10868 for a rate that is too far away.
    init(
        from port: OutputPort, toSampleRate sampleRate: Double, layout: ChannelLayout?, slice: Int,
        _ engine: AVAudioEngine
    ) throws {
        self.port = port
        self.slice = slice
        wanted = (sampleRate, layout)
        reader = Reader(port, slice: slice, engine)
        let matrix = layout.map { ChannelMatrix.mixing(port.format.layout, to: $0) }
        guard sampleRate != port.format.sampleRate || matrix?.isIdentity == false else {
            converted = nil
            return
        }
        do {
            converted = try reader.converted(by: matrix, toSampleRate: sampleRate, quality: .high)
        } catch {
            throw AVFAudioError.make(kAudioUnitErr_FormatNotSupported, error.description)
        }
    }

    /// Whether this is what would be made again.
    func isStill(_ port: OutputPort, _ sampleRate: Double, _ layout: ChannelLayout?, _ slice: Int) -> Bool {
        port === self.port && reader.format == port.format.standard.stream && wanted.sampleRate == sampleRate
            && wanted.layout == layout && slice == self.slice
    }

    /// Begins again: what a converter has heard is forgotten.
    func rewind() {
        reader.position = nil
        try? converted?.seek(to: 0)
    }

    /// - Returns: whether the frames are silence.
    func pull(_ frameCount: Int, into buffer: inout PCMBuffer) throws -> Bool {
        guard let converted else { return try reader.take(frameCount, into: &buffer) }
        let count = try converted.readFully(into: &buffer, at: 0, frameCount: frameCount)
        buffer.silence(count..<frameCount)
        return false
    }

    /// The output bus as a source without end.
    private final class Reader: FrameSource {
        private let port: OutputPort
        private unowned let engine: AVAudioEngine
        private var frames: PCMBuffer
        /// The frame that is taken next; `nil` is that of the engine's time.
        var position: Int64?
        let format: StreamDescription

        init(_ port: OutputPort, slice: Int, _ engine: AVAudioEngine) {
            self.port = port
            self.engine = engine
            format = port.format.standard.stream
            frames = PCMBuffer(channelCount: format.channelCount, frameCapacity: slice)
        }

        var frameCount: Int64? { nil }

        func take(_ frameCount: Int, into buffer: inout PCMBuffer) throws -> Bool {
            let read = try port.read(from: position, frameCount, into: &buffer, engine)
            position = read.next
            return read.isSilent
        }

        func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
            let count = min(frameCount, frames.frameCapacity)
            _ = try take(count, into: &frames)
            buffer.copy(count, framesFrom: frames, to: offset)
            return count
        }

        func seek(to frame: Int64) {}
    }
}
