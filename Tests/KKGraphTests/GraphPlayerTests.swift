import KKConvert
import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Several players, rendered as if they shared a device.
@Suite struct GraphPlayerTests {
    private static let (low, high) = (
        SeededNumbers.noise(900, seed: 1).map { $0 / 4 }, SeededNumbers.noise(700, seed: 2).map { $0 / 4 }
    )

    private func graph(_ format: StreamDescription) throws -> (graph: AudioGraph, players: [AudioPlayer]) {
        let made = try AudioGraph.players(2, format: format)
        try made.players[0].setSource(ArraySource([Self.low]))
        try made.players[1].setSource(ArraySource([Self.high, Self.low]))
        try made.graph.initialize()
        return made
    }

    /// What the two are to sound like: the first from frame 100 on, the second from frame 0 on, twice.
    private func sum(_ channel: Int) -> [Float] {
        let second = channel == 0 ? Self.high : Array(Self.low.prefix(700))
        return (0..<1500).map { frame in
            let first = (100..<1000).contains(frame) ? Self.low[frame - 100] : 0
            return first + (frame < 1400 ? second[frame % 700] : 0)
        }
    }

    @Test(arguments: [nil, 1, 63, 512] as [Int?]) func `players that play at once are their sum`(request: Int?) throws {
        let (graph, players) = try graph(format(48_000, 2))
        players[0].play(atTime: 100.0 / 48_000)
        players[1].numberOfLoops = 1
        players[1].play()
        let heard = try OfflineRenderer(graph).rendered(1500, by: request)
        #expect(bits(heard) == bits([sum(0), sum(1)]))
    }

    @Test func `the end is that of the last one, and one can begin when another ends`() throws {
        let (graph, players) = try graph(format(48_000, 2))
        players[0].play()
        players[0].didFinish = { [second = players[1]] _, _ in second.play(atTime: 2000.0 / 48_000) }
        let sink = CollectingSink(channels: 2)
        #expect(try OfflineRenderer(graph).renderToEnd(into: sink, limit: 100_000) == 2700)
        players[0].didFinish = nil
    }

    @Test func `what is rendered is any linear PCM`() throws {
        let pcm = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 2, bits: 16, flags: [.isSignedInteger, .isPacked])
        let (graph, players) = try graph(pcm)
        players[1].play()
        let renderer = try OfflineRenderer(graph)
        var list = AudioBufferList(for: renderer.format, frameCapacity: 4)
        try renderer.render(4, into: &list)
        let heard: [Int16] = (0..<4).map {
            Int16(bitPattern: UInt16(list[0].bytes[4 * $0]) | UInt16(list[0].bytes[4 * $0 + 1]) << 8)
        }
        #expect(zip(heard, Self.high).allSatisfy { abs(Float($0) - $1 * 32_768) <= 0.5 })
        #expect(status { _ = try AudioGraph.players(1, format: format(0, 2)) } == -10868)
        #expect(try AudioGraph.players(-1, format: format(48_000, 2)).players.isEmpty)
    }
}
