@testable import KKSession
import KKMixing
import Testing

@Suite struct EQSpecTests {
    private func spec(_ text: String) -> EQSpec? { try? EQSpec(parsing: text) }

    private func bands(_ text: String) -> [EQBandSpec] {
        if case .bands(let bands) = spec(text) { bands } else { [] }
    }

    @Test func `every preset is known by the name of the command line, and flat is flat`() {
        for preset in EQPreset.all { #expect(spec(preset.keyword) == .preset(preset.keyword)) }
        #expect(spec("flat")?.isFlat == true && spec("rock")?.isFlat == false)
        #expect(spec("Rock") == nil && spec("R&B") == nil)
    }

    @Test func `a band has the fields of its kind, and numbers have their usual forms`() {
        #expect(
            bands("peak:1k:-3dB:1oct+highshelf:8k:+2dB") == [
                EQBandSpec(.parametric, frequency: 1000, gain: -3), EQBandSpec(.highShelf, frequency: 8000, gain: 2),
            ])
        #expect(bands("lowpass:80") == [EQBandSpec(.lowPass, frequency: 80)])
        #expect(bands("peak:1.5kHz:3dB") == [EQBandSpec(.parametric, frequency: 1500, gain: 3)])
        #expect(bands("bandstop:50Hz:0.1oct") == [EQBandSpec(.bandStop, frequency: 50, width: .octaves(0.1))])
        #expect(
            bands("resonant-lowshelf:100:6dB:2oct") == [
                EQBandSpec(.resonantLowShelf, frequency: 100, gain: 6, width: .octaves(2))
            ])
        for kind in FilterType.allCases {
            let text = kind.keyword + ":100" + (kind.usesGain ? ":1dB" : "") + (kind.usesBandwidth ? ":2oct" : "")
            #expect(bands(text).map(\.kind) == [kind])
            #expect(spec(text)?.description.hasPrefix(kind.keyword + ":100") == true)
            #expect(spec(spec(text)?.description ?? "") == spec(text))
        }
    }

    @Test(arguments: [100.0, 1000, 5000, 10_000, 15_000, 20_000], [0.7, 1, 1.5])
    func `a Q is the cookbook's at every frequency`(frequency: Double, quality: Double) throws {
        let rate = 44_100.0
        for kind in [FilterType.parametric, .bandPass, .bandStop, .resonantLowPass] {
            let band = EQBandSpec(kind, frequency: frequency, gain: kind.usesGain ? 12 : 0, width: .quality(quality))
                .band(sampleRate: rate)
            let section = band.coefficients(sampleRate: rate)
            // The cookbook's own formulas with α = sin ω₀ / 2Q; a1 / a0 and a2 / a0 hold all of the poles.
            let angle = 2 * Double.pi * frequency / rate
            let alpha = PortableMath.sin(angle) / (2 * quality),
                root = PortableMath.exp2(12 / 40 * PortableMath.log2(10))
            let width = kind == .parametric ? alpha / root : alpha
            #expect(abs(section.a1 - -2 * PortableMath.cos(angle) / (1 + width)) < 1e-9, "\(kind)")
            #expect(abs(section.a2 - (1 - width) / (1 + width)) < 1e-9, "\(kind)")
        }
    }

    @Test
    func `a Q that is narrower than the unit's bands at a rate is refused, and the bounds of the message are taken`()
        throws
    {
        #expect(bands("peak:1k:3dB:0.19q+peak:1k:3dB:28q+peak:1k:−3dB:0.05oct+peak:1k:3dB:5oct").count == 4)
        #expect(spec("peak:1k:3dB:0.18q") == nil && spec("peak:1k:3dB:29q") == nil)
        let narrow = try #require(bands("peak:20k:3dB:28q").first)
        #expect { try narrow.check(sampleRate: 44_100, place: "the mix") } throws: {
            "\($0)".contains("outside 0.05 to 5 octaves")
        }
        #expect(throws: Never.self) {
            try EQBandSpec(.parametric, frequency: 1000, gain: 3, width: .quality(20)).check(
                sampleRate: 44_100, place: "")
        }
    }

    @Test(arguments: [
        ("", "is not an EQ preset"), ("rocj", "is not an EQ preset"), ("peek:1k:3dB", "not a kind"),
        ("peak:1k", "2 fields; write peak:FREQUENCY:GAIN[:WIDTH]"),
        ("lowpass:80:3dB", "3 fields; write lowpass:FREQUENCY"), ("peak:1k:3dB:1oct:x", "5 fields"),
        ("peak:10:3dB", "not a frequency"), ("peak:-5:3dB", "not a frequency"),
        ("peak:nan:3dB", "not a frequency"), ("peak:1k:3", "not a gain"), ("peak:1k:25dB", "not a gain"),
        ("peak:1k:-97dB", "not a gain"), ("peak:1k:3dB:9oct", "not a width"),
        ("peak:1k:3dB:1", "not a width"), ("peak:1k:3dB:0q", "not a width"), ("peak:1k:3dB+", "not a kind"),
        ("+peak:1k:3dB", "not a kind"),
    ])
    func `what is no equaliser is refused in words`(text: String, words: String) {
        #expect { try EQSpec(parsing: text) } throws: { "\($0)".contains(words) }
    }
}
