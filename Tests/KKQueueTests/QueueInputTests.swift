import KKConvert
import KKPCM
import KKQueue
import KKTestSupport
import KKUnits
import Testing

/// Queues that record: from an array of samples in place of a microphone.
@Suite struct QueueInputTests {
    /// What the callback was given.
    private final class Tape {
        var samples: [Float] = []
        var starts: [Int64] = []
        var counts: [Int] = []
        var wasRunning: [Bool] = []
        var enqueues = true

        func take(
            _ queue: AudioQueue, _ buffer: AudioQueue.Buffer, _ start: AudioTime, _ count: Int,
            _ packets: [PacketDescription]?
        ) throws {
            #expect(packets == nil && start.sampleRate == queue.streamDescription.sampleRate)
            #expect(buffer.byteCount == count * Int(queue.streamDescription.bytesPerFrame))
            samples += buffer.samples(as: Float.self)
            starts.append(start.sampleTime)
            counts.append(count)
            wasRunning.append(queue.isRunning)
            if enqueues, queue.isRunning { try queue.enqueue(buffer) }
        }
    }

    private static let noise = [SeededNumbers.noise(1000, seed: 1), SeededNumbers.noise(1000, seed: 2)]
    private static let interleaved = noise[0].indices.flatMap { frame in noise.map { $0[frame] } }

    private static func queue(
        _ tape: Tape, buffers: Int = 3, frames: Int = 300, staccato: UInt64? = nil
    ) throws -> AudioQueue {
        let queue = try AudioQueue(
            input: floats(48_000, 2), from: ArraySource(noise, staccato: staccato),
            callback: { try tape.take($0, $1, $2, $3, $4) })
        for _ in 0..<buffers { try queue.enqueue(queue.allocateBuffer(byteCapacity: frames * 8 + 5)) }
        return queue
    }

    @Test(arguments: [1, 7, 300, 299, 5000], [nil, 3])
    func `buffers are filled in their order, whatever is asked for at a time`(request: Int, staccato: UInt64?) throws {
        let tape = Tape()
        let queue = try Self.queue(tape, staccato: staccato)
        var states: [Bool] = []
        try queue.addPropertyListener(.isRunning) { queue, _ in states.append(queue.isRunning) }
        try queue.start()
        var recorded = 0
        while queue.isRunning {
            let count = try queue.offlineRecord(request)
            recorded += count
            #expect(count == request || !queue.isRunning)
            if queue.isRunning { #expect(try queue.currentTime().sampleTime == Double(recorded)) }
        }
        #expect(recorded == 1000 && tape.samples == Self.interleaved)
        // The last is partial, and those after it come back empty.
        #expect(tape.counts == [300, 300, 300, 100, 0, 0] && tape.starts == [0, 300, 600, 900, 1000, 1000])
        #expect(tape.wasRunning == [true, true, true, false, false, false] && states == [true, false])
        #expect(try queue.offlineRecord(10) == 0)
    }

    @Test func `without a buffer time stands still, and nothing is lost`() throws {
        let tape = Tape()
        tape.enqueues = false
        let queue = try Self.queue(tape, buffers: 2)
        try queue.start()
        #expect(try queue.offlineRecord(1000) == 600 && queue.isRunning && queue.offlineRecord(1000) == 0)
        try queue.enqueue(queue.allocateBuffer(byteCapacity: 8 * 1000))
        #expect(try queue.offlineRecord(100) == 100)
        try queue.pause()
        #expect(try queue.offlineRecord(100) == 0)
        try queue.start()
        #expect(try queue.offlineRecord(1000) == 300 && !queue.isRunning)
        #expect(tape.samples == Self.interleaved && tape.starts == [0, 300, 600])
    }

    @Test func `a stop gives what there is, and the next start goes on in the source`() throws {
        let tape = Tape()
        let queue = try Self.queue(tape)
        try queue.start()
        try queue.offlineRecord(450)
        try queue.stop(immediately: false)
        #expect(tape.counts == [300, 150, 0, 0] && !queue.isRunning)
        try queue.enqueue(queue.allocateBuffer(byteCapacity: 8 * 1000))
        try queue.start()
        try queue.offlineRecord(1)
        tape.enqueues = false
        try queue.reset()
        #expect(tape.counts.last == 1 && tape.starts.last == 0 && queue.isRunning)
        try queue.enqueue(queue.allocateBuffer(byteCapacity: 8 * 1000))
        try queue.offlineRecord(1000)
        #expect(tape.samples == Self.interleaved && tape.starts.last == 1)
    }

    @Test func `the format is the queue's own: rate, channels and encoding as the converter makes them`() throws {
        for description in [shorts(48_000, 2), shorts(44_100, 1), floats(96_000, 2)] {
            var bytes: [UInt8] = []
            let queue = try AudioQueue(input: description, from: ArraySource(Self.noise)) { queue, buffer, _, _, _ in
                bytes += buffer.bytes.prefix(buffer.byteCount)
                if queue.isRunning { try queue.enqueue(buffer) }
            }
            for _ in 0..<2 { try queue.enqueue(queue.allocateBuffer(byteCapacity: 777)) }
            try queue.start()
            while queue.isRunning { try queue.offlineRecord(100) }
            var settings = AudioConverter.Settings()
            if description.channelCount == 1 { (settings.inputLayout, settings.outputLayout) = (.stereo, .mono) }
            let converter = try AudioConverter(from: floats(48_000, 2), to: description, settings: settings)
            var count = 3000, isGiven = false
            var expected = AudioBufferList(for: description, frameCapacity: count)
            try converter.fillComplexBuffer(packetCount: &count, into: &expected) { packets, data in
                packets = isGiven ? 0 : 1000
                data[0] = AudioBuffer(channelCount: 2, samples: Self.interleaved)
                isGiven = true
            }
            #expect(bytes == Array(expected[0].bytes.prefix(expected[0].byteCount)) && bytes.count > 1800)
        }
    }

    @Test func `an error of source or callback comes out, and it goes on behind it`() throws {
        struct Broken: Error {}
        let tape = Tape()
        var calls = 0
        let queue = try AudioQueue(input: floats(48_000, 2), from: ArraySource(Self.noise)) {
            queue, buffer, start, count, packets in
            try tape.take(queue, buffer, start, count, packets)
            calls += 1
            if calls == 2 { throw Broken() }
        }
        for _ in 0..<2 { try queue.enqueue(queue.allocateBuffer(byteCapacity: 2400)) }
        try queue.start()
        #expect(throws: Broken.self) { try queue.offlineRecord(5000) }
        try queue.offlineRecord(5000)
        #expect(tape.samples == Self.interleaved && !queue.isRunning)
    }

    @Test func `what is for queues that play is refused, and what is for queues that record`() throws {
        let tape = Tape()
        let queue = try Self.queue(tape)
        let buffer = try queue.allocateBuffer(byteCapacity: 80)
        #expect(queue.isInput && queue.magicCookie == [] && queue.deviceSampleRate == nil)
        let refused: [() throws -> Void] = [
            { try queue.setOfflineRenderFormat(floats(48_000, 2)) },
            { _ = try queue.offlineRender(at: 0, into: buffer, frameCount: 1) },
            { try queue.setParameter(1, 1) }, { _ = try queue.parameter(1) }, { _ = try queue.prime() },
            { _ = try queue.makeProcessingTap(.preEffects) { _, _, _, _ in 0 } },
            { try queue.setChannelLayout(.stereo) },
            { try queue.setLevelMeteringEnabled(true) }, { try queue.setTimePitchEnabled(true) },
            { try queue.setDecodeBufferSizeFrames(1) },
            { try queue.enqueue(buffer, trimFramesAtStart: 1) },
            { try queue.enqueue(buffer, trimFramesAtStart: 0, startTime: 0) },
            { try queue.enqueue(buffer, packets: [PacketDescription(startOffset: 0, byteCount: 1)]) },
        ]
        for call in refused { #expect(queueStatus(call) == -66677) }
        #expect(queueStatus { try queue.setMagicCookie([]) } == -66684)
        #expect(queueStatus { try queue.offlineRecord(-1) } == -66682)
        #expect(queueStatus { try queue.start(at: 10) } == -66682)
        #expect(queueStatus { try queue.enqueue(queue.allocateBuffer(byteCapacity: 7)) } == -66682)
        try queue.enqueue(buffer)
        #expect(queueStatus { try queue.enqueue(buffer) } == -66666)
        #expect(queueStatus { try buffer.fill(bytes: []) } == -66679)
        let output = try AudioQueue.offline(floats(48_000, 2))
        #expect(!output.isInput && queueStatus { try output.offlineRecord(1) } == -66677)
        try queue.flush()
        try queue.start()
        try queue.dispose(immediately: false)
        #expect(queueStatus { try queue.offlineRecord(1) } == -66671 && tape.counts == [])
        let mpeg = StreamDescription(sampleRate: 48_000, formatID: .mpegLayer3, channelsPerFrame: 2)
        #expect(
            queueStatus { _ = try AudioQueue(input: mpeg, from: ArraySource(Self.noise)) { _, _, _, _, _ in } }
                == 0x666D_743F)
        #expect(
            queueStatus {
                _ = try AudioQueue(input: floats(48_000 * 300, 2), from: ArraySource(Self.noise)) { _, _, _, _, _ in }
            } == 0x666D_743F)
    }

    @Test func `inside the callback of the end nothing can be enqueued, and recording in a callback is refused`() throws
    {
        var statuses: [Int32?] = []
        let queue = try AudioQueue(input: floats(48_000, 2), from: ArraySource(Self.noise)) { queue, buffer, _, _, _ in
            statuses.append(queueStatus { try queue.offlineRecord(1) })
            statuses.append(queueStatus { try queue.enqueue(buffer) })
        }
        try queue.enqueue(queue.allocateBuffer(byteCapacity: 8 * 600))
        try queue.start()
        try queue.offlineRecord(5000)
        #expect(statuses == [-66678, nil, -66678, -66632] && !queue.isRunning)
    }
}
