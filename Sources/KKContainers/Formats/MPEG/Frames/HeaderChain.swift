/// When bytes that look like a packet's header are believed to be one: when they lead to others of their kind. In
/// compressed audio and in pictures something looks like a header every few kilobytes.
enum HeaderChain {
    /// How many must follow where nothing else speaks for the first. ``MPEGSearch`` is content with one at a file's
    /// start and two after junk: it says what a file is, and ``MPEGFramer`` by this number which of its bytes are
    /// frames.
    static let confirmations = 3

    /// Whether headers of one kind follow one another, or end where they may.
    ///
    /// - Parameters:
    ///   - start: the place of the first.
    ///   - length: the bytes from a header at a place to the next one, after a first one of so many; `nil`: it is none.
    ///   - next: the header at a place, if it is of the kind of the first.
    ///   - mayEnd: whether a chain is complete that leads to a place without a header, after so many packets, the last
    ///     one of so many bytes.
    static func holds<Header, Trouble: Error>(
        from first: Header, at start: Int64, confirmations: Int = HeaderChain.confirmations,
        length: (Header, Int64, Int?) throws(Trouble) -> Int?,
        next: (Int64) throws(Trouble) -> Header?, mayEnd: (Int64, Int, Int) throws(Trouble) -> Bool
    ) throws(Trouble) -> Bool {
        var header = first
        var place = start
        var firstLength: Int?
        for count in 0..<confirmations {
            guard let size = try length(header, place, firstLength) else { return false }
            firstLength = firstLength ?? size
            place += Int64(size)
            guard let following = try next(place) else { return try mayEnd(place, count + 1, size) }
            header = following
        }
        return true
    }

    /// The bytes at the end of a stream that may follow packets without being one, fewer than this: after two or more
    /// of them less than the last one is long, for where another would fit there should be one. Behind a single one at
    /// the very start fewer than a header, which contradict nothing; more would make audio of any short text that
    /// begins with FF FE, as UTF-16 does. Behind any other single one, none: in 1 MiB of noise some 250 places look
    /// like a header, two in their distance once in a hundred thousand files' ends.
    static func longestRest(behind packets: Int, byteCount: Int, isFirst: Bool) -> Int64 {
        packets > 1 ? Int64(byteCount) : isFirst ? 4 : 0
    }
}
