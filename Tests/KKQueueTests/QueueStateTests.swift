import KKQueue
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueStateTests {
    enum Situation: String, CaseIterable {
        case online, stopped, running, paused, stopping, pausedStopping, leaving, disposed
    }

    /// A queue in a situation, with ten frames enqueued.
    private func queue(
        _ situation: Situation
    ) throws -> (queue: AudioQueue, output: AudioQueue.Buffer, spare: AudioQueue.Buffer) {
        let queue = try AudioQueue(output: floats(48_000, 1)) { _, _ in }
        try queue.enqueue(try queue.buffer([Float](repeating: 1, count: 10)))
        let output = try queue.allocateBuffer(byteCapacity: 80)
        let spare = try queue.buffer([Float(1)])
        if situation == .online { return (queue, output, spare) }
        try queue.setOfflineRenderFormat(floats(48_000, 1))
        if situation == .stopped { return (queue, output, spare) }
        try queue.start()
        switch situation {
        case .paused: try queue.pause()
        case .stopping: try queue.stop(immediately: false)
        case .pausedStopping:
            try queue.stop(immediately: false)
            try queue.pause()
        case .leaving: try queue.dispose(immediately: false)
        case .disposed: try queue.dispose(immediately: true)
        default: break
        }
        return (queue, output, spare)
    }

    private typealias Call = (AudioQueue, AudioQueue.Buffer, AudioQueue.Buffer) throws -> Void

    /// For every call its status in each situation, in the order of the cases; 0 is not an error.
    private var table: [(name: String, call: Call, statuses: [Int32])] {
        [
            (
                "allocateBuffer", { queue, _, _ in _ = try queue.allocateBuffer(byteCapacity: 1) },
                [0, 0, 0, 0, 0, 0, -66685, -66671]
            ),
            ("freeBuffer", { queue, _, spare in try queue.freeBuffer(spare) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("enqueue", { queue, _, spare in try queue.enqueue(spare) }, [0, 0, 0, 0, -66632, -66632, -66685, -66671]),
            ("prime", { queue, _, _ in _ = try queue.prime() }, [0, 0, 0, 0, 0, 0, -66685, -66671]),
            ("start", { queue, _, _ in try queue.start() }, [-66681, 0, 0, 0, -66665, 0, -66685, -66671]),
            ("pause", { queue, _, _ in try queue.pause() }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("flush", { queue, _, _ in try queue.flush() }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("stop", { queue, _, _ in try queue.stop(immediately: false) }, [0, 0, 0, 0, 0, 0, -66685, -66671]),
            ("stop at once", { queue, _, _ in try queue.stop(immediately: true) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("reset", { queue, _, _ in try queue.reset() }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("dispose", { queue, _, _ in try queue.dispose(immediately: false) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("set parameter", { queue, _, _ in try queue.setParameter(1, 0.5) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("parameter", { queue, _, _ in _ = try queue.parameter(1) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            (
                "set format", { queue, _, _ in try queue.setOfflineRenderFormat(nil) },
                [0, 0, -66678, -66678, -66678, -66678, -66685, -66671]
            ),
            (
                "render", { queue, output, _ in _ = try queue.offlineRender(at: 0, into: output, frameCount: 20) },
                [-66626, 0, 0, 0, 0, 0, 0, -66671]
            ),
            ("current time", { queue, _, _ in _ = try queue.currentTime() }, [-66678, -66678, 0, 0, 0, 0, 0, -66671]),
            ("timeline", { queue, _, _ in _ = try queue.createTimeline() }, [0, 0, 0, 0, 0, 0, -66685, -66671]),
            (
                "time pitch", { queue, _, _ in try queue.setTimePitchEnabled(true) },
                [0, 0, -66678, -66678, -66678, -66678, -66685, -66671]
            ),
            (
                "layout", { queue, _, _ in try queue.setChannelLayout(.discrete(1)) },
                [0, 0, -66678, -66678, -66678, -66678, -66685, -66671]
            ),
            (
                "decode buffer", { queue, _, _ in try queue.setDecodeBufferSizeFrames(9) },
                [0, 0, -66678, -66678, -66678, -66678, -66685, -66671]
            ),
            ("metering", { queue, _, _ in try queue.setLevelMeteringEnabled(true) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            ("bypass", { queue, _, _ in try queue.setTimePitchBypassed(true) }, [0, 0, 0, 0, 0, 0, 0, -66671]),
            (
                "tap", { queue, _, _ in _ = try queue.makeProcessingTap(.preEffects) { _, count, _, _ in count } },
                [0, 0, -66678, -66678, -66678, -66678, -66685, -66671]
            ),
            (
                "listener", { queue, _, _ in try queue.addPropertyListener(.isRunning) { _, _ in } },
                [0, 0, 0, 0, 0, 0, 0, -66671]
            ),
        ]
    }

    @Test func `each call in each state`() throws {
        for row in table {
            for (situation, expected) in zip(Situation.allCases, row.statuses) {
                let (queue, output, spare) = try queue(situation)
                #expect(
                    queueStatus { try row.call(queue, output, spare) } ?? 0 == expected,
                    "\(row.name) when \(situation.rawValue)")
            }
        }
    }

    @Test func `how many frames there are in each state`() throws {
        for (situation, expected) in [
            (Situation.stopped, 0), (.running, 10), (.paused, 0), (.stopping, 10), (.pausedStopping, 0), (.leaving, 10),
        ] {
            let (queue, output, _) = try queue(situation)
            #expect(try queue.offlineRender(at: 0, into: output, frameCount: 20) == expected, "\(situation.rawValue)")
        }
    }

    @Test func `a listener hears of the start and of the end`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        var reported: [Bool] = []
        let id = try queue.addPropertyListener(.isRunning) { queue, property in
            #expect(property == .isRunning && property.code == "aqrn")
            reported.append(queue.isRunning)
        }
        try queue.addPropertyListener(.isTimePitchEnabled) { _, _ in reported.append(false) }
        try queue.start()
        try queue.start()
        try queue.pause()
        #expect(reported == [true] && queue.isRunning)
        try queue.start()
        try queue.stop(immediately: true)
        try queue.stop(immediately: true)
        #expect(reported == [true, false])
        try queue.enqueue(try queue.buffer([Float(1)]))
        try queue.start()
        try queue.stop(immediately: false)
        #expect(reported == [true, false, true] && queue.isRunning)
        #expect(try queue.rendered(9) == [1])
        #expect(reported == [true, false, true, false] && !queue.isRunning)
        try queue.removePropertyListener(id)
        #expect(queueStatus { try queue.removePropertyListener(id) } == -66682)
        try queue.start()
        try queue.stop(immediately: true)
        #expect(reported.count == 4)
        try queue.setTimePitchEnabled(true)
        try queue.setTimePitchEnabled(true)
        #expect(reported.count == 5)
    }

    @Test func `a listener may start the queue again`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.addPropertyListener(.isRunning) { queue, _ in
            if queue.isRunning { return }
            try queue.enqueue(try queue.buffer([Float(0.5)]))
            try queue.start()
        }
        try queue.enqueue(try queue.buffer([Float(1)]))
        try queue.start()
        try queue.stop(immediately: false)
        #expect(try queue.rendered(9) == [1])
        #expect(queue.isRunning)
        #expect(try queue.rendered(9) == [0.5])
    }

    @Test func `a pause leaves no gap`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.enqueue(try queue.buffer((0..<8).map { Float($0) }))
        try queue.start()
        #expect(try queue.rendered(3) == [0, 1, 2])
        try queue.pause()
        #expect(try queue.rendered(3, at: 3) == [])
        #expect(try queue.currentTime().sampleTime == 3)
        try queue.start(at: 1000)
        #expect(try queue.rendered(9, at: 3) == [3, 4, 5, 6, 7])
    }

    @Test func `prime says what is ready`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        #expect(try queue.prime() == 0)
        try queue.enqueue(try queue.buffer([Float](repeating: 0, count: 10)))
        try queue.enqueue(queue.buffer([Float(0), 0, 0]), trimFramesAtStart: 1, startTime: 15)
        #expect(try queue.prime() == 17)
        #expect(try queue.prime(5) == 5)
        #expect(try queue.prime(500) == 17)
        #expect(queueStatus { _ = try queue.prime(-1) } == -66682)
        try queue.start()
        #expect(try queue.prime() == 0)
    }

    @Test func `a stopped queue begins anew`() throws {
        let queue = try AudioQueue.offline(floats(44_100, 1), to: floats(48_000, 1))
        let noise = SeededNumbers.noise(2000, seed: 5)
        var results: [[Float]] = []
        for pass in 0..<3 {
            try queue.enqueue(try queue.buffer(noise))
            try queue.start()
            try queue.stop(immediately: false)
            if pass == 1 {
                _ = try queue.rendered(700)
                try queue.stop(immediately: true)
            } else {
                results.append(try queue.rendered(5000))
            }
        }
        let isSame = bits([results[0]]) == bits([results[1]])
        #expect(isSame && results[0].count == 2177)
    }

    @Test func `a queue on its way to a stop gets there after a reset, too`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.enqueue(try queue.buffer([Float(1), 1]))
        try queue.start()
        try queue.stop(immediately: false)
        try queue.reset()
        #expect(queue.isRunning)
        #expect(try queue.rendered(9) == [])
        #expect(!queue.isRunning)
    }
}
