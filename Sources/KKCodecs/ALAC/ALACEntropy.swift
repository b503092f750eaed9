/// Apple Lossless' code for the differences that prediction leaves: Golomb's, whose parameter follows a running mean of
/// what came before.
///
/// A number n is q = n / m ones, a zero, and the remainder in k bits (m = 2ᵏ − 1); remainder 0 takes a bit less. Nine
/// ones announce the number itself. Where the mean is small, a run of zeros is coded as one number.
///
/// Source: Apple's ALAC, its format as described in ALACMagicCookieDescription.txt and adaptive Golomb part (`QB`,
/// `MMULSHIFT` … are its names).
struct ALACEntropy {
    /// The change of the mean: 40 is Apple's.
    let rate: UInt32
    /// Where the mean starts, in 512ths.
    let start: UInt32
    /// The most bits of a remainder.
    let maximumBits: Int

    /// Nine ones: what follows is the number itself.
    private static let longestPrefix = 9

    /// Decodes `count` numbers of `width` bits to the front of `samples`.
    ///
    /// - Returns: `false` when a run of zeros passes the end.
    func decode(
        _ count: Int, width: Int, _ bytes: Span<UInt8>, at cursor: inout BitCursor, to samples: inout MutableSpan<Int32>
    ) -> Bool {
        var mean = start
        var isAfterRun: UInt32 = 0
        var index = 0
        while index < count {
            let bits = min(31 - ((mean >> 9) + 3).leadingZeroBitCount, maximumBits)
            let code = Self.number(bits, longest: width, bytes, &cursor)
            let folded = code &+ isAfterRun
            let size = Int32(bitPattern: (folded &+ 1) >> 1)
            samples[index] = folded & 1 == 0 ? size : 0 &- size
            index += 1
            mean = code > 0xFFFF ? 0xFFFF : rate &* folded &+ mean &- (rate &* mean) >> 9
            isAfterRun = 0
            guard mean < 128, index < count else { continue }
            isAfterRun = 1
            let runBits = min(mean.leadingZeroBitCount - 24 + Int((mean + 16) >> 6), maximumBits)
            let run = Int(Self.number(runBits, longest: 16, bytes, &cursor))
            guard run <= count - index else { return false }
            for place in index..<index + run { samples[place] = 0 }
            index += run
            if run >= 0xFFFF { isAfterRun = 0 }
            mean = 0
        }
        return true
    }

    /// One number, with remainders of `bits` bits.
    private static func number(_ bits: Int, longest: Int, _ bytes: Span<UInt8>, _ cursor: inout BitCursor) -> UInt32 {
        let window = cursor.peek(bytes)
        let prefix = (~window).leadingZeroBitCount
        if prefix >= longestPrefix {
            cursor.position += longestPrefix
            return cursor.read(longest, bytes)
        }
        cursor.position += prefix + 1
        guard bits > 1 else { return UInt32(prefix) }
        let remainder = cursor.peek(bytes) >> UInt32(32 - bits)
        let whole = UInt32(prefix) &* ((1 << UInt32(bits)) - 1)
        cursor.position += remainder < 2 ? bits - 1 : bits
        return remainder < 2 ? whole : whole &+ remainder &- 1
    }
}
