/// Which column goes to which row so that the costs add up to the least: the assignment problem, exactly, in time with
/// the cube of the size.
///
/// Source: H. Kuhn, *The Hungarian Method for the Assignment Problem*, 1955; in the form of R. Jonker and A. Volgenant,
/// *A Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems*, Computing 38, 1987.
///
/// - Parameter costs: a square of finite numbers, row by row.
/// - Returns: the column of each row.
func assignment(_ costs: [[Double]]) -> [Int] {
    let count = costs.count
    // Row and column 0 stand for none.
    var rowPrices = Array(repeating: 0.0, count: count + 1), columnPrices = rowPrices
    var rowOfColumn = Array(repeating: 0, count: count + 1)
    for start in stride(from: 1, through: count, by: 1) {
        var best = Array(repeating: Double.infinity, count: count + 1), before = Array(repeating: 0, count: count + 1)
        var isDone = Array(repeating: false, count: count + 1)
        var column = 0
        rowOfColumn[0] = start
        repeat {
            isDone[column] = true
            let row = rowOfColumn[column]
            var step = Double.infinity, next = 0
            for other in 1...count where !isDone[other] {
                let cost = costs[row - 1][other - 1] - rowPrices[row] - columnPrices[other]
                if cost < best[other] { (best[other], before[other]) = (cost, column) }
                if best[other] < step { (step, next) = (best[other], other) }
            }
            for other in 0...count {
                if isDone[other] {
                    rowPrices[rowOfColumn[other]] += step
                    columnPrices[other] -= step
                } else {
                    best[other] -= step
                }
            }
            column = next
        } while rowOfColumn[column] != 0
        while column != 0 {
            rowOfColumn[column] = rowOfColumn[before[column]]
            column = before[column]
        }
    }
    var columns = Array(repeating: 0, count: count)
    for column in stride(from: 1, through: count, by: 1) { columns[rowOfColumn[column] - 1] = column - 1 }
    return columns
}
