import KKDSP
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Parameters that change while it renders.
@Suite struct EqualizerChangeTests {
    private static let noise = SeededNumbers.noise(9600, seed: 8)

    private func initialized(_ equalizer: EqualizerCase) throws -> EffectUnit {
        let unit = try equalizer.unit(rate: 48_000)
        try unit.setRenderCallback(give([Self.noise]), bus: 0)
        try unit.initialize()
        return unit
    }

    /// A case of each unit with parameters, and a change.
    private static let changes: [(EqualizerCase, [(ParameterID, Float)])] = [
        (.lowPass(1500, 6), [(0, 400), (1, 12)]), (.highPass(900, -3), [(0, 3000)]), (.bandPass(1200, 800), [(1, 100)]),
        (.highShelf(10_000, -9), [(1, 9)]), (.lowShelf(150, 12), [(0, 30)]),
        (.parametric(2000, 3, -15), [(2, 20), (1, 0.5)]),
        (.graphic10, [(3, -12), (10_000, 1)]), (.graphic31, [(30, 20)]),
        (.band(.resonantHighShelf, 1100, 8, 1), [(1003, 1), (0, -6), (1000, 0), (4000, 10)]),
    ]

    @Test(arguments: changes.indices)
    func `a change holds from the next frame on, and what was heard goes on`(index: Int) throws {
        let (equalizer, change) = Self.changes[index]
        let unit = try initialized(equalizer)
        let before = try unit.rendered(700)
        for (id, value) in change { try unit.setParameter(id, value) }
        let after = try unit.rendered(900, .every(90), from: 700)
        let steady = try initialized(equalizer).rendered(1600)
        #expect(bits(before) == bits([Array(steady[0][..<700])]) && after[0] != Array(steady[0][700...]))
        // Not the sound of a filter that begins there: the state is the old one's.
        let fresh = try initialized(equalizer)
        for (id, value) in change { try fresh.setParameter(id, value) }
        #expect(bits(after) != bits(try fresh.rendered(900, from: 700)))
        // And in the end that filter's sound.
        let settled = try fresh.rendered(8000, from: 1600)[0].suffix(500),
            changed = try unit.rendered(8000, from: 1600)[0].suffix(500)
        #expect(zip(settled, changed).allSatisfy { abs($0 - $1) < 0.05 } && settled.contains { abs($0) > 0.1 })
    }

    @Test(arguments: changes.indices)
    func `a scheduled change is a cut by hand, to the bit`(index: Int) throws {
        let (equalizer, change) = Self.changes[index]
        for offset in [0, 1, 255, 256, 511] {
            let byHand = try initialized(equalizer), scheduled = try initialized(equalizer)
            var expected = try byHand.rendered(512 + offset)
            for (id, value) in change { try byHand.setParameter(id, value) }
            expected[0] += try byHand.rendered(1024 - offset, from: Int64(512 + offset))[0]

            var heard = try scheduled.rendered(512)
            try scheduled.scheduleParameters(
                change.map { ParameterEvent($0.0, .immediate(offset: offset, value: $0.1)) })
            heard[0] += try scheduled.rendered(1024, from: 512)[0]
            #expect(bits(heard) == bits(expected), "\(equalizer) at \(offset)")
            for (id, value) in change { #expect(try scheduled.parameter(id) == value) }
        }
    }

    @Test func `what is refused is not heard`() throws {
        let unit = try initialized(.lowPass(1500, 6)), other = try initialized(.lowPass(1500, 6))
        _ = try (unit.rendered(300), other.rendered(300))
        #expect(code { try unit.setParameter(0, .nan) } == .invalidParameterValue)
        #expect(
            code { try unit.scheduleParameters([ParameterEvent(0, .immediate(offset: 5, value: .infinity))]) }
                == .invalidParameterValue)
        #expect(
            code {
                try unit.scheduleParameters([ParameterEvent(0, .ramped(offset: 5, frameCount: 5, from: 20, to: .nan))])
            } == .invalidParameterValue)
        #expect(bits(try unit.rendered(300, from: 300)) == bits(try other.rendered(300, from: 300)))
    }

    @Test func `a scheduled change of a parameter ends the preset, as any change does`() throws {
        let unit = try initialized(.lowPass(1500, 6))
        try unit.setPresentPreset(FactoryPreset(number: -1, name: "mine"))
        try unit.scheduleParameters([ParameterEvent(1, .immediate(offset: 5, value: 1))])
        #expect(unit.presentPreset?.name == "mine")
        _ = try unit.rendered(10)
        #expect(unit.presentPreset == nil)
    }
}
