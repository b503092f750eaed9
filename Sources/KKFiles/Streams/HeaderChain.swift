/// When bytes that look like a packet's header are believed to be one: when they lead to others of their kind. In compressed audio and in pictures
/// something looks like a header every few kilobytes.
enum HeaderChain {
    /// How many have to follow where nothing else speaks for the first.
    static let confirmations = 3

    /// Whether headers of one kind follow one another, or end where they may.
    ///
    /// - Parameters:
    ///   - start: the place of the first.
    ///   - length: the bytes from a header at a place to the next one; `nil`: it is none.
    ///   - next: the header at a place, if it is of the kind of the first.
    ///   - mayEnd: whether a chain is complete whose headers, so many behind the first, lead to a place without one.
    static func holds<Header, Trouble: Error>(
        from first: Header, at start: Int64, confirmations: Int = HeaderChain.confirmations, length: (Header, Int64) throws(Trouble) -> Int?,
        next: (Int64) throws(Trouble) -> Header?, mayEnd: (Int64, Int) throws(Trouble) -> Bool
    ) throws(Trouble) -> Bool {
        var header = first
        var place = start
        for count in 0..<confirmations {
            guard let size = try length(header, place) else { return false }
            place += Int64(size)
            guard let following = try next(place) else { return try mayEnd(place, count) }
            header = following
        }
        return true
    }
}
