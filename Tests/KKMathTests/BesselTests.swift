import KKMath
import Testing

@Suite struct BesselTests {
    /// Abramowitz and Stegun, table 9.8, and its continuation to more digits.
    @Test(arguments: [
        (0.0, 1.0), (0.5, 1.0634833707413236), (1, 1.2660658777520084), (2, 2.2795853023360673),
        (5, 27.239871823604442), (10, 2815.716628466254),
        (15, 339649.3732979139), (20, 43558282.55955353),
    ])
    func `the values are those of the tables`(x: Double, value: Double) {
        #expect(abs(PortableMath.besselI0(x) / value - 1) < 1e-15)
        #expect(PortableMath.besselI0(-x) == PortableMath.besselI0(x))
        #expect(PortableMath.besselI0(quarterSquare: x * x / 4) == PortableMath.besselI0(x))
    }
}
