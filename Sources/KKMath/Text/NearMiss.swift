/// The distance of two words: how many letters must be inserted, deleted or changed, and neighbours swapped.
package enum NearMiss {
    /// The word that was probably meant; `nil` if none is close enough.
    package static func of(_ word: String, among words: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let distances = words.map { (word: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
        return distances.min { $0.distance < $1.distance }?.word
    }

    /// The optimal string alignment distance.
    package static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(64)))
        var rows = [Array(0...b.count)]
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], other == a[i - 1] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
