import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct SideChainTests {
    private let sound = EffectCase.noise(4000)
    /// Silence, and noise from frame 1000 on.
    private let key = [Array(repeating: 0, count: 1000) + EffectCase.noise(3000)[0]]

    private func ducker(_ key: [[Float]]?, isMarked: Bool = false) throws -> Ducker {
        let unit = Ducker()
        try unit.setStreamFormat(format(8000, 2), scope: .input)
        try unit.setRenderCallback(give(sound), bus: 0)
        try unit.setParameter(Ducker.Parameter.attackTime, 0.01)
        guard let key else { return unit }
        try unit.setStreamFormat(format(8000, key.count), scope: .input, element: 1)
        let give = give(key)
        try unit.setRenderCallback(
            { flags, time, bus, frames, buffer in
                try give(&flags, time, bus, frames, &buffer)
                if isMarked && time.sampleTime + Int64(frames) <= 1000 { flags.insert(.outputIsSilence) }
            }, bus: 1)
        return unit
    }

    private func rendered(_ unit: AudioUnit, _ cut: Cut = .every(500)) throws -> [[Float]] {
        try unit.initialize()
        return try unit.rendered(4000, cut)
    }

    @Test(arguments: Cut.all) func `the key turns the sound down at its frame, whatever the slices are`(cut: Cut) throws
    {
        let heard = try rendered(try ducker(key), cut)
        #expect(bits(heard) == bits(try rendered(try ducker(key))))
        #expect(bits(heard.map { Array($0[..<1000]) }) == bits(sound.map { Array($0[..<1000]) }))
        for frame in [1100, 3999] {
            let factor = heard[1][frame] / sound[1][frame]
            #expect(abs(factor - 0.2511886) < 1e-5)
        }
        #expect(abs(heard[0][1000]) < abs(sound[0][1000]))
    }

    @Test func `whether the key is marked as silence changes no bit`() throws {
        #expect(bits(try rendered(try ducker(key, isMarked: true))) == bits(try rendered(try ducker(key))))
    }

    @Test func `without a key the sound is its own`() throws {
        #expect(bits(try rendered(try ducker(nil))) == bits(try rendered(try ducker(sound))))
    }

    @Test func `the loudest of the key's channels counts, and there may be any number`() throws {
        let silence = [Float](repeating: 0, count: 4000)
        let wide = [silence, silence, key[0], silence, silence]
        #expect(bits(try rendered(try ducker(wide))) == bits(try rendered(try ducker(key))))
    }

    @Test func `a key of another rate is refused by its bus`() throws {
        let unit = try ducker(key)
        try unit.setStreamFormat(format(16_000, 1), scope: .input, element: 1)
        let error = #expect(throws: AudioUnitError.self) { try unit.initialize() }
        #expect(error?.code == .formatNotSupported && error?.place == "'aufx' 'duck' bus 1")
    }

    @Test func `what feeds the key is pulled while the ducker is bypassed, so the frames stay together`() throws {
        let unit = try ducker(key)
        unit.isBypassed = true
        #expect(bits(try rendered(unit)) == bits(sound))
        unit.isBypassed = false
        #expect(unit.elementCount(.input) == 2)
    }

    @Test func `the output ends with the sound, and not with the key`() throws {
        let unit = try ducker(key)
        let give = give(sound)
        try unit.setRenderCallback(
            { flags, time, bus, frames, buffer in
                try give(&flags, time, bus, frames, &buffer)
                if time.sampleTime >= 1500 { flags.insert(.offlineComplete) }
            }, bus: 0)
        _ = try rendered(unit)
        #expect(unit.endTime() == 2000)
    }

    @Test func `a sound behind its own splitter may be the key of another one`() throws {
        let splitter = MultiSplitter(), unit = try ducker(nil)
        try splitter.setStreamFormat(format(8000, 1), scope: .input)
        try splitter.setRenderCallback(give(key), bus: 0)
        try unit.makeConnection(from: splitter, sourceBus: 1, to: 1)
        try splitter.initialize()
        #expect(bits(try rendered(unit, .random(2))) == bits(try rendered(try ducker(key))))
    }

    @Test func `a gate's presets are within its ranges, and each sounds different`() throws {
        var seen: Set<[UInt32]> = []
        for preset in Gate.presets {
            let unit = Gate()
            try unit.setStreamFormat(format(8000, 2), scope: .input)
            try unit.setRenderCallback(give(sound.map { $0.enumerated().map { $0 < 500 ? $1 : $1 / 4096 } }), bus: 0)
            try unit.setPresentPreset(named: preset.name)
            for info in unit.parameters(.global) { try unit.checkParameter(info.id, try unit.parameter(info.id)) }
            seen.insert(bits(try rendered(unit))[0])
        }
        #expect(Gate().factoryPresets.map(\.name) == ["Voice", "Drums", "Noise"] && seen.count == 3)
    }
}
