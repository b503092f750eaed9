/// Time cut into cells of 1/n s: cell k begins at frame k · rate / n, rounded down. At a rate that is a whole number
/// the borders are whole-number arithmetic. At very low rates a cell may be empty.
struct CellBorders: Hashable, Sendable {
    let sampleRate: Double
    let perSecond: Int

    /// The first frame of a cell.
    func border(_ cell: Int) -> Int {
        if let rate = Int(exactly: sampleRate) { return cell * rate / perSecond }
        return Int((Double(cell) * sampleRate / Double(perSecond)).rounded(.down))
    }

    func length(of cell: Int) -> Int { border(cell + 1) - border(cell) }

    /// Frames in `count` cells from `cell` on.
    func length(of count: Int, from cell: Int) -> Int { border(cell + count) - border(cell) }
}
