internal import KKDSP
internal import Synchronization

/// The weights of a rate conversion, worked out once: a row for every place that an output frame can have between two
/// input frames.
///
/// With L output frames in the time of M input frames there are L such places, so a period of L rows serves without
/// end. The rows lie in pairs that reach the same input frames (the second one begins with zeros where it is that much
/// later): one load of a sample then serves both.
///
/// An L beyond ``longestPeriod`` would take more memory than it is worth: ``steps`` rows a frame are kept instead, and
/// an output frame's own row is a cubic between four of them. The error of that, below −180 dB, is lost in the rounding
/// of the samples.
///
/// Immutable, and shared by all converters of one ratio and quality.
final class PolyphaseBank: Sendable {
    let ratio: RateRatio
    let design: ResamplerQuality.Design
    /// Input frames on either side of the place between the two middle ones.
    let halfCount: Int
    /// Weights in a row, a multiple of eight.
    let taps: Int
    /// Output frames, and input frames, after which everything repeats; `nil` when rows are blended.
    let period: Period?
    /// For each pair of rows, the first input frame that it weighs, counted from that of the period's first pair.
    let reaches: [Int32]
    let rows: WeightRows

    struct Period: Hashable, Sendable {
        var output: Int
        var input: Int
    }

    static let longestPeriod: Int64 = 1024
    static let steps = 256
    /// Short periods are repeated up to this length: there is more to do in one go then.
    private static let shortestPeriod = 8

    private init(_ ratio: RateRatio, _ design: ResamplerQuality.Design) {
        self.ratio = ratio
        self.design = design
        let kernel = KaiserSinc(design, slowdown: max(1, Double(ratio.input) / Double(ratio.output)))
        halfCount = kernel.halfCount
        if ratio.output <= Self.longestPeriod {
            let outputs = Int(ratio.output)
            let repeats = (Self.shortestPeriod + outputs - 1) / outputs
            let period = Period(output: outputs * repeats, input: Int(ratio.input) * repeats)
            let places = (0...period.output).map { $0 * Int(ratio.input) / outputs }
            reaches = stride(from: 0, to: period.output, by: 2).map { Int32(places[$0]) }
            let lag = { (index: Int) in places[index] - places[index & ~1] }
            taps = Self.padded(2 * halfCount + (0..<period.output).map(lag).reduce(0, max))
            rows = WeightRows(count: period.output, taps: taps, isDouble: design.isDouble)
            for index in 0..<outputs {
                let rest = index * Int(ratio.input) % outputs
                // The filter is symmetric: the row for what is left of a frame is this one backwards.
                let row =
                    rest * 2 <= outputs
                    ? kernel.row(fraction: Double(rest) / Double(outputs))
                    : kernel.row(fraction: Double(outputs - rest) / Double(outputs)).reversed()
                for repeated in stride(from: index, to: period.output, by: outputs) {
                    rows.set(repeated, from: lag(repeated), to: row)
                }
            }
            self.period = period
        } else {
            taps = Self.padded(2 * halfCount)
            reaches = [0]
            rows = WeightRows(count: Self.steps + 3, taps: taps, isDouble: design.isDouble)
            for index in 0..<Self.steps + 3 {
                rows.set(index, from: 0, to: kernel.row(fraction: Double(index - 1) / Double(Self.steps)))
            }
            period = nil
        }
    }

    private static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

    /// The banks made last, so that the tracks of a mix and the files of a batch share one.
    private static let shelf = Mutex<[PolyphaseBank]>([])
    private static let shelfLength = 8

    /// The bank for a ratio and a design: made, or made before.
    static func shared(_ ratio: RateRatio, _ design: ResamplerQuality.Design) -> PolyphaseBank {
        let isWanted = { (bank: PolyphaseBank) in bank.ratio == ratio && bank.design == design }
        if let known = shelf.withLock({ $0.first(where: isWanted) }) { return known }
        let bank = PolyphaseBank(ratio, design)
        return shelf.withLock { shelf in
            if let known = shelf.first(where: isWanted) { return known }
            shelf.insert(bank, at: 0)
            if shelf.count > shelfLength { shelf.removeLast() }
            return bank
        }
    }
}
