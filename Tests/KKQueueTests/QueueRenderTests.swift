import KKConvert
import KKQueue
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueRenderTests {
    @Test func `what is enqueued is played in order, sample by sample`() throws {
        let queue = try AudioQueue.offline(shorts(48_000, 2))
        try queue.enqueue(try queue.buffer([Int16(1), -1, 2, -2, 3, -3]))
        try queue.enqueue(try queue.buffer([Int16(4), -4]))
        try queue.enqueue(try queue.buffer([Int16.max, .min]))
        try queue.start()
        #expect(try queue.rendered(2, as: Int16.self) == [1, -1, 2, -2])
        #expect(try queue.rendered(100, at: 2, as: Int16.self) == [3, -3, 4, -4, .max, .min])
        #expect(try queue.rendered(100, at: 5, as: Int16.self) == [])
        try queue.enqueue(try queue.buffer([Int16(5), -5]))
        #expect(try queue.rendered(100, at: 5, as: Int16.self) == [5, -5])
    }

    @Test func `trims are exact to the frame`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        let ramp = (0..<10).map { Float($0) / 16 }
        #expect(try queue.enqueue(queue.buffer(ramp), trimFramesAtStart: 3, trimFramesAtEnd: 2) == 0)
        #expect(try queue.enqueue(queue.buffer(ramp), trimFramesAtStart: 9) == 5)
        #expect(try queue.enqueue(queue.buffer(ramp), trimFramesAtStart: 4, trimFramesAtEnd: 6) == 6)
        #expect(try queue.enqueue(queue.buffer(ramp), trimFramesAtStart: 0, trimFramesAtEnd: 9) == 6)
        try queue.start()
        #expect(try queue.rendered(100).map { $0 * 16 } == [3, 4, 5, 6, 7, 9, 0])
    }

    @Test func `start times put silence before a buffer`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        #expect(try queue.enqueue(queue.buffer([Float(1), 1]), trimFramesAtStart: 0, startTime: 3) == 3)
        #expect(try queue.enqueue(queue.buffer([Float(1), 0.5, 1]), trimFramesAtStart: 1, startTime: 8) == 8)
        #expect(
            queueStatus { try queue.enqueue(queue.buffer([Float(1)]), trimFramesAtStart: 0, startTime: 9) } == -66682)
        #expect(try queue.enqueue(queue.buffer([Float(0.25)]), trimFramesAtStart: 0, startTime: 10) == 10)
        try queue.start(at: 102)
        #expect(try queue.rendered(20, at: 100) == [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0.5, 1, 0.25])
    }

    @Test func `a start that is past is now`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.enqueue(try queue.buffer([Float(1)]))
        try queue.start(at: -5)
        #expect(try queue.rendered(3, at: 100) == [1])
    }

    @Test func `channels become the render format's`() throws {
        let mono = try AudioQueue.offline(floats(48_000, 1), to: floats(48_000, 2))
        try mono.enqueue(try mono.buffer([Float(0.25), -0.5]))
        try mono.start()
        #expect(try mono.rendered(4) == [0.25, 0.25, -0.5, -0.5])
        let stereo = try AudioQueue.offline(floats(48_000, 2), to: floats(48_000, 1))
        try stereo.enqueue(try stereo.buffer([Float(0.25), -0.75]))
        try stereo.start()
        #expect(try stereo.rendered(4) == [-0.25])
        let film = try AudioQueue(output: floats(48_000, 6)) { _, _ in }
        try film.setChannelLayout(.mpegFiveOneC)
        try film.setOfflineRenderFormat(floats(48_000, 6), layout: .fiveOne)
        try film.enqueue(try film.buffer([Float](arrayLiteral: 1, 2, 3, 4, 5, 6).map { $0 / 8 }))
        try film.start()
        #expect(try film.rendered(4).map { $0 * 8 } == [1, 3, 2, 6, 4, 5])
    }

    @Test func `bytes of any sort come in and go out`() throws {
        let wide = StreamDescription.linearPCM(
            sampleRate: 8000, channels: 1, bits: 24, flags: [.isSignedInteger, .isBigEndian])
        let bytes = StreamDescription.linearPCM(sampleRate: 8000, channels: 1, bits: 8, flags: [])
        let queue = try AudioQueue.offline(wide, to: bytes)
        let buffer = try queue.allocateBuffer(byteCapacity: 6)
        try buffer.fill(bytes: [0x40, 0, 0, 0xC0, 0, 0])
        try queue.enqueue(buffer)
        try queue.start(at: 1)
        #expect(try queue.rendered(9, as: UInt8.self) == [0x80, 0xC0, 0x40])
    }

    @Test func `another rate is the rate converter's, bit by bit`() throws {
        let noise = SeededNumbers.noise(3000, seed: 7)
        for (from, to) in [(44_100.0, 48_000.0), (48_000, 44_100), (48_000, 8000), (11_025, 44_100)] {
            let source = try ResampledSource(ArraySource([noise], sampleRate: from), sampleRate: to)
            var buffer = PCMBuffer(channelCount: 1, frameCapacity: 20_000)
            let count = try source.readFully(into: &buffer, at: 0, frameCount: 20_000)
            buffer.frameLength = count
            let deck = try Deck(noise, floats(from, 1), to: floats(to, 1), cut: 700, seed: 1)
            let isSame = bits([try deck.played(by: 300, seed: 2)]) == bits([buffer.samples(ofChannel: 0)])
            #expect(isSame, "\(from) to \(to)")
        }
    }

    @Test func `a flush gives what the converter holds`() throws {
        let queue = try AudioQueue.offline(floats(44_100, 1), to: floats(48_000, 1))
        let noise = SeededNumbers.noise(441, seed: 3)
        try queue.enqueue(try queue.buffer(noise))
        try queue.start()
        let first = try queue.rendered(1000)
        #expect(first.count > 300 && first.count < 480)
        try queue.flush()
        let second = try queue.rendered(1000, at: Int64(first.count))
        #expect(first.count + second.count == 480)
        try queue.enqueue(try queue.buffer(noise))
        try queue.stop(immediately: false)
        let isSame = bits([try queue.rendered(1000, at: 480)]) == bits([first + second])
        #expect(isSame)
        #expect(!queue.isRunning)
    }

    /// Noise through everything: a tap with memory, a play rate that changes from outside, a rate converter, volume
    /// ramps and pan.
    private func elaborate(
        cut: Int, cuts: UInt64?, request: Int, requests: UInt64?, chunk: Int, place: AudioQueue.ProcessingTap.Flags
    ) throws -> [Float] {
        let material = SeededNumbers.noise(3000, seed: 11)
        let deck = try Deck(material, floats(32_000, 2), to: floats(44_100, 2), cut: cut, seed: cuts)
        try deck.queue.setTimePitchEnabled(true)
        try deck.queue.setDecodeBufferSizeFrames(chunk)
        try deck.queue.setParameter(AudioQueue.Parameter.volumeRampTime, 0.01)
        var last = [Float](repeating: 0, count: 2)
        _ = try deck.queue.makeProcessingTap(place) { tap, count, flags, buffer in
            let given = try tap.getSourceAudio(count, into: &buffer, flags: &flags)
            for channel in 0..<2 {
                buffer.withMutableChannel(channel) { span in
                    for frame in 0..<given {
                        last[channel] = 0.5 * span[frame] + 0.5 * last[channel]
                        span[frame] = last[channel]
                    }
                }
            }
            return given
        }
        try deck.queue.setParameter(AudioQueue.Parameter.playRate, 1.25)
        try deck.queue.setParameter(AudioQueue.Parameter.pan, 0.3)
        return try deck.played(by: request, seed: requests, at: 500) {
            try deck.queue.setParameter(AudioQueue.Parameter.volume, 0.25)
            try deck.queue.setParameter(AudioQueue.Parameter.playRate, 0.75)
        }
    }

    @Test func `neither requests nor buffers change a bit`() throws {
        for place in [AudioQueue.ProcessingTap.Flags.preEffects, .postEffects] {
            let reference = try elaborate(
                cut: 4000, cuts: nil, request: 10_000, requests: nil, chunk: 512, place: place)
            // 250 frames of 1.25 input frames each and a few more, and then 0.75 each.
            let isLong = (3000..<6000).contains(reference.count), isLoud = reference.contains { $0.magnitude > 0.2 }
            #expect(isLong && isLoud)
            for (cut, cuts, request, requests, chunk) in [
                (1, nil, 512, nil, 512), (700, 5, 333, 6, 512), (4000, nil, 1, nil, 512), (63, nil, 9999, nil, 7),
                (4000, 9, 2000, 4, 5000),
            ] as [(Int, UInt64?, Int, UInt64?, Int)] {
                let other = try elaborate(
                    cut: cut, cuts: cuts, request: request, requests: requests, chunk: chunk, place: place)
                let isSame = bits([other]) == bits([reference])
                #expect(isSame, "buffers of \(cut), requests of \(request), chunks of \(chunk)")
            }
        }
    }

    /// Buffers of 250 frames that carry parameters, so that the cutting belongs to the material.
    private func eventful(request: Int, requests: UInt64?) throws -> [Float] {
        let deck = try Deck(SeededNumbers.noise(6000, seed: 2), floats(48_000, 1), to: floats(44_100, 2), cut: 250)
        try deck.queue.setTimePitchEnabled(true)
        deck.parameters = { frame in
            [
                .init(AudioQueue.Parameter.playRate, Float(0.5) + Float(frame % 7) / 8),
                .init(AudioQueue.Parameter.volumeRampTime, 0.002),
                .init(AudioQueue.Parameter.volume, Float(frame % 1000) / 1000),
                .init(AudioQueue.Parameter.pan, Float(frame % 3) / 4),
            ]
        }
        return try deck.played(by: request, seed: requests)
    }

    @Test func `parameters of buffers hold from the same frame on, however many are asked for`() throws {
        let reference = try eventful(request: 30_000, requests: nil)
        for (request, requests) in [(1, nil), (700, 3)] as [(Int, UInt64?)] {
            let isSame = bits([try eventful(request: request, requests: requests)]) == bits([reference])
            #expect(isSame, "requests of \(request)")
        }
    }

    @Test func `a sample that is no number stops the render`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.enqueue(try queue.buffer([Float](repeating: 1, count: 600)))
        try queue.enqueue(try queue.buffer([Float(1), .nan]))
        try queue.start()
        let output = try queue.allocateBuffer(byteCapacity: 4000)
        #expect(queueStatus { _ = try queue.offlineRender(at: 0, into: output, frameCount: 1000) } == -66687)
        #expect(output.byteCount == 2400)
        try queue.reset()
        try queue.enqueue(try queue.buffer([Float(0.5)]))
        #expect(try queue.rendered(10, at: 600) == [0.5])
    }
}
