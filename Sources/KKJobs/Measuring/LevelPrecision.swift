internal import KKMath

/// With how many decimals a level is reported, and so held against its limits: a figure that is printed as its limit is its
/// limit.
///
/// Two, or as many as a limit is written with, six at most. No meter knows more: two true-peak meters that follow the
/// recommendation may be some tenths apart.
struct LevelPrecision {
    let digits: Int

    init(_ limits: [Double?]) {
        digits = limits.compactMap { $0 }.map(Self.digits).max() ?? 2
    }

    /// A level as it is compared: in whole units of the last digit that is reported.
    func reported(_ value: Double) -> Double { (value * Self.unit(digits)).rounded() }

    func text(_ value: Double) -> String { value == -.infinity ? "−∞" : decimalText(value, digits: digits) }

    private static func unit(_ digits: Int) -> Double { (0..<digits).reduce(1.0) { unit, _ in unit * 10 } }

    private static func digits(of limit: Double) -> Int {
        (2..<6).first { digits in
            let scaled = limit * unit(digits)
            return (scaled - scaled.rounded()).magnitude < 1e-6 || !scaled.isFinite
        } ?? 6
    }
}
