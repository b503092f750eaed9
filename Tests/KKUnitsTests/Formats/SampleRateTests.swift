import KKPCM
import KKUnits
import Testing

/// The highest rates that a stream format can name.
@Suite struct SampleRateTests {
    /// A number of frames in a second must stay a number that can be counted with.
    @Test(arguments: [0x1p32 + 1, 1e300, .greatestFiniteMagnitude, .infinity, .nan, 0, -48_000])
    func `a rate that nothing can have is refused by every unit`(rate: Double) throws {
        for component in AudioComponent.all {
            let unit = component.makeInstance()
            for scope in [Scope.input, .output] where unit.elementCount(scope) > 0 {
                let before = try unit.streamFormat(scope)
                #expect(
                    code { try unit.setStreamFormat(format(rate, 2), scope: scope) } == .formatNotSupported,
                    "\(component.name)")
                #expect(
                    code { try unit.setProperty(.sampleRate, rate, scope: scope) } == .formatNotSupported,
                    "\(component.name)")
                #expect(try unit.streamFormat(scope) == before)
            }
        }
    }

    @Test(arguments: [0x1p32, 3_000_001, 3_000_000, 1, 0x1p-40, .leastNonzeroMagnitude])
    func `every other rate is set, told about, and initialized or refused`(rate: Double) throws {
        for component in AudioComponent.all {
            let unit = component.makeInstance()
            for scope in [Scope.input, .output] {
                for bus in 0..<unit.elementCount(scope) {
                    try unit.setStreamFormat(format(rate, 1), scope: scope, element: bus)
                }
            }
            if unit is Merger { try unit.setStreamFormat(format(rate, 2), scope: .output) }
            #expect(unit.latency >= 0 && unit.tailTime >= 0, "\(component.name)")
            for info in unit.parameters(.global) { #expect(code { _ = try unit.parameterInfo(info.id) } == nil) }
            if unit.elementCount(.input) > 0 { try unit.setRenderCallback(give([[1]]), bus: 0) }
            let refusal = code { try unit.initialize() }
            #expect(
                refusal == nil || refusal == .formatNotSupported, "\(component.name): \(String(describing: refusal))")
            unit.reset()
            #expect(unit.latency >= 0 && unit.tailTime >= 0, "\(component.name)")
        }
    }
}
