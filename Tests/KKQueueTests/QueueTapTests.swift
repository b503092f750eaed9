import KKQueue
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueTapTests {
    private func queue(_ samples: [Float]) throws -> AudioQueue {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.enqueue(try queue.buffer(samples))
        return queue
    }

    @Test func `a tap changes what is played`() throws {
        for place in [AudioQueue.ProcessingTap.Flags.preEffects, .postEffects] {
            let queue = try queue([1, 2, 3])
            let tap = try queue.makeProcessingTap(place) { tap, count, flags, buffer in
                let given = try tap.getSourceAudio(count, into: &buffer, flags: &flags)
                buffer.withMutableChannel(0) { span in for frame in 0..<given { span[frame] *= 2 } }
                return given
            }
            #expect(
                tap.maximumFrameCount == 2048 && tap.format == .canonical(sampleRate: 48_000, channels: 1)
                    && tap.flags == place)
            try queue.start()
            #expect(try queue.rendered(9) == [2, 4, 6])
            try queue.stop(immediately: false)
            #expect(try queue.rendered(9, at: 3) == [])
            #expect(!queue.isRunning)
            try queue.disposeProcessingTap(tap)
            try queue.enqueue(try queue.buffer([Float(1)]))
            try queue.start()
            #expect(try queue.rendered(9) == [1])
        }
    }

    @Test func `a tap that puts another buffer in the place of its own is reported so, and gets its own back`() throws {
        for place in [AudioQueue.ProcessingTap.Flags.preEffects, [.preEffects, .siphon]]
            as [AudioQueue.ProcessingTap.Flags]
        {
            let queue = try queue([1, 2, 3])
            var isReplaced = true
            _ = try queue.makeProcessingTap(place) { tap, count, flags, buffer in
                if isReplaced {
                    buffer = PCMBuffer(channelCount: 1, frameCapacity: 1)
                    return count
                }
                return place.contains(.siphon) ? 0 : try tap.getSourceAudio(count, into: &buffer, flags: &flags)
            }
            try queue.start()
            #expect(queueStatus { _ = try queue.rendered(2) } == AudioQueueError.Code.invalidParameter.rawValue)
            isReplaced = false
            _ = try queue.rendered(9, at: 0)
        }
    }

    @Test func `taps are checked`() throws {
        let queue = try queue([1])
        let callback: AudioQueue.ProcessingTap.Callback = { tap, count, flags, buffer in
            try tap.getSourceAudio(count, into: &buffer, flags: &flags)
        }
        for flags in [0, 3, 4, 7, 0x101, 0x202] as [UInt32] {
            #expect(
                queueStatus { _ = try queue.makeProcessingTap(.init(rawValue: flags), callback: callback) } == -66667)
        }
        let tap = try queue.makeProcessingTap(.preEffects, callback: callback)
        #expect(queueStatus { _ = try queue.makeProcessingTap(.preEffects, callback: callback) } == -66670)
        #expect(queueStatus { _ = try tap.getQueueTime() } == -66669)
        #expect(
            queueStatus {
                var buffer = PCMBuffer(channelCount: 1, frameCapacity: 1), flags: AudioQueue.ProcessingTap.Flags = []
                _ = try tap.getSourceAudio(1, into: &buffer, flags: &flags)
            } == -66669)
        try queue.start()
        try queue.pause()
        #expect(queueStatus { try queue.disposeProcessingTap(tap) } == -66678)
        try queue.stop(immediately: true)
        try queue.disposeProcessingTap(tap)
        #expect(queueStatus { try queue.disposeProcessingTap(tap) } == -66669)
    }

    @Test func `a siphon hears and changes nothing`() throws {
        for place in [AudioQueue.ProcessingTap.Flags.preEffects, .postEffects] {
            var heard: [Float] = []
            var flagged: [(Int, UInt32)] = []
            var status: Int32?
            let queue = try queue([1, 2, 3])
            _ = try queue.makeProcessingTap([place, .siphon]) { tap, count, flags, buffer in
                heard += buffer.samples(ofChannel: 0)
                flagged.append((count, flags.rawValue))
                buffer.fill(channel: 0, with: [Float](repeating: 9, count: count))
                var other = PCMBuffer(channelCount: 1, frameCapacity: 1)
                status = queueStatus { _ = try tap.getSourceAudio(1, into: &other, flags: &flags) }
                return 0
            }
            try queue.setParameter(AudioQueue.Parameter.volume, 0.5)
            try queue.start()
            #expect(try queue.rendered(2) == [0.5, 1])
            try queue.stop(immediately: false)
            #expect(try queue.rendered(9, at: 2) == [1.5])
            #expect(heard == [1, 2, 3] && status == -66669)
            #expect(flagged.map(\.0) == [2, 1, 0] && flagged.map(\.1) == [0x100, 0, 0x200])
            #expect(!queue.isRunning)
        }
    }

    /// A delay line of three frames: as long as its input, and three more.
    @Test func `a tail is played to its end, and no longer`() throws {
        for request in [1, 2, 5, 100] {
            let queue = try queue([1, 2, 3, 4])
            var line: [Float] = [0, 0, 0]
            _ = try queue.makeProcessingTap(.preEffects) { tap, count, flags, buffer in
                var source: AudioQueue.ProcessingTap.Flags = []
                let given = try tap.getSourceAudio(count, into: &buffer, flags: &source)
                if source.contains(.startOfStream) { line = [0, 0, 0] }
                line += buffer.samples(ofChannel: 0).prefix(given)
                let ready = source.contains(.endOfStream) ? min(count, line.count) : count
                buffer.fill(channel: 0, with: Array(line.prefix(ready)))
                line.removeFirst(ready)
                if source.contains(.endOfStream), line.isEmpty { flags.insert(.endOfStream) }
                return ready
            }
            for _ in 0..<2 {
                try queue.start()
                try queue.stop(immediately: false)
                var result: [Float] = []
                while queue.isRunning { result += try queue.rendered(request, at: Int64(result.count)) }
                #expect(result == [0, 0, 0, 1, 2, 3, 4])
                try queue.enqueue(try queue.buffer([Float(1), 2, 3, 4]))
            }
        }
    }

    @Test func `a flush and a stop are one end`() throws {
        for flushes in [0, 1, 2] {
            let queue = try AudioQueue.offline(floats(44_100, 1), to: floats(48_000, 1))
            try queue.enqueue(try queue.buffer([Float(1), 1, 1, 1]))
            var tail = 3
            // Three more frames than there are: of the seven, ⌈7 · 160 / 147⌉ = 8 come out, and of two runs
            // ⌈4 · 160 / 147⌉ + ⌈3 · 160 / 147⌉ = 9 would.
            _ = try queue.makeProcessingTap(.preEffects) { tap, count, flags, buffer in
                var source: AudioQueue.ProcessingTap.Flags = []
                let given = try tap.getSourceAudio(count, into: &buffer, flags: &source)
                guard source.contains(.endOfStream) else { return given }
                let more = min(tail, count - given)
                tail -= more
                buffer.fill(channel: 0, at: given, with: [Float](repeating: 1, count: more))
                if tail == 0 { flags.insert(.endOfStream) }
                return given + more
            }
            try queue.start()
            for _ in 0..<flushes { try queue.flush() }
            try queue.stop(immediately: false)
            #expect(try queue.rendered(100).count == 8)
        }
    }

    @Test func `a buffer that a tap swallows comes back, too`() throws {
        var returned = 0
        let queue = try AudioQueue.offline(floats(48_000, 1)) { _, _ in returned += 1 }
        try queue.enqueue(try queue.buffer([Float(1), 1]))
        _ = try queue.makeProcessingTap(.preEffects) { tap, count, flags, buffer in
            _ = try tap.getSourceAudio(tap.maximumFrameCount, into: &buffer, flags: &flags)
            return 0
        }
        try queue.start()
        try queue.stop(immediately: false)
        #expect(try queue.rendered(9) == [])
        #expect(returned == 1 && !queue.isRunning)
    }

    @Test func `a tap that asks for more gets what is enqueued`() throws {
        let queue = try queue([1, 2, 3, 4])
        try queue.enqueue(try queue.buffer([Float(5), 6, 7, 8]))
        var given: [Int] = []
        // Twice as fast, by leaving every second frame out.
        _ = try queue.makeProcessingTap(.preEffects) { tap, count, flags, buffer in
            var source = PCMBuffer(channelCount: 1, frameCapacity: 2 * count)
            let taken = try tap.getSourceAudio(2 * count, into: &source, flags: &flags)
            source.frameLength = 2 * count
            given.append(taken)
            let samples = source.samples(ofChannel: 0)
            buffer.fill(channel: 0, with: (0..<count).map { 2 * $0 < taken ? samples[2 * $0] : 0 })
            return taken == 0 ? 0 : count
        }
        try queue.start()
        try queue.stop(immediately: false)
        #expect(try queue.rendered(3) == [1, 3, 5])
        #expect(try queue.rendered(9, at: 3) == [7, 0])
        #expect(given == [6, 2] && !queue.isRunning)
    }

    @Test func `a wrong number of frames is an error`() throws {
        for wrong in [-1, 2, 4] {
            let queue = try queue([1, 2, 3])
            _ = try queue.makeProcessingTap(.preEffects) { _, count, _, _ in
                #expect(count == 3)
                return wrong
            }
            try queue.start()
            #expect(queueStatus { _ = try queue.rendered(9) } == -66682)
        }
        let queue = try queue([1])
        _ = try queue.makeProcessingTap(.preEffects) { _, count, _, buffer in
            buffer.fill(channel: 0, with: [.nan])
            return count
        }
        try queue.start()
        #expect(queueStatus { _ = try queue.rendered(9) } == -66682)
    }

    @Test func `source audio for a buffer that does not fit is refused`() throws {
        let queue = try queue([1])
        var statuses: [Int32?] = []
        _ = try queue.makeProcessingTap(.preEffects) { tap, count, flags, buffer in
            var wide = PCMBuffer(channelCount: 2, frameCapacity: 10)
            statuses.append(queueStatus { _ = try tap.getSourceAudio(1, into: &wide, flags: &flags) })
            for (frames, offset) in [(-1, 0), (1, -1), (Int.max, 0), (1, Int.max), (1, tap.maximumFrameCount)] {
                statuses.append(
                    queueStatus { _ = try tap.getSourceAudio(frames, into: &buffer, at: offset, flags: &flags) })
            }
            return count
        }
        try queue.start()
        _ = try queue.rendered(9)
        #expect(statuses.count >= 6 && Set(statuses) == [-66682])
    }

    @Test func `what a tap may not call is refused`() throws {
        let queue = try queue([1])
        var statuses: [Int32?] = []
        _ = try queue.makeProcessingTap(.postEffects) { [unowned queue] tap, count, flags, buffer in
            let calls: [() throws -> Void] = [
                { try queue.start() }, { try queue.pause() }, { try queue.stop(immediately: true) },
                { try queue.stop(immediately: false) },
                { try queue.reset() }, { try queue.dispose(immediately: true) }, { _ = try queue.rendered(1) },
            ]
            statuses = calls.map { queueStatus($0) }
            try queue.setParameter(AudioQueue.Parameter.volume, 0.5)
            if count == 1 { try queue.enqueue(try queue.buffer([Float(1), 1])) }
            return try tap.getSourceAudio(count, into: &buffer, flags: &flags)
        }
        try queue.start()
        #expect(try queue.rendered(3) == [0.5, 0.5, 0.5])
        #expect(statuses == Array(repeating: -66669, count: 7))
    }

    @Test func `queue time runs at the play rate behind it`() throws {
        for (place, span) in [(AudioQueue.ProcessingTap.Flags.preEffects, 1.0), (.postEffects, 2)] {
            let queue = try queue([Float](repeating: 0, count: 4000))
            var times: [(Double, Double, Int)] = []
            try queue.setTimePitchEnabled(true)
            try queue.setParameter(AudioQueue.Parameter.playRate, 2)
            _ = try queue.makeProcessingTap([place, .siphon]) { tap, count, _, _ in
                let time = try tap.getQueueTime()
                times.append((time.sampleTime, time.frameCount, count))
                return count
            }
            try queue.start()
            for index in 0..<10 { _ = try queue.rendered(100, at: Int64(100 * index)) }
            var next = 0.0
            for (time, frames, count) in times {
                #expect(time == next && frames == span * Double(count))
                next += frames
            }
            #expect(times.count > 3)
        }
    }

    @Test func `streams begin at a start and a reset, not at a pause`() throws {
        let queue = try queue([Float](repeating: 0, count: 100))
        var starts = 0
        _ = try queue.makeProcessingTap([.preEffects, .siphon]) { _, count, flags, _ in
            if flags.contains(.startOfStream) { starts += 1 }
            return count
        }
        try queue.start()
        _ = try queue.rendered(10)
        try queue.pause()
        try queue.start()
        _ = try queue.rendered(10, at: 10)
        #expect(starts == 1)
        try queue.reset()
        try queue.enqueue(try queue.buffer([Float(0)]))
        _ = try queue.rendered(10, at: 20)
        #expect(starts == 2)
    }
}
