/// MD5, the checksum that FLAC has of its sound. Damage shows in it; what is made on purpose may not.
///
/// Source: RFC 1321.
///
/// ## Allocation
/// In `init` alone, and by ``value``.
package struct MD5 {
    private var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    private var byteCount: UInt64 = 0
    /// What is left of the bytes, which is less than a block.
    private var rest = [UInt8](repeating: 0, count: blockByteCount)

    private static let blockByteCount = 64

    package init() {}

    package mutating func add(_ bytes: Span<UInt8>) {
        var place = 0
        while place < bytes.count {
            let used = Int(byteCount % UInt64(Self.blockByteCount))
            let count = min(Self.blockByteCount - used, bytes.count - place)
            if count == Self.blockByteCount {
                take(bytes.extracting(place..<place + count))
            } else {
                for index in 0..<count { rest[used + index] = bytes[place + index] }
                if used + count == Self.blockByteCount {
                    let block = rest
                    take(block.span)
                }
            }
            place += count
            byteCount &+= UInt64(count)
        }
    }

    /// The sixteen bytes of all that were added.
    package var value: [UInt8] {
        var sum = self
        let end = (0..<8).map { UInt8(truncatingIfNeeded: (byteCount &* 8) >> UInt64(8 * $0)) }
        let padding = 1 + (119 - Int(byteCount % UInt64(Self.blockByteCount))) % Self.blockByteCount
        sum.add(([0x80] + [UInt8](repeating: 0, count: padding - 1) + end).span)
        return sum.state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
    }

    private mutating func take(_ block: Span<UInt8>) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        func step(_ mixed: UInt32, _ index: Int, _ word: Int) {
            let bits =
                unsafe block.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: 4 * word, as: UInt32.self) }
            let sum = a &+ mixed &+ Self.sines[index] &+ UInt32(littleEndian: bits)
            let shift = Self.shifts[(index >> 4) << 2 | index & 3]
            (a, d, c, b) = (d, c, b, b &+ (sum &<< shift | sum &>> (32 &- shift)))
        }
        for index in 0..<16 { step(b & c | ~b & d, index, index) }
        for index in 16..<32 { step(d & b | ~d & c, index, (5 * index + 1) & 15) }
        for index in 32..<48 { step(b ^ c ^ d, index, (3 * index + 5) & 15) }
        for index in 48..<64 { step(c ^ (b | ~d), index, 7 * index & 15) }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// ⌊2³² · |sin(1 … 64)|⌋.
    private static let sines: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
        0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
        0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
        0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
        0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
        0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]
}
