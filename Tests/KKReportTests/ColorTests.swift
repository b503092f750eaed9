import KKReport
import Testing

@Suite struct ColorTests {
    @Test("a colour's number is red, green and blue from high to low")
    func parts() {
        let color = Color(0x12_34_56)
        #expect((color.red, color.green, color.blue) == (0x12, 0x34, 0x56))
    }
}
