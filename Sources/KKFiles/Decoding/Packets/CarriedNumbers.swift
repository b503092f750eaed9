internal import KKCodecs

/// What a decoder carries from packet to packet, kept at every so many of them as they pass: a seek begins at the
/// nearest one.
///
/// When the room is full every second one is given up, so however long a file is, the way from the nearest one is
/// short: 64 KiB are a number for each 256 packets of 48 minutes of stereo at 44.1 kHz, for each 512 of twice that.
///
/// ## Allocation
/// In `init`.
struct CarriedNumbers {
    private let wordCount: Int
    private let capacity: Int
    /// The numbers before packets ``spacing``, 2 · ``spacing`` …, so many as are kept.
    private var words: [UInt32]
    private(set) var count = 0
    private(set) var spacing: Int64 = 256

    init(_ decoder: any CarryingDecoder, room: Int = 1 << 14) {
        wordCount = decoder.carriedWordCount
        capacity = max(2, room / max(1, wordCount))
        words = [UInt32](repeating: 0, count: capacity * wordCount)
    }

    /// Keeps what `decoder` carries, where it is about to take `packet` and that is the next to keep.
    mutating func keep(_ decoder: any CarryingDecoder, before packet: Int64) {
        guard packet == Int64(count + 1) * spacing else { return }
        if count == capacity {
            giveUpEverySecond()
            guard packet == Int64(count + 1) * spacing else { return }
        }
        decoder.carried(to: &words, at: count * wordCount)
        count += 1
    }

    /// The last packet up to `packet` before which numbers were kept; 0 if there is none.
    func lastPacket(upTo packet: Int64) -> Int64 { min(Int64(count), packet / spacing) * spacing }

    /// Has `decoder` carry what was kept before ``lastPacket(upTo:)``, or nothing.
    ///
    /// - Returns: the packet that it takes next.
    func restore(_ decoder: any CarryingDecoder, upTo packet: Int64) -> Int64 {
        let kept = Int(lastPacket(upTo: packet) / spacing)
        guard kept > 0 else {
            decoder.reset()
            return 0
        }
        decoder.carry(words, at: (kept - 1) * wordCount)
        return Int64(kept) * spacing
    }

    private mutating func giveUpEverySecond() {
        count /= 2
        spacing *= 2
        for index in 0..<count * wordCount {
            let (kept, word) = index.quotientAndRemainder(dividingBy: wordCount)
            words[index] = words[(2 * kept + 1) * wordCount + word]
        }
    }
}
