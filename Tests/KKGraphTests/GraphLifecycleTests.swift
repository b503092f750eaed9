import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct GraphLifecycleTests {
    private let track = ScheduledSource(ArraySource([[1, 0.5, 0.25]]))

    @Test func `formats and layouts follow the connections`() throws {
        let desk = try Desk([track, ScheduledSource(ArraySource(Array(repeating: [0], count: 6)))])
        desk.graph.maximumFramesPerSlice = 333
        try desk.graph.unit(of: desk.players[1], as: FilePlayer.self).setChannelLayout(.discrete(6), scope: .output)
        try desk.graph.initialize()
        let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        let output = try desk.graph.unit(of: desk.output, as: GenericOutput.self)
        #expect(try mixer.streamFormat(.input, element: 0) == format(48_000, 1))
        #expect(try mixer.streamFormat(.input, element: 1) == format(48_000, 6))
        #expect(try mixer.channelLayout(.input, element: 1) == .discrete(6))
        #expect(try output.streamFormat(.output) == format(48_000, 2))
        #expect(mixer.maximumFramesPerSlice == 333 && output.maximumFramesPerSlice == 333)
    }

    @Test func `a bad connection is refused by node and bus`() throws {
        let desk = try Desk([track, ScheduledSource(ArraySource([[1]], sampleRate: 100))])
        #expect(
            text { try desk.graph.initialize() }
                == "node 2 'aumx' 'mcmx' bus 1: a rate of 100 Hz cannot become 48000 Hz: that is beyond 1 : 256; "
                + "choose a rate from 0.390625 to 25600 Hz")
        #expect(status { try desk.graph.initialize() } == -10868)
        #expect(!desk.graph.isInitialized)
        #expect(try desk.graph.nodeInfo(desk.players[0]).unit?.isInitialized == false)
    }

    @Test func `of two bad connections the one nearer to the source is named`() throws {
        let graph = AudioGraph()
        let output = try graph.addNode(.genericOutput)
        let last = try graph.addNode(.multiChannelMixer), first = try graph.addNode(.multiChannelMixer)
        let player = try graph.addNode(.filePlayer)
        try graph.connect(player, to: first)
        try graph.connect(first, to: last)
        try graph.connect(last, to: output)
        try graph.open()
        try graph.unit(of: player, as: FilePlayer.self).setStreamFormat(format(100, 2), scope: .output)
        try graph.unit(of: last, as: MultiChannelMixer.self).setStreamFormat(format(16_000_000, 2), scope: .output)
        #expect(text { try graph.initialize() }.hasPrefix("node 3 'aumx' 'mcmx' bus 0: "))
    }

    @Test func `a bus that a unit does not have is refused by node and bus`() throws {
        let desk = try Desk([track])
        try desk.graph.setInputCallback(desk.mixer, 7) { _, _, _, _, _ in }
        #expect(text { try desk.graph.initialize() } == "node 2 'aumx' 'mcmx' bus 7: the unit has 1 input bus")
        #expect(status { try desk.graph.initialize() } == -10877)
    }

    @Test func `the states come in AUGraph's order`() throws {
        let desk = try Desk([track])
        let graph = desk.graph
        try graph.close()
        #expect(!graph.isOpen)
        #expect(status { try graph.initialize() } == -10863)
        try graph.open()
        #expect(status { try graph.start() } == -10863)
        #expect(status { _ = try OfflineRenderer(graph) } == -10863)
        let mixer = try graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        try mixer.setStreamFormat(format(44_100, 2), scope: .output)
        try graph.initialize()
        try graph.start()
        #expect(graph.isRunning)
        #expect(status { try graph.removeNode(desk.output) } == -10862)
        graph.stop()
        #expect(status { try graph.removeNode(desk.output) } == -10863)
        try graph.uninitialize()
        try graph.removeNode(desk.output)
        #expect(status { try graph.initialize() } == -10862)
    }

    @Test func `only units that take part are initialized`() throws {
        let desk = try Desk([track])
        let idle = try desk.graph.addNode(.filePlayer)
        try desk.graph.initialize()
        #expect(try desk.graph.nodeInfo(idle).unit?.isInitialized == false)
        #expect(try desk.graph.nodeInfo(desk.players[0]).unit?.isInitialized == true)
    }

    @Test func `a connection that was taken away is gone after the next initialization`() throws {
        let desk = try Desk([track, ScheduledSource(ArraySource([[2, 2, 2]]))])
        try desk.graph.initialize()
        try desk.graph.uninitialize()
        try desk.graph.disconnect(desk.mixer, 1)
        try desk.graph.unit(of: desk.players[0], as: FilePlayer.self).schedule(
            ScheduledSource(ArraySource([[1, 1, 1]])))
        try desk.graph.initialize()
        #expect(try OfflineRenderer(desk.graph).rendered(3)[0] == [1, 1, 1])
    }

    @Test func `a callback that was set on a unit by hand stays`() throws {
        let desk = try Desk([track])
        let mixer = try desk.graph.unit(of: desk.mixer, as: MultiChannelMixer.self)
        try mixer.setElementCount(2, scope: .input)
        try mixer.setStreamFormat(format(48_000, 1), scope: .input, element: 1)
        try mixer.setRenderCallback({ _, _, _, _, buffer in buffer.fill(channel: 0, with: [3]) }, bus: 1)
        for _ in 0..<2 {
            try desk.graph.initialize()
            #expect(try OfflineRenderer(desk.graph).rendered(1)[0][0] >= 3)
            try desk.graph.uninitialize()
        }
    }

    @Test func `nodes may be added in any order`() throws {
        let graph = AudioGraph()
        let player = try graph.addNode(.filePlayer), output = try graph.addNode(.genericOutput)
        let second = try graph.addNode(.multiChannelMixer), first = try graph.addNode(.multiChannelMixer)
        try graph.connect(second, to: output)
        try graph.connect(first, to: second, 1)
        try graph.connect(player, to: first, 2)
        try graph.open()
        for node in [first, second] {
            try graph.unit(of: node, as: MultiChannelMixer.self).setStreamFormat(format(8000, 1), scope: .output)
        }
        let unit = try graph.unit(of: player, as: FilePlayer.self)
        try unit.setStreamFormat(format(8000, 1), scope: .output)
        try unit.schedule(ScheduledSource(ArraySource([[1, 2, 3]], sampleRate: 8000)))
        try graph.initialize()
        #expect(try OfflineRenderer(graph).rendered(4) == [[1, 2, 3, 0]])
    }

    @Test func `a long chain of units is no trouble`() throws {
        let graph = AudioGraph()
        var last = try graph.addNode(.genericOutput)
        let head = last
        for _ in 0..<200 {
            let mixer = try graph.addNode(.multiChannelMixer)
            try graph.connect(mixer, to: last)
            last = mixer
        }
        try graph.setInputCallback(last) { _, _, _, frames, buffer in
            buffer.fill(channel: 1, with: Array(repeating: 0.5, count: frames))
        }
        try graph.open()
        try graph.initialize()
        #expect(try OfflineRenderer(graph).rendered(3) == [[0, 0, 0], [0.5, 0.5, 0.5]])
        #expect(try graph.nodeInfo(head).unit?.isInitialized == true)
    }

    @Test func `graph notifications hear every slice of the head`() throws {
        let desk = try Desk([track])
        var heard: [String] = []
        desk.graph.addRenderNotify { flags, time, _, frames, _ in
            heard.append("\(flags.contains(.preRender) ? "pre" : "post") \(time.sampleTime)+\(frames)")
        }
        desk.graph.maximumFramesPerSlice = 10
        try desk.graph.initialize()
        _ = try OfflineRenderer(desk.graph, maximumFrameCount: 15).rendered(15, by: 15)
        #expect(heard == ["pre 0+10", "post 0+10", "pre 10+5", "post 10+5"])
    }
}
