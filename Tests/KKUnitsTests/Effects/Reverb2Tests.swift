import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct Reverb2Tests {
    private typealias Parameter = Reverb2.Parameter

    private func unit(_ samples: [[Float]], rate: Double = 44_100) throws -> Reverb2 {
        let unit = Reverb2()
        try unit.setStreamFormat(format(rate, samples.count), scope: .input)
        try unit.setRenderCallback(give(samples), bus: 0)
        return unit
    }

    @Test func `the parameters are those of the header`() {
        let infos = Reverb2().parameters(.global)
        #expect(infos.map(\.id) == [0, 1, 2, 3, 4, 5, 6])
        let ranges: [ClosedRange<Float>] = [
            0...100, -20...20, 0.0001...1, 0.0001...1, 0.001...20, 0.001...20, 1...1000,
        ]
        #expect(infos.map(\.range) == ranges && infos.map(\.defaultValue) == [100, 0, 0.008, 0.05, 1, 0.5, 1])
    }

    /// The names of AVAudioUnitReverbPreset, in its order.
    @Test func `presets are Apple's rooms, each sounds different, and leaves the mix as it is`() throws {
        let names = Reverb2().factoryPresets.map(\.name)
        #expect(names.count == 13 && names.first == "Small Room" && names[8] == "Cathedral")
        var seen: Set<[UInt32]> = []
        for name in names {
            let unit = try unit([[1] + [Float](repeating: 0, count: 8000)])
            try unit.setParameter(Parameter.dryWetMix, 35)
            try unit.initialize()
            try unit.setPresentPreset(named: name)
            for info in unit.parameters(.global) { try unit.checkParameter(info.id, try unit.parameter(info.id)) }
            #expect(try unit.parameter(Parameter.dryWetMix) == 35)
            seen.insert(bits(try unit.rendered(8000))[0])
        }
        #expect(seen.count == 13)
    }

    @Test func `behind the tail nothing is above -120 dB`() throws {
        let unit = try unit([[1] + [Float](repeating: 0, count: 60_000)], rate: 8000)
        try unit.setParameter(Parameter.decayTimeAt0Hz, 0.8)
        try unit.initialize()
        let tail = try #require(unit.tailFrameCount)
        let heard = try unit.rendered(tail + 4000)[0]
        #expect(heard[tail...].allSatisfy { $0.magnitude < 1e-6 } && heard[(tail / 2)...].contains { $0 != 0 })
    }

    @Test func `seventeen channels are refused, and a rate that no room is made for`() throws {
        let unit = Reverb2()
        #expect(unit.supportedChannelPairs.count == 16)
        try unit.setStreamFormat(format(768_001, 1), scope: .input)
        #expect(code { try unit.initialize() } == .formatNotSupported)
        let many = Reverb2()
        try many.setStreamFormat(format(44_100, 17), scope: .input)
        #expect(code { try many.initialize() } == .formatNotSupported)
    }
}
