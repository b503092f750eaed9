import KKMath
import Testing

@Suite struct TurnsTests {
    @Test func `quarter turns are exact`() {
        for denominator in [Int64(4), 48_000_000_000, 1 << 60] {
            let values = (0..<4).map { PortableMath.sin(turns: $0 * (denominator / 4), of: denominator) }
            #expect(values == [0, 1, 0, -1])
        }
    }

    @Test func `it is the sine, and odd around the half turn`() {
        let denominator: Int64 = 99_991
        for numerator in 0..<denominator {
            let value = PortableMath.sin(turns: numerator, of: denominator)
            let angle = 2 * Double.pi * Double(numerator) / Double(denominator)
            #expect(abs(value - PortableMath.sin(angle)) < 2e-15)
            if numerator > 0 {
                #expect(abs(value + PortableMath.sin(turns: denominator - numerator, of: denominator)) < 4e-16)
            }
        }
    }
}
