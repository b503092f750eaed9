internal import KKConvert
internal import KKPCM

/// Frames that are pushed in at one rate, with some channels, and taken out at another, with others, as far as they can be
/// worked out from what has come.
///
/// ## Allocation
/// In `init`, and for a buffer that is longer than all before it.
final class PushedFrames {
    private let input: Input
    private let output: any FrameSource
    private var buffer: PCMBuffer

    /// - Throws: what there is no conversion for.
    init(
        _ format: StreamDescription, by matrix: ChannelMatrix?, toSampleRate sampleRate: Double,
        _ quality: ResamplerQuality, path: String
    ) throws(AudioFileError) {
        input = Input(.canonical(sampleRate: format.sampleRate, channels: format.channelCount))
        do {
            output = try input.converted(by: matrix, toSampleRate: sampleRate, quality: quality)
        } catch {
            throw AudioFileError(error, path: path)
        }
        buffer = PCMBuffer(channelCount: output.format.channelCount, frameCapacity: ClientBytes.frameCapacity)
    }

    /// Whether nothing was pushed.
    var isEmpty: Bool { input.count == 0 }

    func push(_ frames: borrowing PCMBuffer, _ take: (borrowing PCMBuffer) throws -> Void) throws {
        input.add(frames)
        try drain(take)
    }

    /// Gives what is left. Nothing is pushed any more.
    func finish(_ take: (borrowing PCMBuffer) throws -> Void) throws {
        input.isOver = true
        try drain(take)
    }

    private func drain(_ take: (borrowing PCMBuffer) throws -> Void) throws {
        do {
            while true {
                let count = try output.read(into: &buffer, at: 0, frameCount: buffer.frameCapacity)
                if count == 0 { return }
                buffer.frameLength = count
                try take(buffer)
            }
        } catch is Input.Dry {}
    }

    /// What was pushed, as a source that says when it is dry: after that, reading goes on.
    private final class Input: FrameSource {
        struct Dry: Error {}

        let format: StreamDescription
        /// All that ever came.
        private(set) var count: Int64 = 0
        var isOver = false
        private var pending: PCMBuffer
        private var rest = 0..<0

        init(_ format: StreamDescription) {
            self.format = format
            pending = PCMBuffer(channelCount: format.channelCount, frameCapacity: 0)
        }

        var frameCount: Int64? { nil }

        /// All before it has been read.
        func add(_ frames: borrowing PCMBuffer) {
            if pending.frameCapacity < frames.frameLength {
                pending = PCMBuffer(channelCount: format.channelCount, frameCapacity: frames.frameLength)
            }
            pending.copy(frames.frameLength, framesFrom: frames, at: 0, to: 0)
            rest = 0..<frames.frameLength
            count += Int64(frames.frameLength)
        }

        func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
            if rest.isEmpty && !isOver { throw Dry() }
            let taken = min(frameCount, rest.count)
            buffer.copy(taken, framesFrom: pending, at: rest.lowerBound, to: offset)
            rest = rest.lowerBound + taken..<rest.upperBound
            return taken
        }

        func seek(to frame: Int64) throws {}
    }
}
