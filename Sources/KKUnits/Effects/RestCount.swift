/// Counts the frames of silence that went into a memory, so that it is known to be empty without being read from end to
/// end.
struct RestCount {
    /// Frames that the memory holds.
    private let length: Int
    private var silent: Int

    /// Of a memory that is empty.
    init(length: Int) {
        self.length = length
        silent = length
    }

    var isWhole: Bool { silent >= length }

    /// Notes what went in last.
    mutating func note(_ frameCount: Int, isSilent: Bool) {
        silent = isSilent ? min(length, silent + frameCount) : 0
    }

    /// Everything was emptied.
    mutating func reset() { silent = length }
}
