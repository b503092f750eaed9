import KKQueue
import KKMath
import KKPCM
import KKTestSupport
import KKUnits
import Testing

@Suite struct QueueParameterTests {
    private typealias Parameter = AudioQueue.Parameter

    private func ones(_ count: Int, to channels: Int = 1) throws -> AudioQueue {
        let queue = try AudioQueue.offline(floats(1000, 1), to: floats(1000, channels))
        try queue.enqueue(try queue.buffer([Float](repeating: 1, count: count)))
        return queue
    }

    @Test func `values are checked`() throws {
        let queue = try ones(1)
        let wrong: [(ParameterID, [Float])] = [
            (Parameter.volume, [-0.001, 1.001, .nan, .infinity]), (Parameter.playRate, [0.499, 2.001, .nan, 1.5]),
            (Parameter.pitch, [1, -2400, 2401, .nan]),
            (Parameter.volumeRampTime, [-1, 86_401, .nan, .infinity]), (Parameter.pan, [-1.001, 1.001, .nan]), (0, [0]),
            (99, [0]),
        ]
        for (id, values) in wrong {
            for value in values {
                #expect(queueStatus { try queue.setParameter(id, value) } == -66682, "\(id) \(value)")
            }
        }
        #expect(queueStatus { _ = try queue.parameter(99) } == -66682)
        for id in [Parameter.volume, Parameter.playRate] { #expect(try queue.parameter(id) == 1) }
        for id in [Parameter.pitch, Parameter.volumeRampTime, Parameter.pan] { #expect(try queue.parameter(id) == 0) }
        try queue.setParameter(Parameter.pitch, 0)
        try queue.setParameter(Parameter.playRate, 1)
        try queue.setTimePitchEnabled(true)
        try queue.setParameter(Parameter.playRate, 1.5)
        #expect(try queue.parameter(Parameter.playRate) == 1.5)
        try queue.setDecodeBufferSizeFrames(100)
        #expect(try queue.parameter(Parameter.playRate) == 1.5)
        try queue.setTimePitchEnabled(false)
        #expect(try queue.parameter(Parameter.playRate) == 1)
    }

    @Test func `a volume is a factor, and holds at once`() throws {
        let queue = try ones(10)
        try queue.setParameter(Parameter.volume, 0.25)
        try queue.start()
        #expect(try queue.rendered(2) == [0.25, 0.25])
        try queue.setParameter(Parameter.volume, 0)
        #expect(try queue.rendered(2, at: 2) == [0, 0])
        try queue.setParameter(Parameter.volume, 1)
        #expect(try queue.rendered(2, at: 4) == [1, 1])
    }

    @Test func `a ramp is a straight line from where the volume is`() throws {
        for request in [1, 3, 100] {
            let queue = try ones(100)
            try queue.setParameter(Parameter.volumeRampTime, 0.008)
            try queue.setParameter(Parameter.volume, 0)
            try queue.start()
            var result = try queue.rendered(2)
            try queue.setParameter(Parameter.volume, 1)
            while result.count < 8 {
                result += try queue.rendered(min(request, 8 - result.count), at: Int64(result.count))
            }
            #expect(try queue.parameter(Parameter.volume) == 1)
            try queue.setParameter(Parameter.volume, 0.25)
            while result.count < 18 {
                result += try queue.rendered(min(request, 18 - result.count), at: Int64(result.count))
            }
            let up = (0..<6).map { Float($0) / 8 }, down = (0..<8).map { Float(0.75 - 0.5 * Double($0) / 8) }
            #expect(result == [0, 0] + up + down + [0.25, 0.25])
        }
    }

    @Test func `pan holds during a ramp, too`() throws {
        let queue = try ones(8, to: 2)
        try queue.setParameter(Parameter.volumeRampTime, 0.004)
        try queue.setParameter(Parameter.pan, 0.5)
        try queue.start()
        try queue.setParameter(Parameter.volume, 0)
        #expect(try queue.rendered(5) == [0.5, 1, 0.375, 0.75, 0.25, 0.5, 0.125, 0.25, 0, 0])
    }

    @Test func `pan takes the far side down`() throws {
        let queue = try ones(10, to: 2)
        try queue.start()
        for (pan, expected) in [(-1, [1, 0]), (-0.5, [1, 0.5]), (0, [1, 1]), (0.25, [0.75, 1]), (1, [0, 1])]
            as [(Float, [Float])]
        {
            try queue.setParameter(Parameter.pan, pan)
            #expect(try queue.rendered(1, at: 9) == expected)
            try queue.stop(immediately: true)
            try queue.enqueue(try queue.buffer([Float(1)]))
            try queue.start()
        }
    }

    @Test func `pan has no effect where there are no sides`() throws {
        for (source, render) in [(1, 1), (2, 1), (6, 6), (6, 2), (1, 6), (2, 6)] {
            func played(_ pan: Float) throws -> [Float] {
                let queue = try AudioQueue.offline(floats(1000, source), to: floats(1000, render))
                try queue.enqueue(try queue.buffer((0..<source).map { Float($0 + 1) / 8 }))
                try queue.setParameter(Parameter.pan, pan)
                try queue.start()
                return try queue.rendered(1)
            }
            #expect(try played(1) == played(0))
        }
    }

    @Test func `parameters of a buffer hold from its first frame on`() throws {
        let queue = try ones(3, to: 2)
        let ones = [Float](repeating: 1, count: 5)
        try queue.enqueue(
            queue.buffer(ones), trimFramesAtStart: 3,
            parameters: [.init(Parameter.volume, 0.5), .init(Parameter.pan, 1)])
        try queue.enqueue(queue.buffer(ones), trimFramesAtStart: 3, parameters: [.init(Parameter.pan, 0)], startTime: 6)
        try queue.enqueue(queue.buffer(ones), trimFramesAtStart: 5, parameters: [.init(Parameter.volume, 1)])
        try queue.enqueue(queue.buffer(ones), trimFramesAtStart: 4)
        try queue.start()
        #expect(try queue.rendered(2) == [1, 1, 1, 1])
        #expect(try queue.parameter(Parameter.volume) == 1)
        let rest = try queue.rendered(20, at: 2)
        #expect(rest == [1, 1, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1])
        #expect(try queue.parameter(Parameter.volume) == 1 && queue.parameter(Parameter.pan) == 0)
    }

    /// Through a rate converter, the volume changes at the first output frame that is not before the buffer.
    @Test func `parameters of a buffer hold from the same place behind a rate converter`() throws {
        for (from, to, first) in [(1000.0, 2000.0, 600), (2000, 1000, 150), (44_100, 48_000, 327)] {
            let queue = try AudioQueue.offline(floats(from, 1), to: floats(to, 1))
            try queue.enqueue(try queue.buffer([Float](repeating: 1, count: 300)))
            try queue.enqueue(
                queue.buffer([Float](repeating: 1, count: 300)), trimFramesAtStart: 0,
                parameters: [.init(Parameter.volume, 0)])
            try queue.start()
            try queue.stop(immediately: false)
            let result = try queue.rendered(2000)
            #expect(result.firstIndex(of: 0) == first && result[first...].allSatisfy { $0 == 0 })
        }
    }

    /// One buffer at a play rate.
    private func played(_ samples: [Float], rate: Float) throws -> [Float] {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.setTimePitchEnabled(true)
        try queue.enqueue(queue.buffer(samples), trimFramesAtStart: 0, parameters: [.init(Parameter.playRate, rate)])
        try queue.start()
        try queue.stop(immediately: false)
        return try queue.rendered(3 * samples.count)
    }

    @Test func `a play rate divides the length`() throws {
        for (rate, count) in [(2, 500), (0.5, 2000), (1.5, 667), (0.75, 1334), (1, 1000)] as [(Float, Int)] {
            #expect(try played([Float](repeating: 0, count: 1000), rate: rate).count == count)
        }
    }

    @Test func `a play rate and a rate converter divide the length one after the other`() throws {
        // ⌈⌈1000 / 1.5⌉ · 44,100 / 48,000⌉ = ⌈612.8⌉, and ⌈⌈100 / 0.75⌉ · 44,100 / 48,000⌉ = ⌈123.1⌉.
        for (rate, count, expected) in [(1.5, 1000, 613), (0.75, 100, 124), (1, 64, 59), (1, 65, 60)]
            as [(Float, Int, Int)]
        {
            let queue = try AudioQueue.offline(floats(48_000, 1), to: floats(44_100, 1))
            try queue.setTimePitchEnabled(true)
            try queue.setParameter(Parameter.playRate, rate)
            try queue.enqueue(try queue.buffer([Float](repeating: 1, count: count)))
            try queue.start()
            try queue.stop(immediately: false)
            #expect(try queue.rendered(2000).count == expected)
        }
    }

    @Test func `at play rate 1 the samples are as they were`() throws {
        let noise = SeededNumbers.noise(2000, seed: 8)
        let isSame = bits([try played(noise, rate: 1)]) == bits([noise])
        #expect(isSame)
    }

    @Test func `a play rate moves a sine, and keeps its level`() throws {
        for rate in [0.5, 0.7, 1.3, 2] as [Float] {
            let frequency = 1000.0 / 48_000
            let sine = (0..<4000).map { Float(0.5 * PortableMath.sin(2 * .pi * frequency * Double($0))) }
            let result = try played(sine, rate: rate)
            for frame in 200..<result.count - 200 {
                let expected = 0.5 * PortableMath.sin(2 * .pi * frequency * Double(rate) * Double(frame))
                #expect((Double(result[frame]) - expected).magnitude < 1e-5)
            }
        }
    }

    @Test func `above play rate 1 nothing folds back`() throws {
        let sine = (0..<6000).map { Float(0.5 * PortableMath.sin(2 * .pi * 0.36 * Double($0))) }
        let result = try played(sine, rate: 1.5)
        #expect(result[200..<result.count - 200].allSatisfy { $0.magnitude < 1e-5 })
    }

    @Test func `a bypass plays at rate 1 and keeps the value`() throws {
        let queue = try AudioQueue.offline(floats(48_000, 1))
        try queue.setTimePitchEnabled(true)
        try queue.setParameter(Parameter.playRate, 2)
        try queue.setTimePitchBypassed(true)
        let noise = SeededNumbers.noise(100, seed: 8)
        try queue.enqueue(try queue.buffer(noise))
        try queue.start()
        try queue.stop(immediately: false)
        #expect(try queue.rendered(200) == noise)
        #expect(try queue.parameter(Parameter.playRate) == 2 && queue.isTimePitchBypassed)
    }
}
