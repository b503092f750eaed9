public import KKPCM

extension ResampledSource {
    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard handle != nil else { return try source.read(into: &buffer, at: offset, frameCount: frameCount) }
        guard frameCount > 0 else { return 0 }
        while true {
            while ready.isEmpty {
                if let total, made >= total { return 0 }
                try convert()
            }
            let skipped = Int(min(Int64(ready.count), target - position))
            ready = ready.lowerBound + skipped..<ready.upperBound
            position += Int64(skipped)
            if !ready.isEmpty { break }
        }
        let count = min(frameCount, ready.count)
        Self.deinterleave(outputSamples, ready.lowerBound, count, into: &buffer, at: offset)
        ready = ready.lowerBound + count..<ready.upperBound
        position += Int64(count)
        target = position
        return count
    }

    /// Forward, the frames between are converted and dropped, by the next read. Backward, so is everything from the start on.
    public func seek(to frame: Int64) throws {
        guard handle != nil else { return try source.seek(to: frame) }
        target = max(0, frame)
        guard target < position || target == 0 else { return }
        try source.seek(to: 0)
        try handle?.reset()
        pending = 0..<0
        ready = 0..<0
        received = 0
        made = 0
        position = 0
        isExhausted = false
    }

    /// One call of the library, after more input when it has used up the last.
    private func convert() throws {
        if pending.isEmpty { try fill() }
        guard let (used, count) = try handle?.process(inputSamples, frames: pending, ratio: ratio, to: &outputSamples) else { return }
        guard used > 0 || count > 0 else {
            throw ConvertError(kind: .defect, problem: "libsamplerate stands still", place: "output frame \(made)")
        }
        pending = pending.lowerBound + used..<pending.upperBound
        ready = 0..<Int(min(Int64(count), (total ?? .max) - made))
        made += Int64(ready.count)
    }

    /// The next piece of input, filled up with zeros when the source ends in it, and nothing but zeros after that.
    private func fill() throws {
        var count = 0
        if !isExhausted {
            count = try source.readFully(into: &input, at: 0, frameCount: Self.chunk)
            received += Int64(count)
            isExhausted = count < Self.chunk
        }
        input.silence(count..<Self.chunk)
        input.frameLength = Self.chunk
        Self.interleave(input, into: &inputSamples)
        pending = 0..<Self.chunk
    }

    private static func interleave(_ buffer: borrowing PCMBuffer, into samples: inout [Float]) {
        let channelCount = buffer.channelCount
        for channel in 0..<channelCount {
            buffer.withChannel(channel) { span in
                for frame in span.indices { samples[frame * channelCount + channel] = span[frame] }
            }
        }
    }

    private static func deinterleave(_ samples: [Float], _ first: Int, _ count: Int, into buffer: inout PCMBuffer, at offset: Int) {
        let channelCount = buffer.channelCount
        for channel in 0..<channelCount {
            buffer.withMutableChannel(channel) { span in
                for frame in 0..<count { span[offset + frame] = samples[(first + frame) * channelCount + channel] }
            }
        }
    }
}
