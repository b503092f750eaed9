import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// What may be done from inside a slice.
@Suite struct GraphCallbackTests {
    private func graph(_ callback: @escaping RenderCallback) throws -> (graph: AudioGraph, output: GenericOutput) {
        let graph = AudioGraph()
        let output = try graph.addNode(.genericOutput)
        try graph.open()
        try graph.setInputCallback(output, 0, callback)
        let unit = try graph.unit(of: output, as: GenericOutput.self)
        try unit.setStreamFormat(format(48_000, 1), scope: .output)
        try graph.initialize()
        return (graph, unit)
    }

    private func slice(_ unit: AudioUnit, _ time: Int64 = 0) throws -> [Float] {
        var buffer = PCMBuffer(channelCount: 1, frameCapacity: 4)
        var flags: RenderActionFlags = .offlineRender
        try unit.render(&flags, time: AudioTime(sampleTime: time, sampleRate: 48_000), frameCount: 4, into: &buffer)
        return buffer.samples(ofChannel: 0)
    }

    private static func level(_ value: Float) -> RenderCallback {
        { _, _, _, frames, buffer in buffer.fill(channel: 0, with: Array(repeating: value, count: frames)) }
    }

    @Test func `a host that renders the output unit itself hears an edit behind the slice that asked for it`() throws {
        weak var weakGraph: AudioGraph?
        let head = Node(id: 1)
        let (graph, unit) = try graph { _, _, _, frames, buffer in
            guard let graph = weakGraph else { return }
            buffer.fill(channel: 0, with: Array(repeating: 1, count: frames))
            try graph.disconnect(head, 0)
            try graph.setInputCallback(head, 0, Self.level(2))
            #expect(try !graph.updateWhenPossible())
        }
        weakGraph = graph
        #expect(try slice(unit) == [1, 1, 1, 1])
        #expect(!graph.hasPendingEdits)
        #expect(try slice(unit) == [2, 2, 2, 2])
    }

    @Test func `a callback may stop the graph, and notifications may come and go`() throws {
        weak var weakGraph: AudioGraph?
        var heard: [String] = []
        var token = 0
        let (graph, unit) = try graph { _, time, _, _, _ in
            guard let graph = weakGraph else { return }
            if time.sampleTime == 0 {
                graph.removeRenderNotify(token)
                graph.addRenderNotify { flags, _, _, _, _ in if flags.contains(.preRender) { heard.append("second") } }
            } else {
                graph.stop()
                #expect(graph.isInitialized)
            }
        }
        weakGraph = graph
        token = graph.addRenderNotify { flags, _, _, _, _ in if flags.contains(.preRender) { heard.append("first") } }
        try graph.start()
        _ = try slice(unit)
        #expect(graph.isRunning && unit.isRunning)
        _ = try slice(unit, 4)
        #expect(!graph.isRunning && !unit.isRunning)
        #expect(heard == ["first", "second"])
    }

    @Test func `what would wait for the slice is refused inside it`() throws {
        weak var weakGraph: AudioGraph?
        var refused: [Int32?] = []
        let (graph, unit) = try graph { _, _, _, _, _ in
            guard let graph = weakGraph else { return }
            refused.append(status { try graph.update() })
            refused.append(status { try graph.initialize() })
            refused.append(status { try graph.uninitialize() })
            refused.append(status { try graph.start() })
            refused.append(status { try graph.close() })
            #expect(graph.betweenSlices { true })
        }
        weakGraph = graph
        // An update is possible in a notification before the slice.
        graph.addRenderNotify { _, _, _, _, _ in
            guard let graph = weakGraph else { return }
            refused.append(status { try graph.initialize() })
            refused.append(status { try graph.uninitialize() })
            refused.append(status { try graph.start() })
            refused.append(status { try graph.close() })
        }
        _ = try slice(unit)
        #expect(refused == Array(repeating: -10863, count: 13))
        #expect(graph.isInitialized)
        try graph.uninitialize()
    }

    @Test func `an edit in a notification before the slice is heard in that slice`() throws {
        weak var weakGraph: AudioGraph?
        let head = Node(id: 1)
        let (graph, unit) = try graph(Self.level(1))
        weakGraph = graph
        graph.addRenderNotify { flags, time, _, _, _ in
            guard let graph = weakGraph, flags.contains(.preRender), time.sampleTime == 4 else { return }
            #expect(throws: Never.self) {
                try graph.disconnect(head, 0)
                try graph.setInputCallback(head, 0, Self.level(2))
                try graph.update()
            }
            #expect(!graph.hasPendingEdits)
        }
        #expect(try slice(unit) == [1, 1, 1, 1])
        #expect(try slice(unit, 4) == [2, 2, 2, 2])
    }

    @Test func `a listener that an update calls may ask the graph, and is refused what would wait for the update`()
        throws
    {
        let (graph, unit) = try graph(Self.level(1))
        var heard: [Int32?] = []
        unit.addPropertyListener(.isRunning) { _, _, _, _ in
            #expect(graph.nodes.count == 1)
            heard.append(status { try graph.update() })
        }
        try graph.start()
        #expect(heard == [-10863])
        graph.stop()
        #expect(heard.count == 2)
    }

    @Test(arguments: [false, true], [false, true])
    func `each of two thousand connections is looked at a few times, from whichever end they are made`(
        isUpwards: Bool, isInitialized: Bool
    ) throws {
        let graph = AudioGraph(), count = 2_000
        graph.maximumFramesPerSlice = 4
        var nodes = [try graph.addNode(.genericOutput)]
        try graph.open()
        if isInitialized { try graph.initialize() }
        for _ in 1..<count { nodes.append(try graph.addNode(.lowPassFilter)) }
        for index in isUpwards ? Array(1..<count) : (1..<count).reversed() {
            try graph.connect(nodes[index], to: nodes[index - 1])
        }
        #expect(graph.linkSteps <= count)
        try graph.setInputCallback(nodes[count - 1], 0, Self.level(1))
        if isInitialized { try graph.update() } else { try graph.initialize() }
        #expect(try graph.unit(of: nodes[1], as: LowPassFilter.self).isInitialized)
        for node in nodes.dropFirst() { try graph.removeNode(node) }
        #expect(graph.interactions.isEmpty && graph.linkSteps <= 10 * count)
    }

    @Test func `a circle is refused, however long it is`() throws {
        let graph = AudioGraph(), count = 100
        let nodes = try (0..<count).map { _ in try graph.addNode(.multiChannelMixer) }
        for index in 1..<count { try graph.connect(nodes[index], to: nodes[index - 1]) }
        #expect(status { try graph.connect(nodes[0], to: nodes[count - 1], 1) } == -10861)
        try graph.disconnect(nodes[50])
        try graph.connect(nodes[0], to: nodes[count - 1], 1)
        #expect(graph.interactions.count == count - 1)
    }

    @Test func `a connection that was taken back before the update leaves nothing to be refused`() throws {
        let (graph, unit) = try graph(Self.level(3))
        let player = try graph.addNode(.filePlayer)
        try graph.connect(player, to: Node(id: 1), 5)
        try graph.disconnect(Node(id: 1), 5)
        try graph.update()
        #expect(try slice(unit) == [3, 3, 3, 3])
    }

    @Test func `a graph that is let go lets its units go, also where they feed one another in a ring`() throws {
        weak var unit: GenericOutput?
        weak var mixer: MultiChannelMixer?
        do {
            let graph = AudioGraph()
            let output = try graph.addNode(.genericOutput), middle = try graph.addNode(.multiChannelMixer)
            try graph.open()
            unit = try graph.unit(of: output, as: GenericOutput.self)
            mixer = try graph.unit(of: middle, as: MultiChannelMixer.self)
            try unit?.setInputSource(ArraySource([[1], [1]], sampleRate: 44_100))
            try unit?.setIOEnabled(true, scope: .input, element: 1)
            try graph.connect(output, 1, to: middle)
            try graph.connect(middle, to: output)
            try graph.initialize()
        }
        #expect(unit == nil && mixer == nil)
    }

    @Test func `mixers of mixers are rendered by workers as they are without one`() throws {
        var outputs: [[Float]] = []
        for workers in [nil, CountingWorkers()] {
            let graph = AudioGraph()
            graph.renderWorkers = workers
            let output = try graph.addNode(.genericOutput), last = try graph.addNode(.multiChannelMixer)
            let inner = try (0..<2).map { _ in try graph.addNode(.multiChannelMixer) }
            try graph.open()
            for (index, node) in inner.enumerated() {
                for bus in 0..<2 {
                    let player = try graph.addNode(.filePlayer)
                    let unit = try graph.unit(of: player, as: FilePlayer.self)
                    try unit.setStreamFormat(format(44_100, 2), scope: .output)
                    let noise = SeededNumbers.noise(400, seed: UInt64(2 * index + bus))
                    try unit.schedule(ScheduledSource(ArraySource([noise, noise], sampleRate: 44_100)))
                    try graph.connect(player, to: node, bus)
                }
                try graph.connect(node, to: last, index)
            }
            try graph.connect(last, to: output)
            try graph.initialize()
            outputs.append(try OfflineRenderer(graph).rendered(400, by: 100)[0])
            if let workers { #expect(workers.depth == 2) }
        }
        #expect(bits([outputs[0]]) == bits([outputs[1]]))
    }
}

/// One worker, which takes what it is given from the last to the first, and counts how many calls were inside one another.
private final class CountingWorkers: RenderWorkers {
    private var current = 0
    private(set) var depth = 0

    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        current += 1
        depth = max(depth, current)
        for number in (0..<count).reversed() { work(number) }
        current -= 1
    }
}
