import KKAnalysis
import KKPCM
import KKTestSupport
import Testing

@Suite struct MeasuringTests {
    /// Works backwards, so that nothing can depend on the order.
    private final class Backwards: AnalysisWorkers {
        var calls = 0

        func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
            calls += 1
            for number in (0..<count).reversed() { work(number) }
        }
    }

    private struct Broken: Error {}

    private final class BrokenSource: FrameSource {
        let format = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
        var frameCount: Int64? { nil }

        func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int { throw Broken() }

        func seek(to frame: Int64) throws {}
    }

    @Test("a source is measured as its frames are, in whatever order workers works and however short its reads are")
    func sources() throws {
        let channels = [SeededNumbers.noise(100_000, seed: 1), SeededNumbers.noise(100_000, seed: 2)]
        let expected = try measured(channels)
        let workers = Backwards()
        for (seed, hands) in [(nil, nil), (7, nil), (nil, workers), (8, workers)] as [(UInt64?, Backwards?)] {
            let meter = try SoundMeter(layout: .stereo, sampleRate: 48_000)
            var steps: [Int] = []
            try meter.measure(ArraySource(channels, staccato: seed), workers: hands) { steps.append($0) }
            #expect(meter.finish() == expected)
            #expect(steps.last == 100_000 && steps == steps.sorted())
        }
        #expect(workers.calls > 2)
    }

    @Test("an error of the source ends the measuring")
    func errors() throws {
        let meter = try SoundMeter(layout: .mono, sampleRate: 48_000)
        #expect(throws: Broken.self) { try meter.measure(BrokenSource()) }
    }
}
