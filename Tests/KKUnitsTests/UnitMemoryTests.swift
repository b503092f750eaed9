#if canImport(Glibc)
import Foundation
import KKPCM
import KKUnits
import Testing

/// A unit says before it is initialized what it is going to take.
@Suite struct UnitMemoryTests {
    private static let channelCount = 8
    private static let effects = AudioComponent.all.filter { $0.description.type == .effectUnit }

    /// The bytes of this process that are in memory.
    private static func resident() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) }) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func unit(_ component: AudioComponent) throws -> AudioUnit {
        let unit = component.makeInstance()
        let isWide = unit.supportedChannelPairs.allSatisfy { $0 == .same || $0.input == channelCount }
        let format = StreamDescription.canonical(sampleRate: 192_000, channels: isWide ? channelCount : 2)
        try unit.setStreamFormat(format, scope: .input)
        try (unit as? Convolution)?.setImpulseResponse([[Float](repeating: 0.5, count: 300_000)])
        try unit.setRenderCallback({ flags, _, _, _, _ in flags.insert(.outputIsSilence) }, bus: 0)
        return unit
    }

    /// The least of some attempts: other tests may take memory meanwhile.
    @Test(arguments: effects.indices)
    func `a unit took more memory than it had said`(index: Int) throws {
        let component = Self.effects[index]
        var said = 0, least = Int.max
        // None of them gives its memory to the next one.
        var units: [AudioUnit] = []
        for _ in 0..<3 {
            let unit = try Self.unit(component), before = try Self.resident()
            units.append(unit)
            said = unit.heldByteCount
            try unit.initialize()
            least = min(least, try Self.resident() - before)
        }
        #expect(least < said + said / 8 + 200_000, "\(component.keyword)")
        #expect(said < 1 << 28, "\(component.keyword)")
    }

    @Test func `a unit with many channels did not say that it takes many times the memory of one`() throws {
        func said(_ channelCount: Int) throws -> Int {
            let unit = Delay()
            try unit.setStreamFormat(.canonical(sampleRate: 48_000, channels: channelCount), scope: .input)
            return unit.heldByteCount
        }
        // Two seconds of Float64.
        #expect(try said(1_024) == 1_024 * 96_000 * 8)
        #expect(try said(2) == 2 * 96_000 * 8)
    }
}
#endif
