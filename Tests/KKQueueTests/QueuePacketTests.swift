import KKCodecs
import KKConvert
import KKPCM
import KKQueue
import KKTestSupport
import KKUnits
import Testing

/// Buffers of packets: cut anywhere, trimmed, flushed, damaged.
@Suite struct QueuePacketTests {
    /// A queue of toy packets, rendered as interleaved Float32 at `rate`.
    private static func queue(
        _ description: StreamDescription, rate: Double = 48_000, callback: @escaping AudioQueue.Callback = { _, _ in }
    ) throws -> AudioQueue {
        let decoder = try AudioConverter(
            from: description, to: floats(description.sampleRate, description.channelCount)
        ) { description, _ throws(CodecError) in ToyDecoder(description) }
        let queue = try AudioQueue(output: description, decoder: decoder, callback: callback)
        try queue.setOfflineRenderFormat(floats(rate, description.channelCount))
        return queue
    }

    private static func enqueue(
        _ stream: ToyPackets, _ range: Range<Int>, in queue: AudioQueue, trimStart: Int = 0, trimEnd: Int = 0,
        startTime: Int64? = nil,
        parameters: [AudioQueue.ParameterEvent] = [], namesFrames: Bool = true
    ) throws {
        let chunk = stream.chunk(range, namesFrames: namesFrames)
        let buffer = try queue.allocateBuffer(byteCapacity: max(1, chunk.bytes.count))
        try buffer.fill(bytes: chunk.bytes)
        try queue.enqueue(
            buffer, packets: chunk.descriptions, trimFramesAtStart: trimStart, trimFramesAtEnd: trimEnd,
            parameters: parameters, startTime: startTime)
    }

    /// All frames to the end, interleaved.
    private static func played(_ queue: AudioQueue, by request: Int = 333) throws -> [Float] {
        try queue.start()
        try queue.stop(immediately: false)
        let output = try queue.allocateBuffer(byteCapacity: request * 8)
        var result: [Float] = []
        while queue.isRunning {
            _ = try queue.offlineRender(
                at: Int64(result.count / queue.deviceChannelCount!), into: output, frameCount: request)
            result += output.samples(as: Float.self)
        }
        return result
    }

    private static func interleaved(_ channels: [[Float]]) -> [Float] {
        channels[0].indices.flatMap { frame in channels.map { $0[frame] } }
    }

    @Test(arguments: [48_000, 44_100.0])
    func `the sound does not depend on which packets are in which buffer`(rate: Double) throws {
        let stream = ToyPackets.irregular(40)
        let samples = Self.interleaved(stream.samples)
        let plain = try AudioQueue.offline(floats(48_000, 2), to: floats(rate, 2))
        try plain.enqueue(plain.buffer(samples))
        let expected = try Self.played(plain)
        if rate == 48_000 { #expect(expected == samples) }
        for cut in [1, 3, 7, 40] {
            let queue = try Self.queue(stream.description, rate: rate)
            for start in stride(from: 0, to: 40, by: cut) {
                try Self.enqueue(stream, start..<min(40, start + cut), in: queue)
            }
            #expect(try queue.prime() == stream.samples[0].count)
            #expect(try Self.played(queue, by: 1 + 100 * cut) == expected)
        }
    }

    @Test func `buffers come back when their frames were read, and can be filled again`() throws {
        let stream = ToyPackets(Array(repeating: 60, count: 24))
        var next = 0
        var returned: [Int] = []
        func feed(_ queue: AudioQueue, _ buffer: AudioQueue.Buffer) throws {
            guard next < 24 else { return }
            let chunk = stream.chunk(next..<next + 4)
            try buffer.fill(bytes: chunk.bytes)
            try queue.enqueue(buffer, packets: chunk.descriptions)
            #expect(buffer.decodedFrameCount == 240)
            next += 4
        }
        let queue = try Self.queue(stream.description) { queue, buffer in
            returned.append(next)
            try feed(queue, buffer)
        }
        for _ in 0..<2 { try feed(queue, queue.allocateBuffer(byteCapacity: 2000)) }
        try queue.start()
        var result: [Float] = []
        for _ in 0..<15 { result += try queue.rendered(100, at: Int64(result.count / 2)) }
        #expect(result == Self.interleaved(stream.samples) && returned == [8, 12, 16, 20, 24, 24])
    }

    @Test(arguments: [true, false])
    func `priming and remainder are trimmed, by the buffers that have them`(namesFrames: Bool) throws {
        let stream = ToyPackets(Array(repeating: 64, count: 10))
        let queue = try Self.queue(stream.description)
        try Self.enqueue(stream, 0..<4, in: queue, trimStart: 100, namesFrames: namesFrames)
        try Self.enqueue(stream, 4..<5, in: queue, namesFrames: namesFrames)
        try Self.enqueue(stream, 5..<10, in: queue, trimEnd: 70, namesFrames: namesFrames)
        #expect(try Self.played(queue) == Self.interleaved(stream.samples.map { Array($0[100..<570]) }))
    }

    @Test
    func `trims beyond the frames are refused where packets name their frames, and the packets can be enqueued again`()
        throws
    {
        let stream = ToyPackets(Array(repeating: 64, count: 2))
        let queue = try Self.queue(stream.description)
        for (start, end) in [(129, 0), (0, 129), (64, 65), (-1, 0), (0, -1), (.max, .max)] {
            #expect(
                queueStatus { try Self.enqueue(stream, 0..<2, in: queue, trimStart: start, trimEnd: end) } == -66682)
        }
        try Self.enqueue(stream, 0..<2, in: queue)
        #expect(try Self.played(queue) == Self.interleaved(stream.samples) && queue.damagedPacketCount == 0)
        let other = try Self.queue(stream.description)
        try Self.enqueue(stream, 0..<1, in: other, trimStart: 100, namesFrames: false)
        try Self.enqueue(stream, 1..<2, in: other, trimEnd: 100, namesFrames: false)
        #expect(try Self.played(other) == [])
    }

    @Test func `start times and parameters hold behind the decoder`() throws {
        let stream = ToyPackets(Array(repeating: 64, count: 4))
        let queue = try Self.queue(stream.description)
        try Self.enqueue(stream, 0..<2, in: queue)
        try Self.enqueue(stream, 2..<4, in: queue, trimStart: 28, startTime: 150, parameters: [.init(1, 0.5)])
        let left = stream.samples[0]
        let expected = Array(left[..<128]) + Array(repeating: 0, count: 22) + left[156...].map { $0 * 0.5 }
        let result = try Self.played(queue)
        #expect(result.indices.filter { $0 % 2 == 0 }.map { result[$0] } == expected)
    }

    @Test func `a flush begins the decoder anew, and without it a second stream is damage`() throws {
        let stream = ToyPackets(Array(repeating: 64, count: 4))
        for isFlushed in [true, false] {
            let queue = try Self.queue(stream.description)
            for _ in 0..<2 {
                try Self.enqueue(stream, 0..<4, in: queue)
                if isFlushed { try queue.flush() }
            }
            let once = Self.interleaved(stream.samples)
            #expect((try Self.played(queue) == once + once) == isFlushed)
            #expect(queue.damagedPacketCount == (isFlushed ? 0 : 1))
        }
    }

    @Test func `a stop and a reset begin the decoder anew, too`() throws {
        let stream = ToyPackets(Array(repeating: 64, count: 4))
        let queue = try Self.queue(stream.description)
        try Self.enqueue(stream, 0..<3, in: queue)
        try queue.reset()
        try Self.enqueue(stream, 0..<4, in: queue)
        #expect(try Self.played(queue) == Self.interleaved(stream.samples))
        try Self.enqueue(stream, 0..<4, in: queue)
        #expect(try Self.played(queue) == Self.interleaved(stream.samples) && queue.damagedPacketCount == 0)
    }

    @Test func `a damaged packet is silent and told of, or its buffer refused`() throws {
        var stream = ToyPackets(Array(repeating: 64, count: 6))
        stream.packets[2][0] = 0
        let queue = try Self.queue(stream.description)
        #expect(queue.converterError == nil)
        try Self.enqueue(stream, 0..<6, in: queue)
        #expect(
            queue.damagedPacketCount == 1 && queue.converterError?.place == "AudioConverter packet 2"
                && queue.converterError?.kind == .badData)
        var expected = stream.samples
        for channel in 0..<2 { for frame in 128..<192 { expected[channel][frame] = 0 } }
        #expect(try Self.played(queue) == Self.interleaved(expected))
        let strict = try Self.queue(stream.description)
        strict.isStrict = true
        try Self.enqueue(stream, 0..<2, in: strict)
        #expect(queueStatus { try Self.enqueue(stream, 2..<4, in: strict) } == -66687)
        try Self.enqueue(stream, 4..<6, in: strict)
        #expect(try Self.played(strict).count == 2 * 4 * 64)
    }

    @Test func `descriptions and cookies are checked`() throws {
        let stream = ToyPackets(Array(repeating: 64, count: 6))
        let queue = try Self.queue(stream.description)
        let buffer = try queue.allocateBuffer(byteCapacity: 1000)
        #expect(
            queueStatus { try queue.enqueue(buffer, packets: [PacketDescription(startOffset: 0, byteCount: 1)]) }
                == -66686)
        try buffer.fill(bytes: stream.packets[0])
        #expect(queueStatus { try queue.enqueue(buffer) } == -66682)
        #expect(
            queueStatus { try queue.enqueue(buffer, packets: [PacketDescription(startOffset: 0, byteCount: 259)]) }
                == -66682)
        try queue.reset()
        try queue.setMagicCookie([1])
        #expect(queue.magicCookie == [1])
        try queue.enqueue(buffer, packets: [PacketDescription(startOffset: 0, byteCount: 258)])
        #expect(queueStatus { try queue.setMagicCookie([2]) } == -66678)
        #expect(queue.maximumOutputPacketSize == 4 * 2 * 128 + 4096)
        #expect(queueStatus { try AudioQueue.offline(floats(48_000, 1)).setMagicCookie([]) } == -66684)
        // A codec that needs a cookie and has none.
        let lossless = try AudioQueue(
            output: StreamDescription(sampleRate: 48_000, formatID: .appleLossless, channelsPerFrame: 2)
        ) { _, _ in }
        let other = try lossless.allocateBuffer(byteCapacity: 10)
        try other.fill(bytes: [1, 2, 3])
        #expect(
            queueStatus { try lossless.enqueue(other, packets: [PacketDescription(startOffset: 0, byteCount: 3)]) }
                == -66673)
        #expect(queueStatus { try lossless.setMagicCookie([1, 2]) } == -66675)
    }

    @Test func `packets of one size need no descriptions`() throws {
        let stream = ToyPackets(Array(repeating: 50, count: 6), isConstant: true)
        let queue = try Self.queue(stream.description)
        let buffer = try queue.allocateBuffer(byteCapacity: 2000)
        try buffer.fill(bytes: Array(stream.packets.joined().dropLast()))
        #expect(queueStatus { try queue.enqueue(buffer) } == -66682)
        try buffer.fill(bytes: Array(stream.packets.joined()))
        try queue.enqueue(buffer, trimFramesAtStart: 30, trimFramesAtEnd: 20)
        #expect(
            try Self.played(queue) == Self.interleaved(stream.samples.map { Array($0[30..<280]) })
                && queue.maximumOutputPacketSize == 202)
    }
}
