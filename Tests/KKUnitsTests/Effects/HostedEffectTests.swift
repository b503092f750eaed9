import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// An effect whose frames are worked on elsewhere.
@Suite struct HostedEffectTests {
    /// Multiplies by its value, says what is asked of it, and fails at the frame that it is told.
    private final class Worker: EffectProcessor {
        struct Fault: Error, Equatable {}

        let latency: Int
        var resets = 0, frames = 0
        var end = Int.max

        init(latency: Int) { self.latency = latency }

        func process(_ frames: Range<Int>, in buffer: inout PCMBuffer, values: [Float]) throws {
            self.frames += frames.count
            if self.frames > end { throw Fault() }
            for channel in 0..<buffer.channelCount {
                buffer.withMutableChannel(channel) { samples in
                    for frame in frames { samples[frame] *= values[0] }
                }
            }
        }

        func reset() { resets += 1 }

        var state: [UInt8] = []
        func savedState() -> [UInt8] { state }
    }

    private static let description = ComponentDescription(type: .effectUnit, subType: "host", manufacturer: "Demo")

    private func unit(_ maker: @escaping HostedEffect.Maker) throws -> HostedEffect {
        let unit = HostedEffect(
            Self.description,
            parameters: [ParameterInfo(id: 0, name: "Gain", unit: .generic, range: 0...4, defaultValue: 1)],
            presets: [
                EffectPreset("Plain", "", [(0, 3)]), EffectPreset("Kept", "", [(0, 2), (9, 1)], state: [7, 0, 9]),
            ], channelPairs: [.same], maker: maker)
        try unit.setStreamFormat(format(48_000, 1), scope: .input)
        try unit.setRenderCallback(give([SeededNumbers.noise(1_000, seed: 1)]), bus: 0)
        return unit
    }

    @Test func `it works on its frames with the parameters' values, and is reset before the next ones`() throws {
        let worker = Worker(latency: 7), unit = try unit { _, _, _ in worker }
        try unit.setParameter(0, 2)
        try unit.initialize()
        let noise = SeededNumbers.noise(1_000, seed: 1)
        #expect(try unit.rendered(500)[0] == noise[..<500].map { $0 * 2 })
        unit.reset()
        unit.reset()
        #expect(worker.resets == 0 && unit.latencyFrameCount == 7)
        _ = try unit.rendered(500)
        #expect(worker.resets == 1)
    }

    @Test func `its failure stops the render, and arrives as it is`() throws {
        let worker = Worker(latency: 0), unit = try unit { _, _, _ in worker }
        worker.end = 600
        try unit.initialize()
        #expect(throws: Worker.Fault()) { _ = try unit.rendered(1_000) }
    }

    @Test func `one that cannot be made has no latency, and says why when it is initialized`() throws {
        let unit = try unit { _, _, _ in
            throw AudioUnitError(.parameter, kind: .unavailable, place: "a.so", "it is broken", nextStep: "mend it")
        }
        #expect(unit.latency == 0)
        let error = #expect(throws: AudioUnitError.self) { try unit.initialize() }
        #expect(error?.code == .failedInitialization && error?.kind == .unavailable)
        #expect(error?.place == "a.so" && error?.problem == "it is broken" && error?.nextStep == "mend it")
    }

    @Test func `who asks for the latency before has one made for these settings, once`() throws {
        var made: [[Float]] = []
        let unit = try unit { _, values, _ in
            made.append(values)
            return Worker(latency: Int(values[0]) * 10)
        }
        #expect(unit.latencyFrameCount == 10 && unit.latencyFrameCount == 10 && made == [[1]])
        try unit.setParameter(0, 3)
        #expect(unit.latencyFrameCount == 30 && made == [[1], [3]])
    }

    @Test func `what was made for the latency is what plays, and another one where the settings changed`() throws {
        var made: [Worker] = []
        let unit = try unit { _, _, _ in
            made.append(Worker(latency: 0))
            return made[made.count - 1]
        }
        #expect(unit.latency == 0)
        try unit.initialize()
        _ = try unit.rendered(500)
        #expect(made.map(\.frames) == [500])
        unit.uninitialize()
        try unit.initialize()
        _ = try unit.rendered(300)
        #expect(made.map(\.frames) == [500, 300])
        unit.uninitialize()
        try unit.setParameter(0, 2)
        #expect(unit.latency == 0 && made.count == 3)
        try unit.setParameter(0, 1)
        try unit.initialize()
        _ = try unit.rendered(200)
        #expect(made.map(\.frames) == [500, 300, 0, 200])
    }

    @Test func `a preset sets parameters and the state, and with another state there is another processor`() throws {
        var made: [[UInt8]] = []
        let unit = try unit { _, _, state in
            made.append(state)
            return Worker(latency: state.count)
        }
        #expect(unit.factoryPresets.map(\.name) == ["Plain", "Kept"])
        try unit.setPresentPreset(named: "Kept")
        #expect(unit.latencyFrameCount == 3 && made == [[7, 0, 9]])
        try unit.initialize()
        let noise = SeededNumbers.noise(1_000, seed: 1)
        #expect(try unit.rendered(500)[0] == noise[..<500].map { $0 * 2 })
        try unit.setPresentPreset(named: "Plain")
        #expect(unit.presentPreset?.name == "Plain" && made == [[7, 0, 9]])
        #expect(try unit.rendered(500)[0] == noise[..<500].map { $0 * 3 } && made == [[7, 0, 9], []])
    }

    @Test func `class info has the state that the processor has now, and brings it to another unit`() throws {
        var made: [Worker] = [], states: [[UInt8]] = []
        let maker: HostedEffect.Maker = { _, _, state in
            states.append(state)
            made.append(Worker(latency: 0))
            return made[made.count - 1]
        }
        let unit = try unit(maker), other = try self.unit(maker)
        #expect(unit.classInfo.data == nil)
        try unit.setPresentPreset(named: "Kept")
        try unit.setParameter(0, 4)
        #expect(unit.classInfo.data == [7, 0, 9] && unit.classInfo.preset == nil)
        try unit.initialize()
        made[0].state = [1, 2]
        let info = unit.classInfo
        #expect(info.data == [1, 2])
        try other.setClassInfo(info)
        #expect(other.classInfo == info)
        try other.initialize()
        #expect(states == [[7, 0, 9], [1, 2]])
        let error = #expect(throws: AudioUnitError.self) {
            var info = Gate().classInfo
            info.data = [1]
            try Gate().setClassInfo(info)
        }
        #expect(error?.code == .invalidPropertyValue)
    }
}
