internal import KKPCM

/// A source from one of its frames on, and then all of it as often as is wanted. Its frame 0 is the one that it begins
/// with.
final class LoopedSource: FrameSource {
    let source: any FrameSource
    private var first: Int64 = 0
    private var passes = 0
    /// How often the source is repeated; less than none is without end.
    var loops = 0

    init(_ source: any FrameSource) {
        self.source = source
    }

    var format: StreamDescription { source.format }

    /// Not known: it may be looped meanwhile.
    var frameCount: Int64? { nil }

    /// Says with which frame it begins; ``seek(to:)`` goes there.
    func begin(at frame: Int64) { first = frame }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = try source.read(into: &buffer, at: offset, frameCount: frameCount)
        guard count == 0, frameCount > 0, loops < 0 || passes < loops else { return count }
        passes += 1
        try source.seek(to: 0)
        return try source.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    func seek(to frame: Int64) throws {
        passes = 0
        try source.seek(to: first.advanced(byFrames: frame))
    }
}
