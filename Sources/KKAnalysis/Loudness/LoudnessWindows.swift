/// What a meter makes of the power in cells of 10 ms: the windows, their maxima, the gates and the range.
///
/// Every sum is made again, in one order: ten cells are a tenth of a second, and tenths are windows.
struct LoudnessWindows {
    private let cells: CellBorders
    /// The power in each of the last ten cells, and in the last ten cells together as of each of the last 300 cells, by
    /// cell modulo their number.
    private var powers = [Double](repeating: 0, count: 10)
    private var tenths = [Double](repeating: 0, count: LoudnessWindows.shortTerm)
    private var count = 0
    private var momentaryMaximum = 0.0
    private var shortTermMaximum = 0.0
    /// The mean powers of the windows that begin every 100 ms.
    private(set) var gatingBlocks: [Double] = []
    private var shortTerms: [Double] = []

    private static let momentary = 40
    private static let shortTerm = 300

    init(cells: CellBorders) {
        self.cells = cells
        // At rates below 100 Hz the first cells may be empty.
        while cells.length(of: count) == 0 { close(0) }
    }

    /// Takes the power of the next cell that is not empty and returns the length of the one after it.
    mutating func add(_ power: Double) -> Int {
        close(power)
        while cells.length(of: count) == 0 { close(0) }
        return cells.length(of: count)
    }

    private mutating func close(_ power: Double) {
        powers[count % 10] = power
        count += 1
        if count < 10 { return }
        var tenth = 0.0
        for cell in count - 10..<count { tenth += powers[cell % 10] }
        tenths[count % Self.shortTerm] = tenth
        if let mean = mean(of: Self.momentary) {
            momentaryMaximum = max(momentaryMaximum, mean)
            if count % 10 == 0 { gatingBlocks.append(mean) }
        }
        if let mean = mean(of: Self.shortTerm) {
            shortTermMaximum = max(shortTermMaximum, mean)
            if count % 10 == 0 { shortTerms.append(mean) }
        }
    }

    /// The mean power of the last `length` cells, when there are so many.
    private func mean(of length: Int) -> Double? {
        if count < length { return nil }
        var sum = 0.0
        var end = count - length + 10
        while end <= count {
            sum += tenths[end % Self.shortTerm]
            end += 10
        }
        return sum / Double(max(1, cells.length(of: length, from: count - length)))
    }

    func loudness() -> Loudness {
        Loudness(
            integrated: Self.integrated(gatingBlocks), momentaryMaximum: Loudness.level(ofPower: momentaryMaximum),
            shortTermMaximum: Loudness.level(ofPower: shortTermMaximum), range: range)
    }

    /// BS.1770-4, Annex 1, equations 5 to 7: blocks above −70 LUFS, then above 10 LU below the mean of those.
    static func integrated(_ blocks: [Double]) -> Double? {
        guard let loud = mean(of: blocks, above: Loudness.power(ofLevel: -70)) else { return nil }
        return mean(of: blocks, above: max(Loudness.power(ofLevel: -70), loud / 10)).flatMap(Loudness.level)
    }

    /// Tech 3342: short-term values above −70 LUFS and above 20 LU below their mean; from the tenth to the 95th of a
    /// hundred of them.
    private var range: Double? {
        let least = Loudness.power(ofLevel: -70)
        guard let loud = Self.mean(of: shortTerms, above: least) else { return nil }
        let values = shortTerms.filter { $0 > least && $0 >= loud / 100 }.sorted()
        guard !values.isEmpty else { return nil }
        func value(_ percent: Int) -> Double? {
            Loudness.level(ofPower: values[((values.count - 1) * percent + 50) / 100])
        }
        guard let low = value(10), let high = value(95) else { return nil }
        return high - low
    }

    private static func mean(of powers: [Double], above limit: Double) -> Double? {
        var sum = 0.0, count = 0
        for power in powers where power > limit {
            sum += power
            count += 1
        }
        return count == 0 ? nil : sum / Double(count)
    }
}
