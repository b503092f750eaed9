internal import KKPCM

/// libsamplerate as a rate engine, without its traps of length and flushing.
///
/// It is always fed the same pieces of ``chunk`` frames and always given the same room, so its bits do not depend on
/// the caller's pieces. The end of the input is never announced, because it would stop short of the promised length:
/// zeros follow instead, and what is too much is cut off.
///
/// A ratio that varies goes in a straight line from one multiple of ``RatioPath/segment`` output frames to the next,
/// whatever is pulled at a time. Each output frame is 1 / ratio input frames after the one before, as the library
/// steps, and the output ends where the input does.
final class SamplerateEngine: RateEngine {
    private let handle: SamplerateHandle
    private let path: RatioPath
    private let channelCount: Int

    /// One piece of input, as it is collected and interleaved, and the frames of it that the library has not taken yet.
    private var piece: PCMBuffer
    private var input: [Float]
    private var collected = 0
    private var pending = 0..<0
    /// What the library made, interleaved, and the frames of it that nobody has pulled yet.
    private var output: [Float]
    private var ready = 0..<0
    private var received: Int64 = 0
    private var made: Int64 = 0
    private var isFinished = false
    private var total: Int64?
    /// Of a ratio that varies: the one at the next frame to be made, the one at the segment's end, that end, and where
    /// in the input the next frame is.
    private var ratio = 0.0
    private var target = 0.0
    private var segmentEnd: Int64 = 0
    private var position = LongSum()
    /// Frames still to be dropped before the one that was asked for.
    private var ahead: Int64 = 0

    private static let chunk = 1024
    private static let room = 4096

    init(_ path: RatioPath, quality: ResamplerQuality, channelCount: Int) throws(ConvertError) {
        handle = try SamplerateHandle(quality: quality, channelCount: channelCount)
        self.path = path
        self.channelCount = channelCount
        piece = PCMBuffer(channelCount: channelCount, frameCapacity: Self.chunk)
        piece.frameLength = Self.chunk
        input = Array(repeating: 0, count: channelCount * Self.chunk)
        output = Array(repeating: 0, count: channelCount * Self.room)
        try start()
    }

    // The library does not say.
    var leadingFrames: Int { 0 }
    var trailingFrames: Int { 0 }

    func push(_ buffer: borrowing PCMBuffer, at offset: Int, frameCount: Int) -> Int {
        guard !isFinished, pending.isEmpty else { return 0 }
        let count = min(frameCount, Self.chunk - collected)
        piece.copy(count, framesFrom: buffer, at: offset, to: collected)
        collected += count
        received += Int64(count)
        if collected == Self.chunk { submit() }
        return count
    }

    func finish() {
        guard !isFinished else { return }
        isFinished = true
        if case .constant(let ratio) = path { total = ratio.outputLength(of: received) }
        if pending.isEmpty { submitWithSilence() }
    }

    func pull(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(ConvertError) -> Int {
        while true {
            let skipped = Int(min(ahead, Int64(ready.count)))
            ready = ready.lowerBound + skipped..<ready.upperBound
            ahead -= Int64(skipped)
            if case .varying = path, isFinished, total == nil, isAtEnd { total = made }
            if !ready.isEmpty || made >= total ?? .max { break }
            if pending.isEmpty {
                if !isFinished { return 0 }
                submitWithSilence()
            }
            let room = try nextRoom()
            let (used, count) = try handle.process(input, frames: pending, ratio: target, to: &output, room: room)
            guard used > 0 || count > 0 else {
                throw ConvertError(
                    kind: .defect, problem: "libsamplerate makes no progress", place: "output frame \(made)")
            }
            pending = pending.lowerBound + used..<pending.upperBound
            advance(count, of: room)
            ready = 0..<Int(min(Int64(count), (total ?? .max) - made))
            made += Int64(ready.count)
        }
        let count = min(frameCount, ready.count)
        for channel in 0..<channelCount {
            buffer.withMutableChannel(channel) { span in
                for frame in 0..<count {
                    span[offset + frame] = output[(ready.lowerBound + frame) * channelCount + channel]
                }
            }
        }
        ready = ready.lowerBound + count..<ready.upperBound
        return count
    }

    /// From the input's start: the library's state cannot be had in any other way.
    func restart(at frame: Int64) throws(ConvertError) -> Int64 {
        try handle.reset()
        collected = 0
        pending = 0..<0
        ready = 0..<0
        received = 0
        made = 0
        isFinished = false
        total = nil
        ahead = max(0, frame)
        try start()
        return 0
    }

    private func start() throws(ConvertError) {
        position = LongSum()
        segmentEnd = 0
        ratio = try path.ratio(at: 0)
        target = ratio
        try handle.set(ratio)
    }

    /// The frames to be made at most by the next call, up to where the ratio is `target`.
    private func nextRoom() throws(ConvertError) -> Int {
        guard case .varying = path else { return Self.room }
        if made == segmentEnd {
            segmentEnd += Int64(RatioPath.segment)
            target = try path.ratio(at: segmentEnd)
        }
        // Of its own the library would go on from the last frame's ratio, one step short of this one.
        try handle.set(ratio)
        return Int(segmentEnd - made)
    }

    /// Whether the next frame lies at the input's end or after it; a frame that should lie there exactly may be off by
    /// what its steps were rounded.
    private var isAtEnd: Bool { position.value >= Double(received) - 1e-6 }

    /// Steps over `count` frames that were made of `room`; with the end of the input known, over it the output is at
    /// its end.
    private func advance(_ count: Int, of room: Int) {
        guard case .varying = path else { return }
        let (start, step) = (ratio, (target - ratio) / Double(room))
        for frame in 0..<count {
            if isFinished, total == nil, isAtEnd { total = made + Int64(frame) }
            ratio = start + Double(frame) * step
            position.add(1 / ratio)
        }
        ratio = count == room ? target : start + Double(count) * step
    }

    private func submit() {
        for channel in 0..<channelCount {
            piece.withChannel(channel) { span in
                for frame in span.indices { input[frame * channelCount + channel] = span[frame] }
            }
        }
        pending = 0..<Self.chunk
        collected = 0
    }

    private func submitWithSilence() {
        piece.silence(collected..<Self.chunk)
        submit()
    }
}

/// A sum of many small numbers that does not lose what each is rounded by (Kahan, "Further remarks on reducing
/// truncation errors", 1965).
private struct LongSum {
    private(set) var value = 0.0
    private var lost = 0.0

    mutating func add(_ number: Double) {
        let small = number - lost
        let sum = value + small
        lost = (sum - value) - small
        value = sum
    }
}
