import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct DynamicsProcessorTests {
    private typealias Parameter = DynamicsProcessor.Parameter

    private func unit(_ samples: [Float]) throws -> DynamicsProcessor {
        let unit = DynamicsProcessor()
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        try unit.setRenderCallback(give([samples]), bus: 0)
        return unit
    }

    @Test func `the parameters are those of the header`() {
        let infos = DynamicsProcessor().parameters(.global)
        #expect(infos.map(\.id) == [0, 1, 2, 3, 4, 5, 6, 1000, 2000, 3000])
        let ranges: [ClosedRange<Float>] = [
            -40...20, 0.1...40, 1...50, -120...0, 0.0001...0.2, 0.01...3, -40...40,
        ]
        let defaults: [Float] = [-20, 5, 2, -120, 0.001, 0.05, 0]
        #expect(infos.prefix(7).map(\.range) == ranges && infos.prefix(7).map(\.defaultValue) == defaults)
        #expect(infos.map(\.isReadOnly) == infos.map { $0.id.rawValue >= 1000 })
        #expect(infos.allSatisfy { $0.canRamp != $0.isReadOnly })
    }

    @Test func `the meters tell the newest frame's levels, and what is taken away`() throws {
        let unit = try unit(Array(repeating: 1, count: 48_000))
        let meters: [ParameterID] = [Parameter.compressionAmount, Parameter.inputAmplitude, Parameter.outputAmplitude]
        #expect(try meters.map { try unit.parameter($0) } == [0, -120, -120])
        try unit.setParameter(Parameter.overallGain, 3)
        try unit.initialize()
        #expect(try meters.map { try unit.parameter($0) } == [0, -120, -120])
        _ = try unit.rendered(48_000)
        // 20 dB above the threshold come out as 20 · 5 / 25 above it: 4, which is 16 less.
        let told = try meters.map { try unit.parameter($0) }
        #expect(abs(told[0] - 16) < 1e-4)
        #expect(told[1] == 0)
        #expect(abs(told[2] + 13) < 1e-4)
        #expect(code { try unit.setParameter(Parameter.compressionAmount, 1) } == .propertyNotWritable)
    }

    @Test func `presets set every parameter, each sounds different, and a change ends them`() throws {
        let noise = SeededNumbers.noise(20_000, seed: 3)
        var seen: Set<[UInt32]> = []
        let names = DynamicsProcessor().factoryPresets.map(\.name)
        #expect(names == ["Voice", "Podcast", "Music", "Broadcast"] && DynamicsProcessor().presentPreset == nil)
        for name in names {
            let unit = try unit(noise)
            try unit.setParameter(Parameter.headRoom, 39)
            try unit.initialize()
            try unit.setPresentPreset(named: name)
            for info in unit.parameters(.global) where !info.isReadOnly {
                try unit.checkParameter(info.id, try unit.parameter(info.id))
            }
            #expect(try unit.parameter(Parameter.headRoom) != 39)
            seen.insert(bits(try unit.rendered(20_000))[0])
            try unit.setParameter(Parameter.overallGain, 0)
            #expect(unit.presentPreset == nil)
        }
        #expect(seen.count == names.count)
    }

    @Test func `a preset leaves full scale below full scale`() throws {
        for name in DynamicsProcessor().factoryPresets.map(\.name) {
            let unit = try unit(Array(repeating: 1, count: 48_000))
            try unit.setPresentPreset(named: name)
            try unit.initialize()
            #expect(try unit.rendered(48_000)[0][47_999] < 1)
        }
    }
}
