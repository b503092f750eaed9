import KKQueue
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueLoopTests {
    /// The loop of Apple's Technical Q&A QA1562: three input buffers, filled before the start and by the callback,
    /// which flushes and stops at the end of the file; a first call for no frames; then one buffer of output after the
    /// other.
    @Test func `the loop that programs have`() throws {
        let file = (0..<10_000).map { Int16($0) }
        var place = 0
        var isDone = false
        let queue = try AudioQueue(output: shorts(44_100, 1)) { queue, buffer in
            if isDone { return }
            let count = min(1024, file.count - place)
            if count > 0 {
                try buffer.fill(samples: Array(file[place..<place + count]))
                try queue.enqueue(buffer)
                place += count
            } else {
                try queue.flush()
                try queue.stop(immediately: false)
                isDone = true
            }
        }
        for _ in 0..<3 { try queue.callback(with: queue.allocateBuffer(byteCapacity: 2048), &place, file) }
        try queue.setOfflineRenderFormat(shorts(44_100, 1))
        try queue.start()
        let capture = try queue.allocateBuffer(byteCapacity: 1000)
        var time: Int64 = 0
        #expect(try queue.offlineRender(at: time, into: capture, frameCount: 0) == 0)
        #expect(capture.byteCount == 0 && queue.isRunning)
        var written: [Int16] = []
        while true {
            let count = try queue.offlineRender(at: time, into: capture, frameCount: 500)
            written += capture.samples(as: Int16.self)
            time += Int64(count)
            if isDone && count < 500 { break }
        }
        #expect(written == file)
        #expect(!queue.isRunning)
    }

    @Test func `a buffer comes back right after its last frame`() throws {
        var reported: [(Int, Double)] = []
        let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, buffer in
            reported.append((buffer.byteCount / 4, try queue.currentTime().sampleTime))
        }
        for count in [3, 5, 700] { try queue.enqueue(try queue.buffer([Float](repeating: 0, count: count))) }
        try queue.start()
        _ = try queue.rendered(2)
        #expect(reported.isEmpty)
        _ = try queue.rendered(1, at: 2)
        #expect(reported.map(\.0) == [3])
        _ = try queue.rendered(1000, at: 3)
        #expect(reported.map(\.0) == [3, 5, 700] && reported.map(\.1) == [3, 8, 708])
    }

    @Test func `what a callback sets holds from the next frame on, at any request`() throws {
        for request in [1, 3, 10, 100] {
            var volume: Float = 1
            let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, buffer in
                volume /= 2
                try queue.setParameter(AudioQueue.Parameter.volume, volume)
                if volume > 0.2 { try queue.enqueue(buffer) } else { try queue.stop(immediately: false) }
            }
            try queue.enqueue(try queue.buffer([Float](repeating: 1, count: 4)))
            try queue.start()
            var result: [Float] = []
            while queue.isRunning { result += try queue.rendered(request, at: Int64(result.count)) }
            #expect(result == [1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25])
        }
    }

    @Test func `a callback may stop, reset, pause or dispose of the queue`() throws {
        for (call, expected) in [(0, 3), (1, 3), (2, 3), (3, 3), (4, 6)] {
            var returned = 0
            let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, _ in
                returned += 1
                if returned > 1 { return }
                switch call {
                case 0: try queue.stop(immediately: true)
                case 1: try queue.reset()
                case 2: try queue.pause()
                case 3: try queue.dispose(immediately: true)
                default: try queue.stop(immediately: false)
                }
            }
            for _ in 0..<2 { try queue.enqueue(try queue.buffer([Float(1), 1, 1])) }
            try queue.start()
            let output = try queue.allocateBuffer(byteCapacity: 400)
            #expect(try queue.offlineRender(at: 0, into: output, frameCount: 100) == expected, "call \(call)")
            #expect(queue.isRunning == (call == 1 || call == 2))
            #expect(returned == [2, 2, 1, 1, 2][call])
            if call == 2 {
                try queue.start()
                #expect(try queue.rendered(100, at: 3) == [1, 1, 1])
            }
        }
    }

    @Test func `what must not be called in a callback is refused`() throws {
        var statuses: [Int32?] = []
        let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, buffer in
            statuses.append(queueStatus { _ = try queue.offlineRender(at: 9, into: buffer, frameCount: 1) })
            try queue.stop(immediately: true)
            statuses.append(queueStatus { try queue.setOfflineRenderFormat(floats(8000, 1)) })
            statuses.append(queueStatus { try queue.setTimePitchEnabled(true) })
        }
        try queue.enqueue(try queue.buffer([Float(1)]))
        try queue.start()
        #expect(try queue.rendered(9) == [1])
        #expect(statuses == [-66678, -66678, -66678])
    }

    @Test func `an error of a callback comes out, and the queue goes on behind it`() throws {
        struct Trouble: Error {}
        var isBad = true
        let queue = try AudioQueue.offline(floats(48_000, 1)) { _, _ in
            if isBad { throw Trouble() }
        }
        try queue.enqueue(try queue.buffer([Float(1), 1]))
        try queue.enqueue(try queue.buffer([Float(0.5)]))
        try queue.start()
        let output = try queue.allocateBuffer(byteCapacity: 400)
        #expect(throws: Trouble.self) { try queue.offlineRender(at: 0, into: output, frameCount: 100) }
        #expect(output.samples(as: Float.self) == [1, 1])
        isBad = false
        #expect(try queue.rendered(100, at: 2) == [0.5])
    }

    @Test func `nothing can be enqueued while buffers are given back`() throws {
        var statuses: [Int32?] = []
        let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, buffer in
            statuses.append(queueStatus { try queue.enqueue(buffer) })
        }
        let buffers = try (0..<3).map { _ in try queue.buffer([Float(1)]) }
        for buffer in buffers { try queue.enqueue(buffer) }
        try queue.reset()
        #expect(statuses == [-66632, -66632, -66632])
        for buffer in buffers { try queue.enqueue(buffer) }
        try queue.start()
        try queue.stop(immediately: true)
        #expect(statuses.count == 6)
        try queue.enqueue(buffers[0])
        try queue.start()
        // Here it can: the buffer comes back at each of its ends.
        #expect(try queue.rendered(9) == [Float](repeating: 1, count: 9))
    }

    @Test func `a reset comes to its end whatever the callback does`() throws {
        struct Trouble: Error {}
        for disposes in [false, true] {
            var returned = 0
            let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, _ in
                returned += 1
                if disposes { try queue.dispose(immediately: true) }
                throw Trouble()
            }
            for _ in 0..<2 { try queue.enqueue(try queue.buffer([Float(1)])) }
            try queue.start()
            try queue.stop(immediately: false)
            #expect(throws: Trouble.self) { try queue.reset() }
            #expect(returned == (disposes ? 1 : 2))
            if !disposes { #expect(try queue.rendered(9) == []) }
            #expect(!queue.isRunning)
        }
    }

    @Test func `a start in a callback may wait for its time`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, buffer in
            if try queue.parameter(AudioQueue.Parameter.volume) < 1 { return }
            try queue.setParameter(AudioQueue.Parameter.volume, 0.5)
            try queue.stop(immediately: true)
            try queue.enqueue(buffer)
            try queue.start(at: 5)
        }
        try queue.enqueue(try queue.buffer([Float(1), 1]))
        try queue.start()
        #expect(try queue.rendered(9) == [1, 1, 0, 0, 0, 0.5, 0.5])
    }

    @Test func `a queue that is disposed of takes its buffers with it`() throws {
        var returned = 0
        let queue = try AudioQueue.offline(floats(48_000, 1)) { _, _ in returned += 1 }
        let buffer = try queue.buffer([Float(1), 1])
        try queue.enqueue(buffer)
        try queue.start()
        try queue.dispose(immediately: false)
        #expect(queueStatus { try queue.enqueue(buffer) } == -66685)
        let output = try AudioQueue.offline(floats(48_000, 1)).allocateBuffer(byteCapacity: 4)
        #expect(queueStatus { _ = try queue.offlineRender(at: 0, into: output, frameCount: 1) } == -66687)
        #expect(queueStatus { try queue.freeBuffer(buffer) } == -66679)
        try queue.dispose(immediately: true)
        #expect(returned == 0)
        #expect(queueStatus { try queue.enqueue(buffer) } == -66671)
        #expect(queueStatus { try queue.dispose(immediately: true) } == -66671)
    }

    @Test func `a disposal that waits comes with the last frame`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.enqueue(try queue.buffer([Float(1), 1]))
        let output = try queue.allocateBuffer(byteCapacity: 40)
        try queue.start()
        try queue.dispose(immediately: false)
        #expect(try queue.offlineRender(at: 0, into: output, frameCount: 2) == 2)
        #expect(queue.isRunning)
        #expect(try queue.offlineRender(at: 2, into: output, frameCount: 1) == 0)
        #expect(!queue.isRunning)
        #expect(queueStatus { _ = try queue.offlineRender(at: 2, into: output, frameCount: 1) } == -66671)
    }
}

extension AudioQueue {
    /// Fills a buffer for the first time, as QA1562 does by calling its own callback.
    fileprivate func callback(with buffer: Buffer, _ place: inout Int, _ file: [Int16]) throws {
        try buffer.fill(samples: Array(file[place..<place + 1024]))
        try enqueue(buffer)
        place += 1024
    }
}
