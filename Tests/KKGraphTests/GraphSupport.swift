import KKGraph
import KKPCM
import KKTestSupport
import KKUnits

func format(_ rate: Double, _ channels: Int) -> StreamDescription { .canonical(sampleRate: rate, channels: channels) }

/// The status of the graph error that `body` throws; `nil` if it throws none.
func status(_ body: () throws -> Void) -> Int32? {
    do {
        try body()
        return nil
    } catch {
        return (error as? GraphError)?.status ?? 0
    }
}

/// A desk: one file player per track, a mixer, the generic output; open, at 48 kHz.
struct Desk {
    let graph = AudioGraph()
    let output: Node
    let mixer: Node
    let players: [Node]

    init(_ tracks: [ScheduledSource], channels: Int = 2) throws {
        output = try graph.addNode(.genericOutput)
        mixer = try graph.addNode(.multiChannelMixer)
        let graph = graph
        players = try tracks.map { _ in try graph.addNode(.filePlayer) }
        try graph.connect(mixer, to: output)
        try graph.open()
        let unit = try graph.unit(of: mixer, as: MultiChannelMixer.self)
        try unit.setElementCount(tracks.count, scope: .input)
        try unit.setStreamFormat(format(48_000, channels), scope: .output)
        for (index, track) in tracks.enumerated() {
            let player = try graph.unit(of: players[index], as: FilePlayer.self)
            try player.setStreamFormat(track.source.format, scope: .output)
            try player.schedule(track)
            try graph.connect(players[index], to: mixer, index)
        }
    }
}

extension OfflineRenderer {
    /// Renders `frameCount` frames by requests of `request` frames; nil draws the numbers from a seed.
    func rendered(_ frameCount: Int, by request: Int? = nil) throws -> [[Float]] {
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: maximumFrameCount)
        var result = [[Float]](repeating: [], count: format.channelCount)
        var numbers = SeededNumbers(seed: 4)
        while result[0].count < frameCount {
            let wanted = request ?? 1 + Int(numbers.next() % UInt64(maximumFrameCount))
            try render(min(wanted, frameCount - result[0].count), into: &buffer)
            for channel in result.indices { result[channel] += buffer.samples(ofChannel: channel) }
        }
        return result
    }
}
