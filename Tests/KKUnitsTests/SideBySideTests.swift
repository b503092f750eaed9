import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// workers of one that does its work in the wrong order and remembers how much there was.
private final class BackwardWorkers: RenderWorkers {
    var counts: [Int] = []

    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        counts.append(count)
        for number in (0..<count).reversed() { work(number) }
    }
}

private struct Trouble: Error, Equatable { var bus: Int }

/// Silence, or an error.
private final class FailingSource: FrameSource {
    let format = KKUnitsTests.format(48_000, 1)
    let frameCount: Int64? = 1000
    var error: Trouble?

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        if let error { throw error }
        buffer.silence(offset..<offset + frameCount)
        return frameCount
    }

    func seek(to frame: Int64) {}
}

@Suite struct SideBySideTests {

    /// A player of noise, at 48 kHz mono.
    private func player(_ seed: UInt64) throws -> FilePlayer {
        let player = FilePlayer()
        try player.setStreamFormat(format(48_000, 1), scope: .output)
        try player.schedule(ScheduledSource(ArraySource([SeededNumbers.noise(3_000, seed: seed)], sampleRate: 48_000)))
        try player.initialize()
        return player
    }

    private func mixer(_ buses: Int) throws -> MultiChannelMixer {
        let mixer = MultiChannelMixer()
        try mixer.setElementCount(buses, scope: .input)
        try mixer.setStreamFormat(format(48_000, 1), scope: .output)
        for bus in 0..<buses { try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: bus) }
        return mixer
    }

    @Test func `buses that share nothing are handed out, and the sum is made in their order`() throws {
        let workers = BackwardWorkers()
        var outputs: [[Float]] = []
        for used in [nil, workers] {
            let mixer = try mixer(4)
            for bus in 0..<4 { try mixer.makeConnection(from: player(UInt64(bus)), to: bus) }
            mixer.setRenderWorkers(used)
            try mixer.initialize()
            outputs.append(try mixer.rendered(3_000, .every(1000))[0])
        }
        #expect(bits([outputs[0]]) == bits([outputs[1]]))
        #expect(workers.counts == [4, 4, 4])
    }

    @Test func `buses that share a unit stay together, and so do all that are fed by callbacks`() throws {
        let workers = BackwardWorkers()
        let mixer = try mixer(6)
        let splitter = MultiSplitter()
        try splitter.makeConnection(from: player(1), to: 0)
        try splitter.setStreamFormat(format(48_000, 1), scope: .output, element: 0)
        try splitter.setStreamFormat(format(48_000, 1), scope: .output, element: 1)
        try splitter.initialize()
        try mixer.makeConnection(from: splitter, sourceBus: 0, to: 0)
        try mixer.makeConnection(from: player(2), to: 1)
        try mixer.makeConnection(from: splitter, sourceBus: 1, to: 2)
        try mixer.setRenderCallback(give([[1]]), bus: 3)
        try mixer.setRenderCallback(give([[1]]), bus: 5)
        mixer.setRenderWorkers(workers)
        try mixer.initialize()
        _ = try mixer.rendered(10, .every(10))
        // The splitter's two, the player's one, the callbacks' two; bus 4 is idle.
        #expect(workers.counts == [3])
    }

    @Test func `one group is no work for workers`() throws {
        let workers = BackwardWorkers()
        let mixer = try mixer(3)
        for bus in 0..<3 { try mixer.setRenderCallback(give([[1]]), bus: bus) }
        mixer.setRenderWorkers(workers)
        try mixer.initialize()
        _ = try mixer.rendered(10, .every(10))
        #expect(workers.counts.isEmpty)
    }

    @Test func `of several errors the lowest bus's is thrown, and the next slice starts afresh`() throws {
        let mixer = try mixer(3)
        let sources = (0..<3).map { _ in FailingSource() }
        for bus in 0..<3 {
            let player = FilePlayer()
            try player.setStreamFormat(format(48_000, 1), scope: .output)
            try player.schedule(ScheduledSource(sources[bus]))
            try player.initialize()
            try mixer.makeConnection(from: player, to: bus)
        }
        sources[1].error = Trouble(bus: 1)
        sources[2].error = Trouble(bus: 2)
        mixer.setRenderWorkers(BackwardWorkers())
        try mixer.initialize()
        #expect(throws: Trouble(bus: 1)) { try mixer.rendered(10, .every(10)) }
        for source in sources { source.error = nil }
        #expect(try mixer.rendered(10, .every(10))[0].count == 10)
    }
}
