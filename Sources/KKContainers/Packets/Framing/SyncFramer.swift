/// A framer of a format whose packets all begin with a sync word and a header that leads to the next one: MPEG audio,
/// ADTS, AC-3.
///
/// A packet is believed where the previous one ends. Everywhere else (at the start, after damage, at a change of
/// format) a header is believed when a ``HeaderChain`` begins with it, which may end where the stream or a tag begins.
/// That takes a window of a few packets. At the end of the stream less is proof enough
/// (``HeaderChain/longestRest(behind:byteCount:isFirst:)``).
protocol SyncFramer: SteppingFramer {
    associatedtype Header

    /// What every header begins with.
    static var syncByte: UInt8 { get }

    /// - Parameter byteCount: the bytes of the whole stream, where they are known.
    init(byteCount: Int64?)

    /// The header at `place`; `nil` if there is none.
    func header(at place: Int, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Header?

    /// The bytes from this header to the next one; `nil` if that cannot be found out, so that the header is none.
    mutating func byteCount(
        of header: Header, at place: Int, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Int?

    /// The bytes from this header to the next one, as those of `first`, of its kind and of `byteCount` bytes, tell;
    /// `nil` if it says so itself.
    func byteCount(of header: Header, like first: Header, of byteCount: Int) -> Int?

    /// Whether a packet can begin with it.
    func opensPacket(_ header: Header) -> Bool

    /// Whether it is of the kind of the packet before it.
    func continuesStream(_ header: Header) -> Bool

    /// Whether the packet at the start of the window, which the header opens, says itself that it is one, so that no
    /// others have to confirm it.
    func isProof(_ header: Header, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Bool

    /// Whether both are of one kind.
    func isSameKind(_ header: Header, as first: Header) -> Bool

    /// The packet that the header opens, of `byteCount` bytes at least. Nothing is changed when it throws.
    mutating func take(
        _ header: Header, byteCount: Int, _ window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> FramingStep
}

/// A header that the bytes of its own tell.
protocol SyncHeader {
    /// The bytes that it looks at.
    static var length: Int { get }

    init?(_ bytes: Span<UInt8>, at place: Int)
}

extension SyncFramer where Header: SyncHeader {
    func header(at place: Int, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Header? {
        guard try window.reaches(place + 1, isEnd: isEnd), window[place] == Self.syncByte else { return nil }
        guard try window.reaches(place + Header.length, isEnd: isEnd) else { return nil }
        return Header(window, at: place)
    }
}

/// Where a framer is.
package struct SyncState {
    var isInSync = false
    /// In junk, tags are not searched for; otherwise the result would depend on where the window ends.
    var isInJunk = false
    /// Whether the first packet is believed without others: somebody else knows what the stream is.
    package var isTrusted = false
    /// Whether nothing but tags came before.
    package var isAtStart = true
    var tags = StreamTags()
    /// The size of the whole stream, if known: a tag that states more is then detected.
    var byteCount: Int64?
    /// Whether the caller knows that no tags stand at their end: then that is where the audio ends.
    private let isBare: Bool
    /// The number of bytes processed so far.
    var position: Int64 = 0

    init(byteCount: Int64? = nil, isBare: Bool = false) {
        (self.byteCount, self.isBare) = (byteCount, isBare)
    }

    /// The bytes to the end of the stream, and to the end of its audio, if known.
    var rest: Int64? { byteCount.map { $0 - position } }
    var audioRest: Int64? { isBare ? rest : nil }

    mutating func loseSync() {
        isInSync = false
        isAtStart = false
        isInJunk = false
        tags.reset()
    }
}

extension SyncFramer {
    package mutating func trust() { state.isTrusted = true }

    package mutating func loseSync() { state.loseSync() }

    func opensPacket(_ header: Header) -> Bool { true }

    func byteCount(of header: Header, like first: Header, of byteCount: Int) -> Int? { nil }

    func isProof(_ header: Header, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Bool { false }

    mutating func nextStep(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep {
        if !state.isInJunk, let count = try state.tags.step(window, isEnd: isEnd, rest: state.rest) {
            return .header(byteCount: count)
        }
        if let header = try header(at: 0, in: window, isEnd: isEnd), try isBelieved(header, in: window, isEnd: isEnd),
            let byteCount = try byteCount(of: header, at: 0, in: window, isEnd: isEnd)
        {
            let step = try take(header, byteCount: byteCount, window, isEnd: isEnd)
            state.isInJunk = false
            state.isTrusted = false
            state.isAtStart = false
            if case .junk = step { state.isInSync = false } else { state.isInSync = true }
            return step
        }
        // Tags that only their end tells, and nothing but tags.
        if state.isInSync, try end(reachedBy: 0, in: window, isEnd: isEnd) == .here {
            return .header(byteCount: window.count)
        }
        state.isInSync = false
        state.isTrusted = false
        state.isAtStart = false
        state.isInJunk = true
        return .junk(byteCount: window.count(before: Self.syncByte))
    }

    /// Whether the stream begins with the window: a packet that others confirm.
    package mutating func opensStream(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Bool {
        guard let header = try header(at: 0, in: window, isEnd: isEnd), opensPacket(header) else { return false }
        return try isConfirmed(header, at: 0, in: window, isEnd: isEnd)
    }

    private mutating func isBelieved(
        _ header: Header, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Bool {
        guard opensPacket(header) else { return false }
        if state.isTrusted || state.isInSync && continuesStream(header) { return true }
        return try isConfirmed(header, at: 0, in: window, isEnd: isEnd)
    }

    /// Whether headers of one kind follow one another from `start` on, or packets end where the stream or a tag does,
    /// or nearly so.
    private mutating func isConfirmed(
        _ first: Header, at start: Int, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Bool {
        if start == 0, try isProof(first, in: window, isEnd: isEnd) { return true }
        return try HeaderChain.holds(from: first, at: Int64(start)) {
            (header, place, firstSize) throws(FramingShortage) in
            if let firstSize, let size = byteCount(of: header, like: first, of: firstSize) { return size }
            return try byteCount(of: header, at: Int(place), in: window, isEnd: isEnd)
        } next: { (place) throws(FramingShortage) in
            guard let next = try header(at: Int(place), in: window, isEnd: isEnd), isSameKind(next, as: first) else {
                return nil
            }
            return next
        } mayEnd: { (place, packets, size) throws(FramingShortage) in
            let place = Int(place)
            switch try end(reachedBy: place, in: window, isEnd: isEnd) {
            case .here: return true
            case .passed: return packets > 1
            case .ahead:
                if try StreamTags.tag(at: place, in: window, isEnd: isEnd) != nil { return true }
                let rest = HeaderChain.longestRest(
                    behind: packets, byteCount: size, isFirst: state.isAtStart && start == 0)
                guard rest > 0 else { return false }
                return try end(reachedBy: place + Int(rest), in: window, isEnd: isEnd) == .passed
            }
        }
    }

    /// Whether `place` is where the audio ends, or after it.
    func end(reachedBy place: Int, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> StreamEnd {
        guard let rest = state.audioRest else { return try window.end(reachedBy: place, isEnd: isEnd) }
        return Int64(place) < rest ? .ahead : Int64(place) == rest ? .here : .passed
    }

    /// What a packet of `byteCount` bytes comes to: itself, or junk when the stream ends in the middle of it.
    func whole(
        _ byteCount: Int, _ window: Span<UInt8>, isEnd: Bool, else packet: FramingStep
    ) throws(FramingShortage) -> FramingStep {
        guard try window.reaches(byteCount, isEnd: isEnd) else {
            return .junk(byteCount: max(1, window.endBeforeTrailer))
        }
        if state.audioRest != nil { return packet }
        if try header(at: byteCount, in: window, isEnd: isEnd) != nil { return packet }
        if try StreamTags.tag(at: byteCount, in: window, isEnd: isEnd) != nil { return packet }
        if case .passed = try window.end(reachedBy: byteCount, isEnd: isEnd) {
            return .junk(byteCount: max(1, window.endBeforeTrailer))
        }
        return packet
    }
}
