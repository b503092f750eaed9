/// Damages a file where it says something of itself: granule positions, packet tables, orders of predictors, sizes and
/// counts; and leaves out, doubles and exchanges its pages, frames and chunks. Checksums are right again afterwards, so
/// that what is after them sees the damage.
///
/// The same bytes and the same seed give the same damage.
public struct StructuredMutator {
    private var numbers: Numbers

    public init(seed: UInt64) {
        numbers = Numbers(state: seed)
    }

    /// - Parameter limit: the most bytes.
    /// - Returns: `nil` for bytes in which nothing is known.
    public mutating func damaged(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        var pieces = FileStructure.pieces(of: bytes)
        guard !pieces.isEmpty else { return nil }
        // Mostly one damage: libFuzzer puts up to five upon each other, and among many the first that is fatal hides
        // the others.
        for _ in 0...(numbers.below(3) == 0 ? numbers.below(4) : 0) {
            let first = pieces[0].signature > 0 ? 1 : 0
            if pieces.count > first, numbers.below(8) == 0 {
                move(&pieces, from: first)
            } else {
                // A head that says much is damaged more often than one of many frames.
                damage(&pieces[numbers.below(4) == 0 && pieces[0].fields.count > 4 ? 0 : numbers.below(pieces.count)])
            }
        }
        return Array(pieces.flatMap(\.bytes).prefix(limit))
    }

    /// A piece is left out, doubled, exchanged, cut or put elsewhere; those before `first` stay.
    private mutating func move(_ pieces: inout [StructurePiece], from first: Int) {
        let place = first + numbers.below(pieces.count - first)
        let other = first + numbers.below(pieces.count - first)
        switch numbers.below(5) {
        case 0 where pieces.count > 1: pieces.remove(at: place)
        case 1: pieces.insert(pieces[place], at: place)
        case 2: pieces.swapAt(place, other)
        case 3: pieces[place].bytes.removeLast(numbers.below(pieces[place].bytes.count + 1))
        default: pieces.insert(pieces[other], at: place)
        }
    }

    /// One number, or some bits anywhere.
    private mutating func damage(_ piece: inout StructurePiece) {
        guard !piece.bytes.isEmpty else { return }
        if !piece.fields.isEmpty, numbers.below(6) > 0 {
            let field = piece.fields[numbers.below(piece.fields.count)]
            if let old = piece.value(field) { piece.set(field, to: value(field.count, old)) }
        } else if piece.bytes.count > piece.signature {
            for _ in 0...numbers.below(3) {
                piece.bytes[piece.signature + numbers.below(piece.bytes.count - piece.signature)] ^=
                    1 << UInt8(numbers.below(8))
            }
        }
        piece.mend(&piece.bytes)
    }

    /// A number at an end, near a power of two, near what it was, or any.
    private mutating func value(_ width: Int, _ old: UInt64) -> UInt64 {
        let near = UInt64(bitPattern: Int64(numbers.below(5)) - 2)
        switch numbers.below(9) {
        case 0: return near
        case 1: return old &+ near
        case 2: return 1 << UInt64(numbers.below(max(1, width))) &+ near
        case 3: return 0 &- (1 << UInt64(numbers.below(max(1, width)))) &+ near
        case 4: return 1 << UInt64(max(1, width) - 1) &+ near
        case 5: return old &* 2 &+ near
        case 6: return old / 2
        case 7: return old ^ 1 << UInt64(numbers.below(max(1, width)))
        default: return numbers.next()
        }
    }

    /// SplitMix64.
    private struct Numbers {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }

        mutating func below(_ bound: Int) -> Int { bound > 1 ? Int(next() % UInt64(bound)) : 0 }
    }
}
