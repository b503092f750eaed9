// Stands in for KKMath's PortableMath until that is there; then this file goes.
enum PortableMath {
    /// 0 ≤ x ≤ π/2
    static func sin(_ x: Double) -> Double {
        var sum = 0.0
        for n in stride(from: 25, through: 3, by: -2) {
            sum = (1 + sum) * (-x * x / Double(n * (n - 1)))
        }
        return x * (1 + sum)
    }

    /// −60 ≤ x ≤ 0
    static func exp2(_ x: Double) -> Double {
        let whole = Int(x)
        let y = (x - Double(whole)) * 0.693147180559945309417
        var sum = 1.0
        for n in stride(from: 20, through: 1, by: -1) { sum = 1 + sum * y / Double(n) }
        return sum / Double(1 << -whole)
    }
}
