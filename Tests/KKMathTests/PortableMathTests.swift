import Foundation
import KKMath
import KKTestSupport
import Testing

@Suite struct PortableMathTests {
    /// Arguments between `range`'s ends, evenly random.
    private func arguments(_ count: Int, in range: ClosedRange<Double>, seed: UInt64) -> [Double] {
        var numbers = SeededNumbers(seed: seed)
        return (0..<count).map { _ in
            range.lowerBound + (range.upperBound - range.lowerBound) * (Double(numbers.next() >> 11) * 0x1p-53)
        }
    }

    /// The largest distance in units in the last place.
    private func worst(_ arguments: [Double], _ function: (Double) -> Double, _ reference: (Double) -> Double) -> Double
    {
        var worst = 0.0
        for x in arguments { worst = max(worst, abs(function(x) - reference(x)) / reference(x).ulp) }
        return worst
    }

    @Test func `exp2 of an integer is exact, subnormal results included`() {
        var wrong = 0
        for exponent in -1074...1023
        where PortableMath.exp2(Double(exponent)) != Double(sign: .plus, exponent: exponent, significand: 1) {
            wrong += 1
        }
        #expect(wrong == 0)
    }

    @Test func `exp2 is within one unit of the system's`() {
        #expect(worst(arguments(20_000, in: -40...40, seed: 1), PortableMath.exp2, Foundation.exp2) <= 1)
        #expect(worst(arguments(20_000, in: -1100...1023.9, seed: 2), PortableMath.exp2, Foundation.exp2) <= 1)
    }

    @Test func `exp2 knows its ends`() {
        #expect(PortableMath.exp2(1024) == .infinity)
        #expect(PortableMath.exp2(.infinity) == .infinity)
        #expect(PortableMath.exp2(-.infinity) == 0)
        #expect(PortableMath.exp2(-1e300) == 0)
        #expect(PortableMath.exp2(1e300) == .infinity)
        #expect(PortableMath.exp2(.nan).isNaN)
        #expect(abs(PortableMath.exp2(0.5) - 1.4142135623730950488) < 3e-16)
    }

    @Test func `log2 of a power of two is exact`() {
        var wrong = 0
        for exponent in -1074...1023
        where PortableMath.log2(Double(sign: .plus, exponent: exponent, significand: 1)) != Double(exponent) {
            wrong += 1
        }
        #expect(wrong == 0)
    }

    @Test func `log2 is within two units of the system's`() {
        #expect(worst(arguments(20_000, in: 0.5...2, seed: 3), PortableMath.log2, Foundation.log2) <= 2)
        #expect(worst(arguments(20_000, in: 0...1e9, seed: 4), PortableMath.log2, Foundation.log2) <= 2)
        #expect(
            worst(
                [0x1p-1074, 0x1.8p-1030, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 1e308], PortableMath.log2,
                Foundation.log2) <= 2)
    }

    @Test func `log2 knows its ends`() {
        #expect(PortableMath.log2(0) == -.infinity)
        #expect(PortableMath.log2(-1).isNaN)
        #expect(PortableMath.log2(.nan).isNaN)
        #expect(PortableMath.log2(.infinity) == .infinity)
    }

    @Test func `sine and cosine are within 3e-16 up to large arguments`() {
        var worst = 0.0
        let ranges: [ClosedRange<Double>] = [-1...1, -10...10, -1e4...1e4, -0x1p28...0x1p28]
        for (index, range) in ranges.enumerated() {
            for x in arguments(10_000, in: range, seed: UInt64(index)) {
                worst = max(
                    worst, abs(PortableMath.sin(x) - Foundation.sin(x)), abs(PortableMath.cos(x) - Foundation.cos(x)))
            }
        }
        #expect(worst < 3e-16)
    }

    /// Rounded from their decimal expansions.
    @Test func `sine and cosine meet known values`() {
        #expect(abs(PortableMath.sin(1) - 0.84147098480789650665) < 2e-16)
        #expect(abs(PortableMath.cos(1) - 0.54030230586813971740) < 2e-16)
        #expect(abs(PortableMath.sin(1e6) + 0.34999350217129295212) < 2e-16)
        #expect(abs(PortableMath.sin(.pi) - 1.2246467991473531772e-16) < 1e-31)
        #expect(abs(PortableMath.sin(.pi / 6) - 0.5) < 2e-16)
        #expect(PortableMath.sin(0) == 0)
        #expect(PortableMath.cos(0) == 1)
        #expect(PortableMath.sin(1e-300) == 1e-300)
        #expect(PortableMath.sin(.infinity).isNaN && PortableMath.cos(.nan).isNaN && PortableMath.cos(0x1.1p28).isNaN)
    }

    /// The only test here that a correct change of the functions breaks: then every golden file of the house changes
    /// too.
    @Test func `the bits are the same on every machine`() {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ value: Double) {
            hash = (hash ^ value.bitPattern) &* 0x0000_0100_0000_01B3
            hash ^= hash >> 29
        }
        for step in -4000...4000 {
            let x = Double(step) / 64 + Double(step * step) * 1e-7
            add(PortableMath.exp2(x))
            add(PortableMath.sin(x))
            add(PortableMath.cos(x * 1000))
            if x > 0 { add(PortableMath.log2(x)) }
        }
        #expect(hash == 5_754_109_443_415_315_884)
    }
}
