internal import KKMath

extension Damage {
    /// Frames one after the other: from a frame of the source on, or silent.
    struct Piece {
        var count: Int64
        var start: Int64?
    }

    /// What the damaged sound is put together of.
    func pieces(frameCount total: Int64, sampleRate: Double) -> [Piece] {
        func frames(_ seconds: Double) -> Int64 { min(total, Int64((seconds * sampleRate).rounded())) }
        let middle = total / 2, block = min(1_024, total / 4)
        switch self {
        case .lateOneFrame: return Self.late(min(1, total), total)
        case .earlyOneFrame: return [Piece(count: total - min(1, total), start: 1), Piece(count: min(1, total))]
        case .lateOneMillisecond: return Self.late(frames(0.001), total)
        case .lateHundredMilliseconds: return Self.late(frames(0.1), total)
        case .tailMissing: return [Piece(count: total - frames(0.5), start: 0)]
        case .headMissing: return [Piece(count: total - frames(0.5), start: frames(0.5))]
        case .extraSilence: return [Piece(count: total, start: 0), Piece(count: Int64((0.5 * sampleRate).rounded()))]
        case .frameMissing:
            return [Piece(count: middle, start: 0), Piece(count: max(0, total - middle - 1), start: middle + 1)]
        case .truncatedHalf: return [Piece(count: middle, start: 0)]
        case .empty: return []
        case .silence: return [Piece(count: total)]
        case .dropoutOfFive: return Self.dropout(min(5, total - middle), at: middle, total)
        case .dropout: return Self.dropout(min(frames(0.05), total - middle), at: middle, total)
        case .repeatedBlock:
            return [
                Piece(count: middle, start: 0), Piece(count: block, start: middle - block),
                Piece(count: total - middle - block, start: middle + block),
            ]
        case .swappedBlocks:
            return [
                Piece(count: middle - block, start: 0), Piece(count: block, start: middle),
                Piece(count: block, start: middle - block),
                Piece(count: total - middle - block, start: middle + block),
            ]
        default: return [Piece(count: total, start: 0)]
        }
    }

    /// How much faster than it should be it is played.
    func speed(frameCount total: Int64, sampleRate: Double) -> Double {
        switch self {
        case .rateWrong: 1.0009765625
        case .drift where total > 0: 1 + 0.01 * sampleRate / Double(total)
        default: 1
        }
    }

    private static func late(_ count: Int64, _ total: Int64) -> [Piece] {
        [Piece(count: count), Piece(count: total - count, start: 0)]
    }

    private static func dropout(_ count: Int64, at frame: Int64, _ total: Int64) -> [Piece] {
        [Piece(count: frame, start: 0), Piece(count: count), Piece(count: total - frame - count, start: frame + count)]
    }
}
