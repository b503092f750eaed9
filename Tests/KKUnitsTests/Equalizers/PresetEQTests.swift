import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// The equalisers with fixed bands.
@Suite struct PresetEQTests {
    private static let noise = SeededNumbers.noise(800, seed: 12)

    private func heard(_ unit: EffectUnit) throws -> [[UInt32]] {
        try unit.setRenderCallback(give([Self.noise]), bus: 0)
        try unit.initialize()
        return bits(try unit.rendered(800))
    }

    private func iPod(_ rate: Double = 48_000) throws -> IPodEQ {
        let unit = IPodEQ()
        try unit.setStreamFormat(format(rate, 1), scope: .input)
        return unit
    }

    @Test func `the presets are Core Audio's by name, and a new unit says that it is flat`() throws {
        let names = [
            "Flat", "Acoustic", "Bass Booster", "Bass Reducer", "Classical", "Dance", "Deep", "Electronic", "Hip-Hop",
            "Jazz", "Latin", "Loudness",
            "Lounge", "Piano", "Pop", "R&B", "Rock", "Small Speakers", "Spoken Word", "Treble Booster",
            "Treble Reducer", "Vocal Booster",
        ]
        let unit = try iPod()
        #expect(
            try unit.property(.factoryPresets).map(\.name) == names
                && unit.factoryPresets.map(\.number) == Array(0..<22))
        #expect(try unit.property(.presentPreset) == FactoryPreset(number: 0, name: "Flat"))
        #expect(try heard(unit) == bits([Self.noise]))
    }

    @Test func `a preset is chosen by number or by name, and each sounds different`() throws {
        var seen: Set<[UInt32]> = []
        for preset in try iPod().factoryPresets {
            let byNumber = try iPod(), byName = try iPod(), byProperty = try iPod()
            try byNumber.setPresentPreset(FactoryPreset(number: preset.number, name: ""))
            try byName.setPresentPreset(named: preset.name)
            try byProperty.setProperty(.presentPreset, preset)
            #expect(
                byNumber.presentPreset == preset && byName.presentPreset == preset && byProperty.presentPreset == preset
            )
            let sound = try heard(byNumber)
            #expect(try heard(byName) == sound && heard(byProperty) == sound, "\(preset.name)")
            seen.insert(sound[0])
        }
        #expect(seen.count == 22)
    }

    @Test func `what is no preset is refused and changes nothing`() throws {
        let unit = try iPod()
        try unit.setPresentPreset(named: "Rock")
        #expect(code { try unit.setPresentPreset(FactoryPreset(number: 22, name: "Rock")) } == .invalidPropertyValue)
        #expect(code { try unit.setPresentPreset(named: "rock") } == .invalidPropertyValue)
        #expect(code { try unit.setProperty(.presentPreset, nil) } == .invalidPropertyValue)
        #expect(text { try unit.setPresentPreset(named: "Rok") }.contains("R&B, Rock, Small Speakers"))
        #expect(unit.presentPreset?.name == "Rock")
    }

    @Test func `a preset may change while it renders, from the next frame on`() throws {
        let unit = try iPod()
        try unit.setRenderCallback(give([Self.noise]), bus: 0)
        try unit.initialize()
        #expect(bits(try unit.rendered(300)) == bits([Array(Self.noise[..<300])]))
        try unit.setPresentPreset(named: "Loudness")
        #expect(try unit.rendered(300, from: 300)[0] != Array(Self.noise[300..<600]))
        unit.reset()
        let loud = try iPod()
        try loud.setPresentPreset(named: "Loudness")
        #expect(bits(try unit.rendered(800)) == (try heard(loud)))
        try unit.setPresentPreset(named: "Flat")
        #expect(bits(try unit.rendered(300)) == bits([Array(Self.noise[..<300])]))
    }

    @Test func `settings with a preset go to another unit`() throws {
        let source = try iPod(), copy = try iPod()
        try source.setPresentPreset(named: "Spoken Word")
        try copy.setProperty(.classInfo, source.property(.classInfo))
        #expect(copy.presentPreset?.name == "Spoken Word" && copy.classInfo == source.classInfo)
        #expect(try heard(copy) == heard(source))
        var wrong = source.classInfo
        wrong.preset?.number = 90
        #expect(code { try copy.setClassInfo(wrong) } == .invalidPropertyValue)
        #expect(code { try copy.setClassInfo(GraphicEQ().classInfo) } == .invalidPropertyValue)
        #expect(copy.presentPreset?.name == "Spoken Word")
    }

    @Test func `a host's own preset takes the name on and leaves the curve`() throws {
        let source = try iPod()
        try source.setPresentPreset(named: "Jazz")
        try source.setPresentPreset(FactoryPreset(number: -1, name: "Friday"))
        #expect(source.presentPreset?.name == "Friday")
        #expect(try source.frequencyResponse(at: [64])[0] > 1)
    }

    @Test func `a band beyond half the rate is not there`() throws {
        let unit = try iPod(16_000)
        try unit.setPresentPreset(named: "Treble Booster")
        let sections = [1000.0, 2000, 4000].map {
            EQBand(frequency: $0, gain: $0 == 1000 ? 1.25 : $0 == 2000 ? 2.5 : 3.5, bandwidth: 1)
        }
        for f in [500.0, 4000, 7999] {
            let expected = sections.reduce(1) {
                $0 * $1.coefficients(sampleRate: 16_000).magnitude(atFrequency: f, sampleRate: 16_000)
            }
            #expect(abs(try unit.frequencyResponse(at: [f])[0] - expected) < 1e-12)
        }
        let graphic = GraphicEQ()
        try graphic.setStreamFormat(format(16_000, 1), scope: .input)
        for band in [27, 28, 29, 30] { try graphic.setParameter(GraphicEQ.Parameter.gain + band, 20) }
        #expect(try heard(graphic) == bits([Self.noise]))
    }

    @Test func `the graphic equaliser has ten bands or thirty-one, and keeps the gains of both`() throws {
        let unit = GraphicEQ()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        #expect(unit.layout == .thirtyOneBands)
        try unit.setParameter(GraphicEQ.Parameter.gain + 3, 6)
        try unit.setParameter(GraphicEQ.Parameter.gain + 17, -6)
        func level(_ f: Double) throws -> Double { try unit.frequencyResponse(at: [f])[0] }
        #expect(try level(40) > 1.99 && level(1000) < 0.51 && abs(level(256) - 1) < 0.01)
        try unit.setParameter(GraphicEQ.Parameter.numberOfBands, 0)
        #expect(unit.layout == .tenBands)
        #expect(try level(256) > 1.99 && abs(level(1000) - 1) < 0.1)
        try unit.setParameter(GraphicEQ.Parameter.numberOfBands, 1)
        #expect(try level(1000) < 0.51 && unit.parameter(GraphicEQ.Parameter.gain + 17) == -6)
    }
}
