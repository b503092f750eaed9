internal import KKPCM

/// AMR: a packet is a frame of 20 ms, its header first. Nothing marks where one begins: after damage it is where three
/// follow one another.
///
/// Source: RFC 4867, section 5.
package struct AMRFramer: SteppingFramer {
    package private(set) var stream: FramedStream?
    var state = SyncState()
    private var kind: AMRKind?

    /// Frames that must follow one another for the first of them to be believed.
    private static let chainLength = 3

    package init(byteCount: Int64? = nil) {
        state.byteCount = byteCount
    }

    package var isPacketWhole: Bool { true }

    package mutating func loseSync() { state.loseSync() }

    mutating func nextStep(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep {
        if !state.isInJunk, let count = try state.tags.step(window, isEnd: isEnd, rest: state.rest) {
            return .header(byteCount: count)
        }
        guard let kind else { return try begin(window, isEnd: isEnd) }
        let isBelieved = state.isInSync ? true : try isChain(kind, window, isEnd: isEnd)
        guard isBelieved, let byteCount = kind.byteCount(window[0]) else {
            state.isInSync = false
            state.isInJunk = true
            return .junk(byteCount: 1)
        }
        state.isInJunk = false
        guard try window.reaches(byteCount, isEnd: isEnd) else { return .junk(byteCount: window.count) }
        state.isInSync = true
        return .packet(byteCount: byteCount, frames: Int(kind.format.framesPerPacket))
    }

    private mutating func begin(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep {
        for kind in AMRKind.all {
            let length = kind.magic.utf8CodeUnitCount
            guard try window.reaches(length, isEnd: isEnd), window.has(kind.magic, at: 0) else { continue }
            self.kind = kind
            state.isInSync = true
            state.isInJunk = false
            stream = FramedStream(
                format: kind.format, layout: .mono, packetSizeUpperBound: kind.sizes.max() ?? 0)
            return .header(byteCount: length)
        }
        state.isInJunk = true
        return .junk(byteCount: window.count(before: UInt8(ascii: "#")))
    }

    private func isChain(_ kind: AMRKind, _ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Bool {
        var place = 0
        for _ in 0..<Self.chainLength {
            guard try window.reaches(place + 1, isEnd: isEnd) else { return place == window.count }
            guard let size = kind.byteCount(window[place]) else { return false }
            place += size
        }
        return true
    }
}
