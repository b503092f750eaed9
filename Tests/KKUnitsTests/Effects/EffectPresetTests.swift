import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What every effect's presets keep to.
@Suite struct EffectPresetTests {
    static let components = AudioComponent.all.filter { ($0.makeInstance() as? EffectUnit)?.presets.isEmpty == false }

    @Test func `the units with presets`() {
        #expect(
            Self.components.map(\.keyword) == [
                "peak-limiter", "dynamics-processor", "multiband-compressor", "delay", "distortion", "reverb2",
                "true-peak-limiter", "gate", "ducker", "chorus", "flanger", "phaser", "tremolo", "varispeed",
                "new-time-pitch", "time-pitch",
            ])
    }

    @Test(arguments: components.map(\.description))
    func `each preset has its name, sets values within their ranges, and sounds as no other`(
        component: ComponentDescription
    ) throws {
        let found = try #require(AudioComponent.findNext(component))
        let presets = try #require((found.makeInstance() as? EffectUnit)?.presets)
        #expect(Set(presets.map(\.keyword)).count == presets.count)
        var seen: Set<[[UInt32]]> = [bits(EffectCase.noise(20_000))]
        for preset in presets {
            let unit = found.makeInstance()
            try unit.setStreamFormat(format(44_100, 2), scope: .input)
            try unit.setRenderCallback(give(EffectCase.noise(20_000)), bus: 0)
            try unit.initialize()
            #expect(!preset.purpose.isEmpty && !preset.values.isEmpty)
            for (id, value) in preset.values {
                #expect(unit.parameters(.global).contains { $0.id == id && !$0.isReadOnly }, "\(preset.name)")
                try unit.checkParameter(id, value)
            }
            try unit.setPresentPreset(named: preset.name)
            for (id, value) in preset.values { #expect(try unit.parameter(id) == value) }
            #expect(seen.insert(bits(try unit.rendered(20_000))).inserted, "\(preset.name)")
        }
    }
}
