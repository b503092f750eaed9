import KKMixing
import Testing

@Suite struct NumberTextTests {
    @Test func `numbers are printed with a dot and without surprises`() {
        #expect(decimalText(-1.205, digits: 1) == "-1.2")
        #expect(decimalText(-0.04, digits: 1) == "0.0")
        #expect(decimalText(2, digits: 0) == "2")
        #expect(decimalText(0.05, digits: 2) == "0.05")
        #expect(decimalText(-.infinity, digits: 2) == "-inf")
        #expect(groupedText(1_234_567) == "1,234,567")
        #expect(groupedText(-999) == "-999")
        #expect(groupedText(1_000) == "1,000")
        #expect(timeText(12.345) == "0:12.345")
        #expect(timeText(3_723) == "1:02:03.000")
        #expect(timeText(59.9996) == "1:00.000")
    }
}
