/// How many threads each of several pieces of work gets that are done side by side.
struct ThreadShares {
    private let share: Int
    private let rest: Int

    init(threadCount: Int, pieceCount: Int) {
        (share, rest) = threadCount.quotientAndRemainder(dividingBy: max(1, pieceCount))
    }

    /// The first pieces have a thread more each where the division leaves some; all have one.
    subscript(piece: Int) -> Int { max(1, piece < rest ? share + 1 : share) }
}
