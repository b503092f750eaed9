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
    /// - Returns: `false` if a run of zeros passes the end.
    func decode(
        _ count: Int, width: Int, _ bytes: Span<UInt8>, at cursor: inout BitCursor, to samples: inout MutableSpan<Int32>
    ) -> Bool {
        var mean = start
        var isAfterRun: UInt32 = 0
        var index = 0
        while index < count {
            let code = Self.number(bits(mean), longest: width, bytes, &cursor)
            let folded = code &+ isAfterRun
            let size = Int32(bitPattern: (folded &+ 1) >> 1)
            samples[index] = folded & 1 == 0 ? size : 0 &- size
            index += 1
            mean = next(mean, code, folded)
            isAfterRun = 0
            guard mean < 128, index < count else { continue }
            isAfterRun = 1
            let run = Int(Self.number(runBits(mean), longest: 16, bytes, &cursor))
            guard run <= count - index else { return false }
            for place in index..<index + run { samples[place] = 0 }
            index += run
            if run >= 0xFFFF { isAfterRun = 0 }
            mean = 0
        }
        return true
    }

    /// The bits of the next number's remainder.
    @inline(__always)
    private func bits(_ mean: UInt32) -> Int { min(31 - ((mean >> 9) + 3).leadingZeroBitCount, maximumBits) }

    /// Those of a run's length.
    @inline(__always)
    private func runBits(_ mean: UInt32) -> Int {
        min(mean.leadingZeroBitCount - 24 + Int((mean + 16) >> 6), maximumBits)
    }

    /// The mean after a number.
    @inline(__always)
    private func next(_ mean: UInt32, _ code: UInt32, _ folded: UInt32) -> UInt32 {
        code > 0xFFFF ? 0xFFFF : rate &* folded &+ mean &- (rate &* mean) >> 9
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

    /// Codes the first `count` of `samples`, of `width` bits, as ``decode(_:width:_:at:to:)`` reads them.
    func encode(_ count: Int, width: Int, _ samples: [Int32], to writer: inout BitWriter) {
        var mean = start
        var isAfterRun: UInt32 = 0
        var index = 0
        while index < count {
            let sample = samples[index]
            let folded = 2 &* sample.magnitude &- (sample < 0 ? 1 : 0)
            let code = folded &- isAfterRun
            Self.write(code, bits(mean), longest: width, to: &writer)
            index += 1
            mean = next(mean, code, folded)
            isAfterRun = 0
            guard mean < 128, index < count else { continue }
            isAfterRun = 1
            var run = 0
            while index + run < count, samples[index + run] == 0, run < 0xFFFF { run += 1 }
            Self.write(UInt32(run), runBits(mean), longest: 16, to: &writer)
            index += run
            if run >= 0xFFFF { isAfterRun = 0 }
            mean = 0
        }
    }

    private static func write(_ number: UInt32, _ bits: Int, longest: Int, to writer: inout BitWriter) {
        let divisor: UInt32 = (1 << UInt32(bits)) - 1
        let prefix = Int(number / max(1, divisor))
        guard prefix < longestPrefix else {
            writer.write(0x1FF as UInt32, longestPrefix)
            return writer.write(number, longest)
        }
        writer.write(((1 << UInt32(prefix)) - 1) << 1 as UInt32, prefix + 1)
        guard bits > 1 else { return }
        let remainder = number % divisor
        writer.write(remainder == 0 ? 0 : remainder + 1, remainder == 0 ? bits - 1 : bits)
    }
}
