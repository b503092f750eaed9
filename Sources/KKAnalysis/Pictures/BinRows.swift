/// Which bins of a spectrum a row of the frequency axis shows.
struct BinRows {
    private struct Row {
        /// The bins within the row; none if it lies between two.
        var inside: Range<Int>
        /// The bin below the row's middle, and how far the middle is on the way to the next one.
        var below: Int
        var part: Float
    }

    private let rows: [Row]

    init(_ frequencies: FrequencyRows, windowLength: Int) {
        let last = windowLength / 2
        // Bins per hertz: the last bin is at the highest frequency.
        let density = Double(last) / frequencies.highest
        rows = (0..<frequencies.count).map { row in
            let low = frequencies.frequency(at: Double(row)) * density,
                high = frequencies.frequency(at: Double(row) + 1) * density
            let middle = min(frequencies.frequency(at: Double(row) + 0.5) * density, Double(last))
            let first = Int(low.rounded(.up)), end = min(last + 1, Int(high.rounded(.up)))
            let below = min(last - 1, Int(middle))
            return Row(
                inside: first..<max(first, row == frequencies.count - 1 ? last + 1 : end), below: below,
                part: Float(middle - Double(below)))
        }
    }

    /// Raises the cells from `start` on, one for each row, to what their rows have of the powers of bins, where that is
    /// larger.
    func raise(_ cells: inout [Float], from start: Int, to powers: [Float]) {
        for (index, row) in rows.enumerated() {
            var power = powers[row.below] * (1 - row.part) + powers[row.below + 1] * row.part
            var bin = row.inside.lowerBound
            while bin < row.inside.upperBound {
                if powers[bin] >= power { power = powers[bin] }
                bin += 1
            }
            cells[start + index] = max(cells[start + index], power)
        }
    }
}
