import KKMath
import Testing

@testable import KKReport

@Suite struct ColorTests {
    @Test("a colour's number is red, green and blue from high to low")
    func parts() {
        let color = Color(0x12_34_56)
        #expect((color.red, color.green, color.blue) == (0x12, 0x34, 0x56))
    }

    @Test func `each decibel is lighter than the one below, by the same step`() {
        let steps = zip(ColorMap.colors, ColorMap.colors.dropFirst()).map { lightness($1) - lightness($0) }
        #expect(steps.count == 120)
        // 8 bits round by up to a third of a step.
        #expect(steps.allSatisfy { $0 > 0 && ($0 - 0.81 / 120).magnitude < 0.0045 })
        #expect(ColorMap.index(of: -.infinity) == 0 && ColorMap.index(of: -120) == 0 && ColorMap.index(of: -60) == 60)
        #expect(ColorMap.index(of: 0) == 120 && ColorMap.index(of: 12) == 120 && ColorMap.index(of: .nan) == 0)
    }

    @Test func `the font has every character of ASCII and some more, no two alike but 0 and O`() {
        var seen: [[UInt16]: Character] = [:]
        for scalar in (32...126).compactMap({ Unicode.Scalar($0) }) + "±µ−°–…∞Δ·×".unicodeScalars {
            let glyph = BitmapFont.glyph(scalar)
            #expect(glyph.rows.count == 9 && (1...5).contains(glyph.width))
            // Only these two may look the same.
            guard scalar != " " && scalar != "O" else { continue }
            #expect(seen.updateValue(Character(scalar), forKey: glyph.rows + [UInt16(glyph.width)]) == nil, "\(scalar)")
        }
        #expect(BitmapFont.glyph("é").rows == BitmapFont.glyph("\u{FFFD}").rows)
        #expect(BitmapFont.width(of: "00") == 11)
        #expect(BitmapFont.shortened("abcdefgh", to: 40) != "abcdefgh")
        #expect(BitmapFont.width(of: BitmapFont.shortened(String(repeating: "m", count: 500), to: 100)) <= 100)
    }

    /// Oklab's, from sRGB.
    private func lightness(_ color: Color) -> Double {
        let linear = [color.red, color.green, color.blue].map { byte -> Double in
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
        }
        let l = 0.4122214708 * linear[0] + 0.5363325363 * linear[1] + 0.0514459929 * linear[2]
        let m = 0.2119034982 * linear[0] + 0.6806995451 * linear[1] + 0.1073969566 * linear[2]
        let s = 0.0883024619 * linear[0] + 0.2817188376 * linear[1] + 0.6299787005 * linear[2]
        return 0.2104542553 * power(l, 1 / 3) + 0.7936177850 * power(m, 1 / 3) - 0.0040720468 * power(s, 1 / 3)
    }

    private func power(_ base: Double, _ exponent: Double) -> Double {
        PortableMath.exp2(PortableMath.log2(base) * exponent)
    }
}
