/// What each code does at each step of IMA ADPCM.
///
/// Source: IMA, "Recommended Practices for Enhancing Digital Audio Compatibility in Multimedia Systems" 3.00, §6 (the
/// tables).
enum IMA4Moves {
    /// How many steps there are.
    static var stepCount: Int { steps.count }

    /// For step `i` and code `c` at 16 · i + c: how far the sample goes (the upper 20 bits), and 16 · the step that
    /// comes next (the lower 12).
    static let table: [Int32] = {
        var moves: [Int32] = []
        moves.reserveCapacity(16 * steps.count)
        for (index, step) in steps.enumerated() {
            for code in 0..<16 {
                var distance = step >> 3
                if code & 4 != 0 { distance += step }
                if code & 2 != 0 { distance += step >> 1 }
                if code & 1 != 0 { distance += step >> 2 }
                let next = min(max(index + changes[code & 7], 0), steps.count - 1)
                moves.append(Int32((code & 8 == 0 ? distance : -distance) << 12 | next << 4))
            }
        }
        return moves
    }()

    /// How the step's index changes with the size of a difference.
    private static let changes = [-1, -1, -1, -1, 2, 4, 6, 8]

    /// Each 1.1 times the one before.
    private static let steps = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97,
        107, 118, 130, 143, 157, 173,
        190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282,
        1411, 1552, 1707, 1878, 2066,
        2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487,
        12635, 13899, 15289, 16818,
        18500, 20350, 22385, 24623, 27086, 29794, 32767,
    ]
}
