import KKPCM
import KKUnits
import Testing

/// What holds for every unit that there is.
@Suite struct ComponentListTests {
    @Test func `every component has codes and a name of its own, and makes a unit that bears them`() {
        #expect(Set(AudioComponent.all.map(\.description)).count == AudioComponent.all.count)
        #expect(Set(AudioComponent.all.map(\.name)).count == AudioComponent.all.count)
        for component in AudioComponent.all {
            #expect(component.makeInstance().component == component.description)
            let isOwn = component.description.manufacturer == "kkmx"
            #expect(component.name.hasPrefix(isOwn ? "kkmix: " : "Apple: "))
        }
    }

    @Test func `the codes of the effects are Core Audio's`() {
        let codes: [(ComponentDescription, FourCharCode, FourCharCode)] = [
            (.peakLimiter, "lmtr", "appl"), (.dynamicsProcessor, "dcmp", "appl"), (.reverb2, "rvb2", "appl"),
            (.multibandCompressor, "mcmp", "appl"), (.distortion, "dist", "appl"),
            (.delay, "dely", "appl"), (.sampleDelay, "sdly", "appl"),
            (.truePeakLimiter, "tpkl", "kkmx"), (.gate, "gate", "kkmx"), (.ducker, "duck", "kkmx"),
            (.chorus, "chor", "kkmx"), (.flanger, "flng", "kkmx"), (.phaser, "phas", "kkmx"),
            (.tremolo, "trem", "kkmx"),
            (.convolution, "conv", "kkmx"),
        ]
        for (description, subType, manufacturer) in codes {
            #expect(description == ComponentDescription(type: "aufx", subType: subType, manufacturer: manufacturer))
            #expect(description.isKnown)
        }
    }

    @Test func `every unit answers to the properties of every unit, and lists those that are its own`() throws {
        let common = AudioUnit.commonProperties.map(\.id.rawValue)
        #expect(
            common == [0, 1, 2, 3, 4, 8, 11, 12, 13, 14, 16, 19, 20, 22, 23, 24, 25, 30, 32, 33, 35, 36, 37, 38, 61])
        for component in AudioComponent.all {
            let unit = component.makeInstance()
            let own = unit.ownProperties
            #expect(own.map(\.id.rawValue) == own.map(\.id.rawValue).sorted())
            #expect(
                own.contains { $0.name == "BypassEffect" && $0.id == 21 && $0.isWritable }
                    == (unit is EffectUnit))
            #expect(unit.latency >= 0 && unit.tailTime >= 0)
        }
        #expect(Converter().ownProperties.map(\.id) == [26, 2002, 2007, 3014])
        #expect(NBandEQ().ownProperties.map(\.id) == [21, 29, 52, 2200, 2201, 2203])
        #expect(NBandEQ().ownProperties.map(\.isWritable) == [true, true, false, true, false, false])
        #expect(GenericOutput().ownProperties.map(\.id) == [2001, 2003, 2005])
        #expect(ScheduledSoundPlayer().ownProperties.map(\.id) == [3300, 3301, 3302])
        #expect(FilePlayer().ownProperties.map(\.id) == [3300, 3301, 3302, 3310, 3311, 3312])
        #expect(MatrixMixer().ownProperties.map(\.id) == [3006, 3007, 3009, 3011])
        #expect(Convolution().ownProperties.map(\.id) == [21, 29, 64_000])
        #expect(SpatialMixer().ownProperties.map(\.id) == [3000, 3003, 3010, 3013])
        #expect(MultiChannelMixer().ownProperties.map(\.id) == [3006, 3007, 3011])
    }
}
