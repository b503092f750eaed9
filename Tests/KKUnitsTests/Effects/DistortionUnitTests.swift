import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct DistortionUnitTests {
    private typealias Parameter = Distortion.Parameter

    @Test func `the parameters are those of the header`() {
        let infos = Distortion().parameters(.global)
        #expect(infos.map(\.id) == (0..<16).map { Parameter.delay + $0 })
        let ranges: [ClosedRange<Float>] = [
            0.1...500, 0.1...50, 0...100, 0...100, 0...100, 0...100, 0...1, 0...20, 0...20, 0...100, 0.5...8000,
            0.5...8000, 0...100, 0...100, -80...20, 0...100,
        ]
        #expect(infos.map(\.range) == ranges)
        #expect(infos.map(\.defaultValue) == [0.1, 1, 50, 0, 0, 50, 1, 0, 0, 50, 100, 100, 50, 0, -6, 50])
        #expect(infos.map(\.canRamp) == Array(repeating: true, count: 16))
    }

    @Test func `it is 119 frames late at any rate, and a host can make up for it`() throws {
        for rate in [8000.0, 44_100, 96_000] {
            let unit = Distortion()
            try unit.setStreamFormat(format(rate, 1), scope: .input)
            #expect(unit.latencyFrameCount == 119)
            try unit.setParameter(Parameter.finalMix, 0)
            try unit.setRenderCallback(give([[1, 2, 3]]), bus: 0)
            try unit.initialize()
            let heard = try unit.rendered(130)[0]
            #expect(Array(heard[119..<123]) == [1, 2, 3, 0])
        }
    }

    /// The names of AVAudioUnitDistortionPreset, in its order.
    @Test func `presets are Apple's, and leave the gain and the mix as they are`() throws {
        let unit = Distortion(), names = unit.factoryPresets.map(\.name)
        #expect(names.count == 22 && names[0] == "Drums Bit Brush" && names[10] == "Multi Distorted Cubed")
        #expect(names[16] == "Multi Everything Is Broken" && names[21] == "Speech Waves")
        try unit.setParameter(Parameter.softClipGain, 3)
        try unit.setParameter(Parameter.finalMix, 35)
        for name in names {
            try unit.setPresentPreset(named: name)
            #expect(try unit.parameter(Parameter.softClipGain) == 3 && unit.parameter(Parameter.finalMix) == 35)
        }
    }
}
