package import KKPCM

/// When a job has to be over. Whatever reads long asks it again and again, so that a job that is stopped leaves no
/// thread at work and no file.
public struct RenderDeadline: Sendable {
    private let end: Double
    private let clock: @Sendable () -> Double
    private let error: SessionError

    /// Starts counting.
    ///
    /// - Parameters:
    ///   - what: what is done, in a sentence.
    ///   - place: where that was asked for; `nil` if the message is about nothing else.
    ///   - nextStep: what gives it more time.
    ///   - clock: a monotonic clock in seconds.
    public init(
        seconds: Double, _ what: String, place: String? = nil, nextStep: String, clock: @escaping @Sendable () -> Double
    ) {
        end = clock() + seconds
        self.clock = clock
        error = SessionError(
            .badData, "\(what) took longer than \(TimeLimit.text(seconds)) and was stopped",
            place: place, nextStep: nextStep)
    }

    /// - Throws: `badData` when the time is over.
    public func check() throws(SessionError) {
        if clock() >= end { throw error }
    }
}

/// A source that asks a deadline before each read.
///
/// ## Allocation
/// None.
package final class TimedSource: FrameSource {
    private let source: any FrameSource
    private let deadline: RenderDeadline

    package init(_ source: any FrameSource, _ deadline: RenderDeadline) {
        (self.source, self.deadline) = (source, deadline)
    }

    package var format: StreamDescription { source.format }
    package var frameCount: Int64? { source.frameCount }

    package func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        try deadline.check()
        return try source.read(into: &buffer, at: offset, frameCount: frameCount)
    }

    package func seek(to frame: Int64) throws {
        try deadline.check()
        try source.seek(to: frame)
    }
}
