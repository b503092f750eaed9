import KKQueue
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueErrorTests {
    @Test func `buffers are checked`() throws {
        let queue = try AudioQueue.offline(shorts(48_000, 2))
        for capacity in [0, -1, Int.max, 1 << 32] {
            #expect(queueStatus { _ = try queue.allocateBuffer(byteCapacity: capacity) } == -66682)
        }
        let buffer = try queue.allocateBuffer(byteCapacity: 8)
        #expect(buffer.byteCapacity == 8 && buffer.byteCount == 0)
        #expect(queueStatus { try queue.enqueue(buffer) } == -66686)
        #expect(queueStatus { try buffer.fill(bytes: [UInt8](repeating: 0, count: 9)) } == -66682)
        #expect(queueStatus { try buffer.fill { _ in -1 } } == -66682)
        try buffer.fill(bytes: [1, 2, 3, 4, 5, 6])
        #expect(queueStatus { try queue.enqueue(buffer) } == -66682)
        try buffer.fill(bytes: [1, 2, 3, 4, 5, 6, 7, 8])
        for (start, end) in [(-1, 0), (0, -1), (3, 0), (0, 3), (2, 1), (.max, .max)] {
            #expect(queueStatus { try queue.enqueue(buffer, trimFramesAtStart: start, trimFramesAtEnd: end) } == -66682)
        }
        for time in [-1, Int64.min, .max, 1 << 40] {
            #expect(queueStatus { try queue.enqueue(buffer, trimFramesAtStart: 0, startTime: time) } == -66682)
        }
        #expect(queueStatus { try queue.enqueue(buffer, trimFramesAtStart: 0, parameters: [.init(1, 2)]) } == -66682)
        try queue.enqueue(buffer)
        #expect(queueStatus { try queue.enqueue(buffer) } == -66666)
        #expect(queueStatus { try queue.freeBuffer(buffer) } == -66679)
        #expect(queueStatus { try buffer.fill(bytes: []) } == -66679)
        #expect(queueStatus { _ = try queue.offlineRender(at: 0, into: buffer, frameCount: 0) } == -66679)
        try queue.reset()
        let other = try AudioQueue.offline(shorts(48_000, 2))
        #expect(queueStatus { try other.enqueue(buffer) } == -66687)
        #expect(queueStatus { try other.freeBuffer(buffer) } == -66687)
        try queue.freeBuffer(buffer)
        #expect(queueStatus { try queue.enqueue(buffer) } == -66687)
        #expect(queueStatus { try queue.freeBuffer(buffer) } == -66687)
    }

    @Test func `the buffer of a render is in use`() throws {
        var statuses: [Int32?] = []
        var output: AudioQueue.Buffer?
        let queue = try AudioQueue.offline(floats(48_000, 1)) { queue, _ in
            guard let output else { return }
            statuses = [queueStatus { try queue.enqueue(output) }, queueStatus { try queue.freeBuffer(output) }]
        }
        output = try queue.allocateBuffer(byteCapacity: 40)
        try queue.enqueue(try queue.buffer([Float(1)]))
        try queue.start()
        #expect(try queue.offlineRender(at: 0, into: output!, frameCount: 10) == 1)
        #expect(statuses == [-66666, -66679])
    }

    @Test func `requests and times are checked`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 2))
        let output = try queue.allocateBuffer(byteCapacity: 83)
        try queue.enqueue(try queue.buffer([Float](repeating: 1, count: 100)))
        for time in [Int64.min, .max, 1 << 60] { #expect(queueStatus { try queue.start(at: time) } == -66682) }
        try queue.start()
        for count in [-1, 11, Int.max] {
            #expect(queueStatus { _ = try queue.offlineRender(at: 0, into: output, frameCount: count) } == -66682)
        }
        for time in [Int64.min, .max, 1 << 60] {
            #expect(queueStatus { _ = try queue.offlineRender(at: time, into: output, frameCount: 1) } == -66682)
        }
        #expect(try queue.offlineRender(at: -7, into: output, frameCount: 10) == 10)
        #expect(queueStatus { _ = try queue.offlineRender(at: 2, into: output, frameCount: 1) } == -66682)
        #expect(try queue.offlineRender(at: 3, into: output, frameCount: 10) == 10)
    }

    @Test func `formats are checked`() throws {
        func status(_ change: (inout StreamDescription) -> Void) -> Int32? {
            var description = floats(48_000, 2)
            change(&description)
            return queueStatus { _ = try AudioQueue(output: description) { _, _ in } }
        }
        #expect(status { _ in } == nil)
        let wrong: [(inout StreamDescription) -> Void] = [
            { $0.formatID = "QDM2" }, { $0 = .canonical(sampleRate: 48_000, channels: 2) }, { $0.sampleRate = .nan },
            { $0.sampleRate = 0 },
            { $0.sampleRate = .infinity }, { $0.sampleRate = 1e300 }, { $0.channelsPerFrame = 0 },
            { $0.channelsPerFrame = .max },
            { $0.bytesPerFrame = 7 }, { $0.bytesPerPacket = 16 }, { $0.framesPerPacket = 2 },
            { $0.bitsPerChannel = 33 },
        ]
        for change in wrong { #expect(status(change) == 0x666D_743F) }
        let queue = try AudioQueue.offline(floats(48_000, 2))
        for rate in [0, .nan, .infinity, 100, 2e7] {
            #expect(queueStatus { try queue.setOfflineRenderFormat(floats(rate, 2)) } == 0x666D_743F)
        }
        #expect(
            queueStatus { try queue.setOfflineRenderFormat(.canonical(sampleRate: 48_000, channels: 2)) } == 0x666D_743F
        )
        #expect(queueStatus { try queue.setOfflineRenderFormat(floats(48_000, 2), layout: .mono) } == -66682)
        #expect(queue.deviceSampleRate == 48_000 && queue.deviceChannelCount == 2)
        try queue.setOfflineRenderFormat(nil)
        #expect(queue.deviceSampleRate == nil && queue.deviceChannelCount == nil)
    }

    @Test func `properties are checked`() throws {
        let queue = try AudioQueue.offline(shorts(48_000, 2))
        #expect(queueStatus { try queue.setChannelLayout(.mono) } == -66675)
        for count in [0, -1, 65_537] { #expect(queueStatus { try queue.setDecodeBufferSizeFrames(count) } == -66675) }
        #expect(queueStatus { try queue.setTimePitchAlgorithm(.spectral) } == -66675)
        try queue.setTimePitchAlgorithm(.varispeed)
        #expect(
            queue.timePitchAlgorithm == .varispeed && queue.maximumOutputPacketSize == 4
                && queue.channelLayout == .stereo)
        #expect(queue.streamDescription == shorts(48_000, 2))
        #expect(queueStatus { _ = try queue.currentLevelMeter() } == -66678)
        try queue.setOfflineRenderFormat(nil)
        try queue.setLevelMeteringEnabled(true)
        #expect(queueStatus { _ = try queue.currentLevelMeter() } == -66626)
    }

    @Test func `an error says where it happened and what to do`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        #expect(
            text { try queue.enqueue(queue.allocateBuffer(byteCapacity: 4)) }
                == "AudioQueue enqueue: the buffer holds no bytes; fill it first")
        #expect(Set(AudioQueueError.Code.allCases.map(\.rawValue)).count == 26)
    }
}
