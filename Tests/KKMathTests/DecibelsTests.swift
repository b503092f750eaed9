import Foundation
import KKMath
import Testing

@Suite struct DecibelsTests {
    @Test func `levels become factors and factors levels`() {
        #expect(Decibels(0).linear == 1)
        #expect(Decibels(-.infinity).linear == 0)
        #expect(Decibels(linear: 0).value == -.infinity)
        #expect(Decibels(linear: 1).value == 0)
        #expect(Decibels(linear: -1).value == 0)
        #expect(abs(Decibels(linear: 2).value - 6.020599913279624) < 1e-15)
        for (level, factor) in [(20.0, 10.0), (-20, 0.1), (-60, 0.001), (6, 1.9952623149688797), (120, 1e6)] {
            #expect(abs(Decibels(level).linear / factor - 1) < 2e-15)
            #expect(abs(Decibels(linear: factor).value - level) < 1e-13)
        }
        #expect(Decibels(-6) < Decibels(-3))
    }

    @Test func `a level survives the way there and back`() {
        var worst = 0.0
        for step in -1440...400 {
            let level = Double(step) / 10
            worst = max(worst, abs(Decibels(linear: Decibels(level).linear).value - level))
        }
        #expect(worst < 1e-13)
    }
}
