import Foundation
@testable import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Synchronization
import Testing

@Suite struct GraphUpdateTests {
    /// A mixer of four mono buses into a mono head, initialized, with bus 0 at a level of 1.
    private struct Bench {
        let graph = AudioGraph()
        let output: Node
        let mixer: Node

        init() throws {
            output = try graph.addNode(.genericOutput)
            mixer = try graph.addNode(.multiChannelMixer)
            try graph.connect(mixer, to: output)
            try graph.open()
            let unit = try graph.unit(of: mixer, as: MultiChannelMixer.self)
            try unit.setElementCount(4, scope: .input)
            try unit.setStreamFormat(format(48_000, 1), scope: .output)
            for bus in 0..<4 { try unit.setStreamFormat(format(48_000, 1), scope: .input, element: bus) }
            try graph.setInputCallback(mixer, 0, Self.level(1))
            try graph.initialize()
        }

        static func level(_ value: Float) -> RenderCallback {
            { _, _, _, frames, buffer in buffer.fill(channel: 0, with: Array(repeating: value, count: frames)) }
        }

        func heard(_ renderer: OfflineRenderer) throws -> Float { try renderer.rendered(10, by: 10)[0][9] }
    }

    @Test func `edits of an initialized graph are heard after the update, and told before it`() throws {
        let bench = try Bench()
        let renderer = try OfflineRenderer(bench.graph)
        #expect(try bench.heard(renderer) == 1)
        try bench.graph.setInputCallback(bench.mixer, 1, Bench.level(2))
        #expect(bench.graph.hasPendingEdits && bench.graph.description.contains("eventsToProcess=T"))
        #expect(bench.graph.interactions.count == 3)
        #expect(try bench.heard(renderer) == 1)
        try bench.graph.update()
        #expect(!bench.graph.hasPendingEdits)
        #expect(try bench.heard(renderer) == 3)
        try bench.graph.disconnect(bench.mixer, 0)
        #expect(try bench.graph.updateWhenPossible())
        #expect(try bench.heard(renderer) == 2)
        bench.graph.clearConnections()
        try bench.graph.update()
        #expect(throws: AudioUnitError.self) { try bench.heard(renderer) }
    }

    @Test func `a chain that is added while the graph renders is initialized from its source on`() throws {
        let bench = try Bench()
        let graph = bench.graph
        let renderer = try OfflineRenderer(graph)
        let player = try graph.addNode(.filePlayer), second = try graph.addNode(.multiChannelMixer)
        let source = ArraySource([[Float](repeating: 4, count: 100)], sampleRate: 48_000)
        let unit = try graph.unit(of: player, as: FilePlayer.self)
        try unit.setStreamFormat(format(48_000, 1), scope: .output)
        try unit.schedule(ScheduledSource(source, startTime: 0))
        try graph.unit(of: second, as: MultiChannelMixer.self).setStreamFormat(format(48_000, 1), scope: .output)
        // The taker first.
        try graph.connect(second, to: bench.mixer, 2)
        try graph.connect(player, to: second)
        #expect(try graph.nodeInfo(player).unit?.isInitialized == false)
        try graph.update()
        #expect(try graph.nodeInfo(player).unit?.isInitialized == true)
        #expect(try bench.heard(renderer) == 5)
        try graph.removeNode(second)
        try graph.update()
        #expect(try bench.heard(renderer) == 1)
        #expect(try graph.interactions(of: player).isEmpty)
    }

    @Test func `an edit that fails is dropped with its connection, and those behind it wait`() throws {
        let bench = try Bench()
        let graph = bench.graph
        let player = try graph.addNode(.filePlayer)
        try graph.unit(of: player, as: FilePlayer.self).setStreamFormat(format(48_000, 2), scope: .output)
        try graph.connect(player, to: bench.mixer, 1)
        try graph.setInputCallback(bench.mixer, 2, Bench.level(7))
        #expect(status { try graph.update() } == -10865)
        #expect(graph.lastUpdateError?.status == -10865 && graph.hasPendingEdits)
        #expect(graph.description.contains("mLastUpdateError=-10865, eventsToProcess=T"))
        #expect(try graph.interactions(of: player).isEmpty)
        try graph.update()
        #expect(graph.lastUpdateError == nil)
        #expect(try bench.heard(OfflineRenderer(graph)) == 8)
    }

    @Test func `a callback may ask for an update, which comes before the next slice`() throws {
        let bench = try Bench()
        let graph = bench.graph
        var isMadeAtOnce: Bool?
        try graph.setInputCallback(bench.mixer, 1) { _, _, _, _, _ in
            if isMadeAtOnce != nil { return }
            try graph.disconnect(bench.mixer, 0)
            try graph.setInputCallback(bench.mixer, 3, Bench.level(9))
            isMadeAtOnce = try graph.updateWhenPossible()
        }
        try graph.update()
        let renderer = try OfflineRenderer(graph)
        #expect(try bench.heard(renderer) == 1)
        #expect(isMadeAtOnce == false)
        #expect(try bench.heard(renderer) == 9)
    }

    @Test func `a slice waits for nobody who sets a parameter, which is heard in the next one`() throws {
        let bench = try Bench(), renderer = try OfflineRenderer(bench.graph)
        let id = MultiChannelMixer.Parameter.volume
        #expect(try bench.heard(renderer) == 1)
        try bench.graph.parameters.set(id, 0.5, of: bench.mixer, scope: .input)
        // Somebody is in the middle of setting something.
        let during = try bench.graph.postedParameters.posts.withLock { _ in try bench.heard(renderer) }
        #expect(during == 1)
        #expect(try bench.heard(renderer) == 0.5)
    }

    @Test func `two threads may edit and render: every slice is all before an edit or all after it`() throws {
        let bench = try Bench()
        let graph = bench.graph, shared = Shared(value: bench.graph)
        let mixer = bench.mixer
        let done = Flag()
        let editor = Thread {
            for _ in 0..<300 {
                do {
                    try shared.value.setInputCallback(mixer, 1, Bench.level(2))
                    try shared.value.setInputCallback(mixer, 2, Bench.level(4))
                    try shared.value.update()
                    try shared.value.disconnect(mixer, 1)
                    try shared.value.disconnect(mixer, 2)
                    if try !shared.value.updateWhenPossible() { try shared.value.update() }
                } catch {
                    done.trouble = "\(error)"
                }
            }
            done.set()
        }
        editor.start()
        let renderer = try OfflineRenderer(graph, maximumFrameCount: 64)
        while !done.isSet {
            let slice = try renderer.rendered(64, by: 64)[0]
            #expect(Set(slice) == [1] || Set(slice) == [7])
        }
        #expect(done.trouble == nil)
    }

    @Test func `parameters are set by any thread, and are in force from the next slice on`() throws {
        let bench = try Bench()
        let renderer = try OfflineRenderer(bench.graph, maximumFrameCount: 64)
        let parameters = bench.graph.parameters, mixer = bench.mixer, done = Flag()
        typealias Parameter = MultiChannelMixer.Parameter
        // A slice may come before the first of them.
        try parameters.set(Parameter.volume, 0, of: mixer, scope: .input)
        Thread {
            for step in 1...2_000 {
                do {
                    try parameters.set(Parameter.volume, Float(step) / 1_000, of: mixer, scope: .input)
                } catch {
                    done.trouble = "\(error)"
                }
            }
            done.set()
        }.start()
        var last: Float = 0
        while !done.isSet {
            let slice = try renderer.rendered(64, by: 64)[0]
            #expect(Set(slice).count == 1 && slice[0] >= last || last == 0)
            last = slice[0]
        }
        #expect(done.trouble == nil)
        #expect(try bench.heard(renderer) == 2)
        #expect(status { try parameters.set(Parameter.volume, .nan, of: mixer, scope: .input) } == -66743)
        #expect(status { try parameters.set(77, 1, of: mixer, scope: .input) } == -10878)
        #expect(status { try parameters.set(Parameter.volume, 1, of: Node(id: 99)) } == -10860)
        try parameters.set(Parameter.volume, 0.5, of: mixer, scope: .input)
        #expect(try bench.heard(renderer) == 0.5)
        try parameters.set(Parameter.pan, -7, of: mixer, scope: .input)
        _ = try bench.heard(renderer)
        let unit = try bench.graph.unit(of: mixer, as: MultiChannelMixer.self)
        #expect(try unit.parameter(Parameter.pan, scope: .input) == -1, "the nearest end of the range")
        try parameters.set(Parameter.pan, 0, of: mixer, scope: .input)
        try bench.graph.uninitialize()
        try parameters.set(Parameter.volume, 0.25, of: mixer, scope: .input)
        #expect(try unit.parameter(Parameter.volume, scope: .input) == 0.25)
    }

    @Test func `callbacks are called by the thread that renders, whatever workers do`() throws {
        let graph = AudioGraph()
        graph.renderWorkers = LastFirstWorkers()
        let output = try graph.addNode(.genericOutput), mixer = try graph.addNode(.multiChannelMixer)
        try graph.open()
        try graph.unit(of: mixer, as: MultiChannelMixer.self).setElementCount(4, scope: .input)
        for bus in 0..<3 {
            let player = try graph.addNode(.filePlayer)
            try graph.unit(of: player, as: FilePlayer.self).schedule(
                ScheduledSource(ArraySource([[1], [1]], sampleRate: 44_100)))
            try graph.connect(player, to: mixer, bus)
        }
        let own = Thread.current
        var calls = 0
        try graph.setInputCallback(mixer, 3) { _, _, _, _, _ in
            #expect(Thread.current == own)
            calls += 1
        }
        try graph.connect(mixer, to: output)
        try graph.initialize()
        _ = try OfflineRenderer(graph).rendered(10, by: 5)
        #expect(calls == 2)
    }

    @Test func `between slices nothing is rendered, and notifications end when they are removed`() throws {
        let bench = try Bench()
        let renderer = try OfflineRenderer(bench.graph)
        var count = 0
        let token = bench.graph.addRenderNotify { flags, _, _, _, _ in if flags.contains(.postRender) { count += 1 } }
        _ = try bench.heard(renderer)
        let unit = try bench.graph.unit(of: bench.mixer, as: MultiChannelMixer.self)
        try bench.graph.betweenSlices { try unit.setParameter(MultiChannelMixer.Parameter.volume, 0.5, scope: .input) }
        #expect(try bench.heard(renderer) == 0.5)
        bench.graph.removeRenderNotify(token)
        _ = try bench.heard(renderer)
        #expect(count == 2)
    }

    @Test func `every unit keeps its own slice size unless the graph has one`() throws {
        let graph = AudioGraph()
        let output = try graph.addNode(.genericOutput), mixer = try graph.addNode(.multiChannelMixer)
        try graph.connect(mixer, to: output)
        try graph.open()
        try graph.unit(of: mixer, as: MultiChannelMixer.self).setMaximumFramesPerSlice(4096)
        try graph.unit(of: output, as: GenericOutput.self).setMaximumFramesPerSlice(2048)
        try graph.initialize()
        #expect(try graph.nodeInfo(mixer).unit?.maximumFramesPerSlice == 4096)
        #expect(try OfflineRenderer(graph).maximumFrameCount == 2048)
    }
}

/// Something that one thread tells another.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    private var text: String?

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
    var trouble: String? {
        get { lock.withLock { text } }
        set { lock.withLock { text = newValue } }
    }
}

/// Workers that do number 0 themselves, and all others on another thread.
private final class LastFirstWorkers: RenderWorkers {
    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        let shared = Shared(value: work)
        let done = DispatchSemaphore(value: 0)
        Thread {
            for number in 1..<count { shared.value(number) }
            done.signal()
        }.start()
        done.wait()
        work(0)
    }
}

/// What two threads have, each of which knows what it may do with it.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value
}
