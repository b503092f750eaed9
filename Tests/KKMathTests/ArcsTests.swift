import Foundation
import KKMath
import Testing

@Suite struct ArcsTests {
    @Test func `the angle of a sine is libm's`() {
        for step in -4000...4000 {
            let x = Double(step) / 4000
            #expect(abs(PortableMath.asin(x) - Foundation.asin(x)) <= 4e-16, "\(x)")
        }
        for exponent in 1...52 {
            let x = 1 - exp2(-Double(exponent))
            #expect(abs(PortableMath.asin(x) - Foundation.asin(x)) <= 4e-16, "\(x)")
            #expect(PortableMath.asin(1 - x) == -PortableMath.asin(x - 1))
        }
        #expect(PortableMath.asin(0) == 0 && PortableMath.asin(1) == .pi / 2)
        #expect(PortableMath.asin(1.0.nextUp).isNaN && PortableMath.asin(.nan).isNaN)
    }
}
