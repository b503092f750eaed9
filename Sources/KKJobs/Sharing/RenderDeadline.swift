internal import KKFiles
internal import KKPCM
internal import KKSession

/// When a render has to be over: it is asked between two slices, so that a render that is stopped leaves no thread at
/// work and no file.
struct RenderDeadline: Sendable {
    private let end: Double
    private let clock: @Sendable () -> Double
    private let error: SessionError

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - what: what is rendered, in a sentence.
    ///   - nextStep: what gives it more time.
    ///   - clock: a monotonic clock in seconds.
    init(
        seconds: Int, _ what: String, place: String, nextStep: String, clock: @escaping @Sendable () -> Double
    ) {
        end = clock() + Double(seconds)
        self.clock = clock
        error = SessionError(
            .badData, "\(what) took longer than \(seconds) s and was stopped", place: place, nextStep: nextStep)
    }

    /// - Throws: `badData` when it is over.
    func check() throws(SessionError) {
        if clock() >= end { throw error }
    }
}
