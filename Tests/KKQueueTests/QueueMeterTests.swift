import KKQueue
import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueMeterTests {
    @Test func `the levels of a sine`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1), to: floats(48_000, 2))
        // 1 kHz: 50 periods to a block of 2400 frames, and a frame on each crest.
        try queue.enqueue(try queue.buffer((0..<4800).map { Float(0.5 * PortableMath.sin(2 * .pi * Double($0) / 48)) }))
        try queue.setLevelMeteringEnabled(true)
        try queue.setParameter(AudioQueue.Parameter.pan, 0.5)
        try queue.start()
        _ = try queue.rendered(2399)
        #expect(try queue.currentLevelMeter() == Array(repeating: .init(average: 0, peak: 0), count: 2))
        #expect(try queue.currentLevelMeter()[0].decibels.average.value == -.infinity)
        _ = try queue.rendered(1, at: 2399)
        let levels = try queue.currentLevelMeter(), decibels = levels[1].decibels
        #expect(levels[0].peak == 0.25 && levels[1].peak == 0.5)
        #expect((levels[0].average - 0.17677669).magnitude < 1e-7 && (levels[1].average - 0.35355338).magnitude < 1e-7)
        #expect(
            (decibels.average.value + 9.030900).magnitude < 1e-5 && (decibels.peak.value + 6.020600).magnitude < 1e-5)
        try queue.stop(immediately: true)
        #expect(try queue.currentLevelMeter()[0] == .init(average: 0, peak: 0))
    }

    @Test func `levels do not depend on requests`() throws {
        func levels(_ request: Int) throws -> [AudioQueue.LevelMeterState] {
            let queue = try AudioQueue.offline(floats(8000, 2))
            try queue.enqueue(try queue.buffer(SeededNumbers.noise(4000, seed: 1)))
            try queue.setLevelMeteringEnabled(true)
            try queue.start()
            var time = 0
            while time < 1900 { time += try queue.rendered(min(request, 1900 - time), at: Int64(time)).count / 2 }
            return try queue.currentLevelMeter()
        }
        let reference = try levels(1900)
        #expect(reference[0].average > 0.5 && reference[0] != reference[1])
        for request in [1, 7, 399, 401] { #expect(try levels(request) == reference) }
    }

    @Test func `the time counts frames of the queue`() throws {
        let queue = try AudioQueue.offline(floats(44_100, 1), to: floats(48_000, 1))
        try queue.enqueue(try queue.buffer([Float](repeating: 0, count: 3000)))
        try queue.start(at: 480)
        #expect(try queue.currentTime().sampleTime == 0)
        _ = try queue.rendered(0)
        #expect(try queue.currentTime().sampleTime == -441)
        _ = try queue.rendered(160)
        #expect(try queue.currentTime().sampleTime == -294)
        _ = try queue.rendered(480, at: 160)
        #expect(try queue.currentTime().sampleTime == 147)
        _ = try queue.rendered(1, at: 640)
        #expect(try queue.currentTime().sampleTime == 147.91875)
        try queue.stop(immediately: false)
        let count = try queue.rendered(5000, at: 641).count
        #expect(count == 3266 - 161)
    }

    @Test func `the time does not pass what was enqueued`() throws {
        let queue = try AudioQueue.offline(floats(44_100, 1), to: floats(48_000, 1))
        try queue.enqueue(try queue.buffer([Float](repeating: 0, count: 100)))
        try queue.start()
        try queue.flush()
        // ⌈108.8⌉ frames, of which the last one's end is at 100.1.
        #expect(try queue.rendered(109).count == 109)
        #expect(try queue.currentTime().sampleTime == 100)
    }

    @Test func `the time follows the play rate`() throws {
        for render in [48_000.0, 96_000] {
            let queue = try AudioQueue.offline(floats(48_000, 1), to: floats(render, 1))
            let step = Int(render / 48_000)
            try queue.setTimePitchEnabled(true)
            for rate in [1, 2, 0.5] as [Float] {
                try queue.enqueue(
                    queue.buffer([Float](repeating: 0, count: 2000)), trimFramesAtStart: 0,
                    parameters: [.init(AudioQueue.Parameter.playRate, rate)])
            }
            try queue.start()
            var time = 0
            for (frame, expected) in [(1000, 1000), (2000, 2000), (2500, 3000), (3000, 4000), (4000, 4500)]
                as [(Int, Double)]
            {
                time += try queue.rendered(frame * step - time, at: Int64(time)).count
                #expect(time == frame * step)
                #expect(try queue.currentTime().sampleTime == expected)
            }
        }
    }

    @Test func `a timeline tells of jumps once`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        let timeline = try queue.createTimeline()
        try queue.enqueue(try queue.buffer([Float](repeating: 0, count: 100)))
        try queue.start()
        func isJump() throws -> Bool { try queue.currentTime(timeline).isDiscontinuous }
        #expect(try isJump() && !isJump())
        _ = try queue.rendered(10)
        _ = try queue.rendered(10, at: 10)
        #expect(try !isJump())
        _ = try queue.rendered(10, at: 25)
        #expect(try isJump() && !isJump())
        #expect(try queue.currentTime().sampleTime == 30)
        try queue.reset()
        #expect(try isJump() && !isJump())
        #expect(try queue.currentTime().sampleTime == 30)
        let other = try AudioQueue.offline(floats(48_000, 1)).createTimeline()
        #expect(queueStatus { _ = try queue.currentTime(other) } == -66682)
    }
}
