import Foundation
import KKMath
import Testing

@Suite struct HyperbolicTests {
    @Test func `the hyperbolic sine is libm's within a few units in the last place`() {
        for step in -4000...4000 {
            let x = Double(step) / 200
            let expected = Foundation.sinh(x)
            #expect(abs(PortableMath.sinh(x) - expected) <= 16 * expected.ulp.magnitude, "\(x)")
        }
        for exponent in -300...0 {
            let x = exp2(Double(exponent)) * 0.9
            #expect(abs(PortableMath.sinh(x) - Foundation.sinh(x)) <= 2 * x.ulp)
            #expect(PortableMath.sinh(-x) == -PortableMath.sinh(x))
        }
        #expect(PortableMath.sinh(0) == 0 && PortableMath.sinh(.nan).isNaN)
    }
}
