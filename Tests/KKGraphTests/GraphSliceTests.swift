import Foundation
import KKGraph
import KKPCM
import KKTestSupport
import KKUnits
import Testing

/// Who is inside a slice, and what waits for its end.
@Suite(.timeLimit(.minutes(1))) struct GraphSliceTests {
    private static func level(_ value: Float) -> RenderCallback {
        { _, _, _, frames, buffer in buffer.fill(channel: 0, with: Array(repeating: value, count: frames)) }
    }

    private func slice(_ unit: AudioUnit, _ frames: Int = 4, _ time: Int64 = 0) throws -> [Float] {
        let format = try unit.streamFormat(.output)
        var buffer = PCMBuffer(channelCount: format.channelCount, frameCapacity: frames)
        var flags: RenderActionFlags = .offlineRender
        try unit.render(
            &flags, time: AudioTime(sampleTime: time, sampleRate: format.sampleRate), frameCount: frames, into: &buffer)
        return buffer.samples(ofChannel: 0)
    }

    /// A head fed by a mixer, open.
    private struct Bench {
        let graph = AudioGraph()
        let output: Node, mixer: Node
        let head: GenericOutput

        init(_ workers: (any RenderWorkers)? = nil) throws {
            graph.renderWorkers = workers
            output = try graph.addNode(.genericOutput)
            mixer = try graph.addNode(.multiChannelMixer)
            try graph.open()
            try graph.connect(mixer, to: output)
            head = try graph.unit(of: output, as: GenericOutput.self)
        }

        /// A player of ones into a bus.
        @discardableResult
        func addPlayer(
            to node: Node? = nil, bus: Int, _ completion: (() -> Void)? = nil
        ) throws -> FilePlayer {
            let player = try graph.addNode(.filePlayer)
            let unit = try graph.unit(of: player, as: FilePlayer.self)
            let ones = [Float](repeating: 1, count: 100), source = ArraySource([ones, ones], sampleRate: 44_100)
            try unit.setScheduledFiles([source])
            try unit.scheduleRegion(
                ScheduledAudioFileRegion(source, startTime: 0, completion: { _, _ in completion?() }))
            try unit.scheduleStartTime(-1)
            try graph.connect(player, to: node ?? mixer, bus)
            return unit
        }
    }

    @Test func `a completion is inside the slice, also where a worker calls it`() throws {
        for workers in [nil, AnotherThread()] {
            let bench = try Bench(workers)
            let graph = bench.graph
            var answers: [Int32?] = []
            try bench.addPlayer(bus: 0)
            try bench.addPlayer(bus: 1) {
                answers.append(status { try graph.update() })
                answers.append(status { try graph.uninitialize() })
                graph.betweenSlices {}
                graph.stop()
            }
            try graph.initialize()
            try graph.start()
            _ = try slice(bench.head, 512)
            #expect(answers == [-10863, -10863])
            #expect(!graph.isRunning && graph.isInitialized)
        }
    }

    @Test func `a notification and a callback that come later are called by the thread that renders`() throws {
        let workers = AnotherThread()
        let bench = try Bench(workers)
        let graph = bench.graph
        let inner = try graph.addNode(.multiChannelMixer)
        try graph.connect(inner, to: bench.mixer, 1)
        let first = try bench.addPlayer(bus: 0)
        try bench.addPlayer(to: inner, bus: 0)
        try graph.initialize()
        _ = try slice(bench.head)
        #expect(workers.calls == 1)
        let own = Thread.current
        var isOwn: [Bool] = []
        let mixer = try graph.unit(of: inner, as: MultiChannelMixer.self)
        let token = mixer.addRenderNotify { _, _, _, _, _ in isOwn.append(Thread.current == own) }
        first.addRenderNotify { _, _, _, _, _ in isOwn.append(Thread.current == own) }
        _ = try slice(bench.head)
        // Both buses have become one group.
        #expect(workers.calls == 1)
        mixer.removeRenderNotify(token)
        try mixer.setRenderCallback({ _, _, _, _, _ in isOwn.append(Thread.current == own) }, bus: 3)
        _ = try slice(bench.head)
        #expect(isOwn == Array(repeating: true, count: 7))
    }

    @Test func `stopping and notifications are done behind the slice, whatever becomes of an edit`() throws {
        let bench = try Bench()
        let graph = bench.graph, mixer = bench.mixer
        let other = try graph.addNode(.multiChannelMixer)
        try graph.unit(of: other, as: MultiChannelMixer.self).setStreamFormat(format(48_000, 1), scope: .output)
        var isFirst = true, heard = 0
        try graph.setInputCallback(mixer, 0) { [unowned graph] _, _, _, _, _ in
            guard isFirst else { return }
            isFirst = false
            // An initialized bus takes no other rate.
            try graph.connect(other, to: mixer, 1)
            #expect(try !graph.updateWhenPossible())
            graph.stop()
            graph.addRenderNotify { flags, _, _, _, _ in if flags.contains(.preRender) { heard += 1 } }
        }
        try graph.initialize()
        try graph.start()
        _ = try slice(bench.head)
        #expect(graph.lastUpdateError != nil && !graph.isRunning && heard == 0)
        _ = try slice(bench.head)
        #expect(heard == 1)
    }

    @Test func `what is asked for while another thread has the graph is done when that lets it go`() throws {
        let bench = try Bench()
        let graph = bench.graph
        try graph.setInputCallback(bench.mixer, 0, Self.level(1))
        try graph.initialize()
        try graph.start()
        let shared = Shared(value: graph), isInside = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0), isOut = DispatchSemaphore(value: 0)
        Thread {
            shared.value.betweenSlices {
                isInside.signal()
                mayGo.wait()
            }
            isOut.signal()
        }.start()
        isInside.wait()
        var heard = 0
        graph.addRenderNotify { _, _, _, _, _ in heard += 1 }
        graph.stop()
        #expect(graph.isRunning)
        mayGo.signal()
        isOut.wait()
        #expect(!graph.isRunning)
        try graph.uninitialize()
        try graph.initialize()
        _ = try slice(bench.head)
        #expect(heard == 2)
    }

    @Test(arguments: [false, true]) func `of two threads that ask for a slice one waits for the other`(
        asBytes: Bool
    ) throws {
        let bench = try Bench()
        let isInside = DispatchSemaphore(value: 0), mayGo = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        var isFirst = true
        try bench.graph.setInputCallback(bench.mixer, 0) { _, _, _, _, buffer in
            guard isFirst else { return }
            isFirst = false
            isInside.signal()
            mayGo.wait()
        }
        try bench.graph.initialize()
        let head = Shared(value: bench.head), errors = Shared(value: Errors())
        for _ in 0..<2 {
            Thread {
                do {
                    var flags: RenderActionFlags = []
                    let time = AudioTime(sampleTime: 0, sampleRate: 44_100)
                    if asBytes {
                        var list = AudioBufferList(for: format(44_100, 2), frameCapacity: 4)
                        try head.value.render(&flags, time: time, frameCount: 4, into: &list)
                    } else {
                        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
                        try head.value.render(&flags, time: time, frameCount: 4, into: &buffer)
                    }
                } catch {
                    errors.value.add(error)
                }
                isDone.signal()
            }.start()
        }
        isInside.wait()
        // The other one has nothing to do before the slice is done; if it does not wait it is done now, with an error.
        _ = isDone.wait(timeout: .now() + 0.1)
        mayGo.signal()
        isDone.wait()
        if errors.value.count == 0 { isDone.wait() }
        #expect(errors.value.count == 0)
    }

    @Test func `an update by a notification in the middle of another slice is refused`() throws {
        let bench = try Bench()
        let graph = bench.graph, mixer = bench.mixer, head = bench.head
        let ones = [Float](repeating: 1, count: 1000)
        try head.setInputSource(ArraySource([ones, ones], sampleRate: 44_100))
        try head.setIOEnabled(true, scope: .input, element: 1)
        try graph.setInputCallback(mixer, 0) { _, time, _, frames, buffer in
            var flags: RenderActionFlags = []
            try head.render(&flags, time: time, bus: 1, frameCount: frames, into: &buffer)
        }
        try graph.setInputCallback(mixer, 1, Self.level(10))
        var answers: [Int32?] = []
        graph.addRenderNotify { [unowned graph] flags, time, bus, _, _ in
            guard bus == 1, flags.contains(.preRender), time.sampleTime == 0 else { return }
            answers.append(
                status {
                    try graph.disconnect(mixer, 0)
                    try graph.setInputCallback(mixer, 0, Self.level(100))
                    try graph.disconnect(mixer, 1)
                    try graph.setInputCallback(mixer, 1, Self.level(1000))
                    try graph.update()
                })
        }
        try graph.initialize()
        #expect(try slice(head) == [11, 11, 11, 11])
        #expect(answers == [-10863])
        try graph.update()
        #expect(try slice(head, 4, 4) == [1100, 1100, 1100, 1100])
    }

    @Test func `a parameter that is set in a slice is in force from the next one on, whatever workers do`() throws {
        for workers in [nil, AnotherThread()] {
            let bench = try Bench(workers)
            let graph = bench.graph, parameters = bench.graph.parameters
            let inner = try graph.addNode(.multiChannelMixer)
            try bench.addPlayer(to: inner, bus: 0)
            try graph.connect(inner, to: bench.mixer, 1)
            try graph.setInputCallback(bench.mixer, 0) { _, _, _, _, _ in
                try parameters.set(MultiChannelMixer.Parameter.volume, 0, of: inner, scope: .output)
            }
            try graph.initialize()
            #expect(try slice(bench.head) == [1, 1, 1, 1])
            #expect(try slice(bench.head, 4, 4) == [0, 0, 0, 0])
        }
    }

    @Test func `a parameter that a notification of the graph sets before a slice is heard in it`() throws {
        let bench = try Bench()
        let parameters = bench.graph.parameters, mixer = bench.mixer
        try bench.graph.setInputCallback(mixer, 0, Self.level(1))
        bench.graph.addRenderNotify { flags, _, _, _, _ in
            guard flags.contains(.preRender) else { return }
            #expect(
                status { try parameters.set(MultiChannelMixer.Parameter.volume, 0.5, of: mixer, scope: .output) } == nil
            )
        }
        try bench.graph.initialize()
        #expect(try slice(bench.head) == [0.5, 0.5, 0.5, 0.5])
    }

    @Test func `a unit's notification before its slice may update the graph, which is heard in the next slice`() throws
    {
        let bench = try Bench()
        let graph = bench.graph, mixer = bench.mixer
        try graph.setInputCallback(mixer, 0, Self.level(1))
        try graph.initialize()
        var answers: [Int32?] = []
        try graph.unit(of: mixer, as: MultiChannelMixer.self).addRenderNotify { [unowned graph] flags, time, _, _, _ in
            if flags.contains(.preRender) && time.sampleTime == 0 {
                answers.append(
                    status {
                        try graph.setInputCallback(mixer, 1, Self.level(2))
                        try graph.update()
                    })
            }
            if flags.contains(.postRender) { answers.append(status { try graph.update() }) }
        }
        #expect(try slice(bench.head) == [1, 1, 1, 1])
        #expect(!graph.hasPendingEdits)
        #expect(try slice(bench.head, 4, 4) == [3, 3, 3, 3])
        #expect(answers == [nil, -10863, -10863])
    }

    @Test func `a head that outlives its graph is a unit like any other`() throws {
        var bench: Bench? = try Bench()
        var heard = 0
        try bench?.graph.setInputCallback(#require(bench?.mixer), 0, Self.level(1))
        bench?.graph.addRenderNotify { _, _, _, _, _ in heard += 1 }
        try bench?.graph.initialize()
        let head = try #require(bench?.head)
        #expect(try slice(head) == [1, 1, 1, 1])
        weak let graph = bench?.graph
        bench = nil
        #expect(graph == nil)
        #expect(throws: AudioUnitError.self) { try slice(head) }
        #expect(heard == 2)
    }
}

/// Workers that do number 0 themselves, and all others on another thread before.
private final class AnotherThread: RenderWorkers {
    private(set) var calls = 0

    func perform(_ count: Int, _ work: @escaping (Int) -> Void) {
        calls += 1
        let shared = Shared(value: work), isDone = DispatchSemaphore(value: 0)
        Thread {
            for number in 1..<count { shared.value(number) }
            isDone.signal()
        }.start()
        isDone.wait()
        work(0)
    }
}

private final class Errors {
    private let lock = NSLock()
    private var errors: [any Error] = []

    var count: Int { lock.withLock { errors.count } }
    func add(_ error: any Error) { lock.withLock { errors.append(error) } }
}

/// What two threads have, each of which knows what it may do with it.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value
}
