import KKAudio
import Testing

@Suite struct EQSpecTests {
    private func spec(_ text: String) -> EQSpec? { try? EQSpec(parsing: text) }

    private func bands(_ text: String) -> [EQBand] {
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
                EQBand(.parametric, frequency: 1000, gain: -3, bandwidth: 1), EQBand(.highShelf, frequency: 8000, gain: 2),
            ])
        #expect(bands("lowpass:80") == [EQBand(.lowPass, frequency: 80)])
        #expect(bands("peak:1.5kHz:3dB") == [EQBand(.parametric, frequency: 1500, gain: 3, bandwidth: 1)])
        #expect(bands("bandstop:50Hz:0.1oct") == [EQBand(.bandStop, frequency: 50, bandwidth: 0.1)])
        #expect(bands("resonant-lowshelf:100:6dB:2oct") == [EQBand(.resonantLowShelf, frequency: 100, gain: 6, bandwidth: 2)])
        for kind in FilterType.allCases {
            let text = kind.keyword + ":100" + (kind.usesGain ? ":1dB" : "") + (kind.usesBandwidth ? ":2oct" : "")
            #expect(bands(text).map(\.kind) == [kind])
            #expect(spec(text)?.description.hasPrefix(kind.keyword + ":100") == true)
            #expect(spec(spec(text)?.description ?? "") == spec(text))
        }
    }

    @Test(arguments: [(0.7071067811865476, 1.8999686269529), (1, 1.3884838272612), (1.4142135623730951, 1.0)])
    func `a Q is the octaves of an analog filter`(q: Double, octaves: Double) {
        // The cookbook's relation, its own numbers: 1 octave has a Q of √2.
        #expect(abs((bands("peak:1k:3dB:\(q)q").first?.bandwidth ?? 0) - octaves) < 1e-4)
    }

    @Test(arguments: [
        ("", "is no EQ preset"), ("rocj", "is no EQ preset"), ("peek:1k:3dB", "no kind"), ("peak:1k", "2 fields; write peak:FREQUENCY:GAIN[:WIDTH]"),
        ("lowpass:80:3dB", "3 fields; write lowpass:FREQUENCY"), ("peak:1k:3dB:1oct:x", "5 fields"), ("peak:10:3dB", "no frequency"), ("peak:-5:3dB", "no frequency"),
        ("peak:nan:3dB", "no frequency"), ("peak:1k:3", "no gain"), ("peak:1k:25dB", "no gain"), ("peak:1k:-97dB", "no gain"), ("peak:1k:3dB:9oct", "no width"),
        ("peak:1k:3dB:1", "no width"), ("peak:1k:3dB:0q", "no width"), ("peak:1k:3dB+", "no kind"), ("+peak:1k:3dB", "no kind"),
    ])
    func `what is no equaliser is refused in words`(text: String, words: String) {
        #expect { try EQSpec(parsing: text) } throws: { "\($0)".contains(words) }
    }
}
