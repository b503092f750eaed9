/// A number in a piece of a file: its first bit, and how many it has. Of whole bytes it may be turned round.
struct StructureField {
    var bit: Int
    var count: Int
    var isLittle = false

    /// So many bytes.
    static func big(_ byte: Int, _ count: Int) -> StructureField { StructureField(bit: 8 * byte, count: 8 * count) }
    static func little(_ byte: Int, _ count: Int) -> StructureField {
        StructureField(bit: 8 * byte, count: 8 * count, isLittle: true)
    }
    static func bits(_ bit: Int, _ count: Int) -> StructureField { StructureField(bit: bit, count: count) }

    /// Fields one after the other from a bit on.
    static func run(fromBit start: Int, _ counts: [Int]) -> [StructureField] {
        var bit = start
        return counts.map { count in
            defer { bit += count }
            return StructureField(bit: bit, count: count)
        }
    }
}

/// A chunk, a page or a packet: what of a file can be missing, doubled or changed by itself, and made whole again by
/// its checksum.
struct StructurePiece {
    var bytes: [UInt8]
    var fields: [StructureField] = []
    /// So many bytes at the start say what the file is. They stay as they are, and the piece stays the first one: else
    /// the probe were all that sees the damage.
    var signature = 0
    /// Puts the checksums right.
    var mend: @Sendable (inout [UInt8]) -> Void = { _ in }

    /// What a field holds; `nil` if the piece ends before it.
    func value(_ field: StructureField) -> UInt64? {
        guard field.bit >= 0, field.bit + field.count <= 8 * bytes.count else { return nil }
        var value: UInt64 = 0
        for bit in places(field) { value = value << 1 | UInt64(bytes[bit >> 3] >> UInt8(7 - bit & 7) & 1) }
        return value
    }

    mutating func set(_ field: StructureField, to value: UInt64) {
        guard field.bit >= 0, field.bit + field.count <= 8 * bytes.count else { return }
        var rest = value
        for bit in places(field).reversed() {
            let mask = UInt8(0x80) >> UInt8(bit & 7)
            bytes[bit >> 3] = rest & 1 == 1 ? bytes[bit >> 3] | mask : bytes[bit >> 3] & ~mask
            rest >>= 1
        }
    }

    /// A field's bits, the highest first.
    private func places(_ field: StructureField) -> [Int] {
        guard field.isLittle else { return Array(field.bit..<field.bit + field.count) }
        return (0..<field.count / 8).reversed().flatMap { byte in field.bit + 8 * byte..<field.bit + 8 * byte + 8 }
    }
}
