import KKQueue
import KKPCM
import KKTestSupport
import KKUnits

/// Interleaved Float32.
func floats(_ rate: Double, _ channels: Int) -> StreamDescription {
    .linearPCM(sampleRate: rate, channels: channels, bits: 32, flags: [.isFloat])
}

/// Interleaved Int16.
func shorts(_ rate: Double, _ channels: Int) -> StreamDescription {
    .linearPCM(sampleRate: rate, channels: channels, bits: 16, flags: [.isSignedInteger])
}

/// The status of the queue's error that `body` throws; `nil` if it throws none, 0 for another error.
func queueStatus(_ body: () throws -> Void) -> Int32? {
    do {
        try body()
        return nil
    } catch {
        return (error as? AudioQueueError)?.status ?? 0
    }
}

extension AudioQueue {
    /// A queue in its offline mode, with a callback that does nothing unless it is given.
    static func offline(
        _ description: StreamDescription, to render: StreamDescription? = nil,
        callback: @escaping Callback = { _, _ in }
    ) throws -> AudioQueue {
        let queue = try AudioQueue(output: description, callback: callback)
        try queue.setOfflineRenderFormat(render ?? description)
        return queue
    }

    /// A buffer with samples in it.
    func buffer<Sample: Numeric & BitwiseCopyable>(_ samples: [Sample]) throws -> Buffer {
        let buffer = try allocateBuffer(byteCapacity: max(1, samples.count) * MemoryLayout<Sample>.stride)
        try buffer.fill(samples: samples)
        return buffer
    }

    /// Renders once into a new buffer.
    func rendered<Sample: Numeric & BitwiseCopyable>(
        _ frameCount: Int, at time: Int64 = 0, as type: Sample.Type = Float.self
    ) throws -> [Sample] {
        let output = try allocateBuffer(byteCapacity: max(1, frameCount) * 64)
        defer { try? freeBuffer(output) }
        _ = try offlineRender(at: time, into: output, frameCount: frameCount)
        return output.samples(as: type)
    }
}

/// A queue that is fed by its callback: three buffers of irregular sizes, to the end of the material, then a stop.
final class Deck {
    var queue: AudioQueue!
    private let material: [Float]
    private let channelCount: Int
    private var position = 0
    private var cuts: SeededNumbers?
    private let cut: Int
    /// What else happens where a buffer is enqueued, by its first frame.
    var parameters: (Int) -> [AudioQueue.ParameterEvent] = { _ in [] }

    /// - Parameters:
    ///   - cut: frames of a buffer; at most that many, by a seed, if there is one.
    init(
        _ material: [Float], _ description: StreamDescription, to render: StreamDescription, cut: Int,
        seed: UInt64? = nil
    ) throws {
        self.material = material
        self.cut = cut
        channelCount = description.channelCount
        cuts = seed.map(SeededNumbers.init)
        queue = try AudioQueue(output: description) { [unowned self] _, buffer in try feed(buffer) }
        try queue.setOfflineRenderFormat(render)
    }

    private func feed(_ buffer: AudioQueue.Buffer) throws {
        let left = material.count / channelCount - position
        guard left > 0 else { return try queue.stop(immediately: false) }
        var count = min(left, cut)
        if cuts != nil { count = 1 + Int(cuts!.next() % UInt64(count)) }
        try buffer.fill(samples: Array(material[position * channelCount..<(position + count) * channelCount]))
        let events = parameters(position)
        position += count
        try queue.enqueue(buffer, trimFramesAtStart: 0, parameters: events)
    }

    /// All frames, interleaved, by requests of `request` frames; by a seed up to that many, if there is one.
    ///
    /// - Parameters:
    ///   - frame: where `change` is called, between two requests.
    func played(
        by request: Int, seed: UInt64? = nil, at frame: Int = .max, change: () throws -> Void = {}
    ) throws -> [Float] {
        for _ in 0..<3 {
            let buffer = try queue.allocateBuffer(byteCapacity: cut * channelCount * 4)
            if position < material.count / channelCount { try feed(buffer) }
        }
        try queue.start()
        let width = queue.deviceChannelCount!
        let output = try queue.allocateBuffer(byteCapacity: request * width * 4)
        var numbers = seed.map(SeededNumbers.init)
        var result: [Float] = []
        while queue.isRunning {
            var count = request
            if numbers != nil { count = 1 + Int(numbers!.next() % UInt64(request)) }
            let time = result.count / width
            if time == frame { try change() }
            if time < frame { count = min(count, frame - time) }
            _ = try queue.offlineRender(at: Int64(time), into: output, frameCount: count)
            result += output.samples(as: Float.self)
        }
        return result
    }
}
