/// Bytes of a stream that a parser looks at while they pass: those that have come, from the first on that it may still
/// want. How far it looks is noted, so that a step for which not enough has come can be taken again later.
///
/// ## Memory
/// What one step of a parser looks at, and a portion of the stream.
package final class PassingBytes: ByteInput {
    /// The first byte that is kept.
    private(set) var offset: Int64
    private(set) var kept: [UInt8] = []
    /// Whether the stream has ended.
    private(set) var isOver = false
    /// The bytes that have come, kept or not.
    private var come: Int64
    /// How far was looked since ``beginStep()``.
    private var wanted: Int64 = 0
    private var isEndWanted = false
    private var isWanted = true

    /// Farther on than any byte: where a stream ends whose end has not come.
    static let farthest: Int64 = 1 << 62
    /// What is kept where nothing but the end is waited for.
    private static let lastLook = 256

    init(offset: Int64) {
        (self.offset, come) = (offset, offset)
    }

    /// The bytes of the whole stream, as far as they are known.
    var byteCount: Int64 { isOver ? come : Self.farthest }

    package var knownByteCount: Int64? { nil }
    package var isPipe: Bool { true }
    package var passing: PassingBytes? { self }

    package func size() -> Int64 { byteCount }

    /// Whether bytes are wanted that have not come yet.
    var isShort: Bool { !isOver && (wanted > come || isEndWanted) }

    /// Whether nothing but the end of the stream helps.
    var isStuck: Bool { isShort && wanted <= come }

    func beginStep() { (wanted, isEndWanted) = (0, false) }

    /// Notes that a step cannot be taken before the stream has ended. Whoever has not even seen the bytes that it looks
    /// at may think otherwise with them.
    func wantEnd() { isEndWanted = wanted <= come }

    func end() { isOver = true }

    /// Keeps nothing from now on: nobody looks at it any more.
    func stop() { (isWanted, kept) = (false, []) }

    /// Takes the bytes that come next.
    func append(_ more: ArraySlice<UInt8>, at place: Int64) {
        guard place + Int64(more.count) > come else { return }
        guard isWanted else { return come = place + Int64(more.count) }
        // Bytes of the audio went another way.
        if kept.isEmpty { offset = max(offset, place) }
        let fresh = more.dropFirst(Int(max(0, max(come, offset) - place)))
        kept += isStuck ? fresh.prefix(max(0, Self.lastLook - kept.count)) : fresh
        come = place + Int64(more.count)
    }

    /// Lets go of the bytes before `place`, which may have to come yet.
    func drop(before place: Int64) {
        guard place > offset else { return }
        if place - offset >= kept.count { kept = [] } else { kept.removeFirst(Int(place - offset)) }
        offset = place
    }

    func bytes(at place: Int64, count: Int) -> [UInt8] {
        let range = range(place, count)
        return Array(kept[range])
    }

    package func read(_ target: UnsafeMutableRawBufferPointer, from place: Int64) -> Int {
        let range = range(place, target.count)
        unsafe target.copyBytes(from: kept[range])
        return range.count
    }

    /// Where in ``kept`` bytes are that somebody looks at; none if the first of them is gone.
    private func range(_ place: Int64, _ count: Int) -> Range<Int> {
        // Who has looked too far once does not know what it asks for from then on.
        if wanted <= come { wanted = max(wanted, place + Int64(count)) }
        guard place >= offset, place - offset < kept.count else { return 0..<0 }
        let first = Int(place - offset)
        return first..<first + min(count, kept.count - first)
    }
}
