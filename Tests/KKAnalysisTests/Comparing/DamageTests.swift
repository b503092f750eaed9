import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport
import Testing

@Suite struct DamageTests {
    /// The middle is where a beat has died down, so that five frames there are below lossy's largest residual.
    private static let sounds = [music(seconds: 3.3), music(seconds: 3.3, seed: 7, pitch: 1.26)]

    /// A build without optimisation takes a second and more for each cell: it tries three damages, and that of
    /// scripts/test all of them.
    #if WHOLE_TABLES
    private static let tried = Damage.allCases
    #else
    private static let tried: [Damage] = [.lateOneFrame, .oneLSB, .click, .layoutMislabelled]
    #endif

    @Test(arguments: tried) func `a damage is caught by the tolerances that must catch it, and by no other`(
        damage: Damage
    ) throws {
        for sound in Self.sounds {
            for tolerance in Tolerance.all {
                let source = ArraySource(sound, sampleRate: 44_100)
                var comparator = SoundComparator.of16Bits(tolerance)
                (comparator.referenceLayout, comparator.actualLayout) = (.stereo, damage.layout(.stereo))
                let result = try comparator.compare(
                    source, DamagedSource(ArraySource(sound, sampleRate: 44_100), damage))
                #expect(
                    result.passed != damage.isCaught(by: tolerance.name),
                    "\(tolerance.name): \(result.verdict) \(result.missed), rel \(result.relativeResidual ?? -999) dL \(result.deltaLoudness ?? -999) \(String(describing: result.thirdOctave))"
                )
            }
        }
    }

    @Test(arguments: Damage.allCases) func `a damaged source gives the same frames however it is read`(
        damage: Damage
    ) throws {
        let sound = music(seconds: 0.6, rate: 8_000)
        let whole = try read(DamagedSource(ArraySource(sound, sampleRate: 8_000), damage), step: 100_000, from: 0)
        let pieces = try read(
            DamagedSource(ArraySource(sound, sampleRate: 8_000, staccato: 3), damage), step: 37, from: 0)
        #expect(bits(whole) == bits(pieces))
        let tail = try read(DamagedSource(ArraySource(sound, sampleRate: 8_000), damage), step: 500, from: 1_001)
        #expect(bits(tail) == bits(whole.map { Array($0.dropFirst(1_001)) }))
    }

    @Test func `there are at least thirty, each with a name of its own`() {
        #expect(Damage.allCases.count >= 30)
        #expect(Set(Damage.allCases.map(\.explanation)).count == Damage.allCases.count)
    }

    private func bits(_ sound: [[Float]]) -> [[UInt32]] { sound.map { $0.map(\.bitPattern) } }

    private func read(_ source: DamagedSource, step: Int, from frame: Int64) throws -> [[Float]] {
        try source.seek(to: frame)
        var buffer = PCMBuffer(channelCount: source.format.channelCount, frameCapacity: step)
        var result = [[Float]](repeating: [], count: source.format.channelCount)
        while true {
            let count = try source.read(into: &buffer, at: 0, frameCount: step)
            if count == 0 { return result }
            buffer.frameLength = count
            for channel in result.indices { result[channel] += buffer.samples(ofChannel: channel) }
        }
    }
}
