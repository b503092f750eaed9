internal import KKPCM

extension ReverbKernel {
    /// Works on as many frames at once as the shortest line has: none of them hears another one's echo.
    mutating func reverberate(_ frames: Range<Int>, in buffer: inout PCMBuffer) {
        precondition(frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity, "frames outside the buffer")
        var start = frames.lowerBound
        while start < frames.upperBound {
            let count = min(frames.upperBound - start, Self.blockLength, Int(lines.lengths[0]))
            move(count, intoLines: false)
            mix(start..<start + count, of: &buffer)
            move(count, intoLines: true)
            place = (place + count) & (lineCapacity - 1)
            start += count
        }
    }

    /// Frames between the lines and the rows, which have a frame of all lines side by side: what comes out of each line
    /// now, or what goes into it.
    private mutating func move(_ count: Int, intoLines: Bool) {
        let mask = lineCapacity - 1
        unsafe memory.withUnsafeMutableBufferPointer { memory in
            unsafe rows.withUnsafeMutableBytes { bytes in
                let rows = unsafe bytes.assumingMemoryBound(to: Float.self)
                precondition(
                    memory.count == Self.lineCount * (mask + 1) && count * Self.lineCount <= rows.count,
                    "frames outside a line")
                for line in 0..<Self.lineCount {
                    let lineStart = line * (mask + 1), first = intoLines ? place : place - Int(lines.lengths[line])
                    for frame in 0..<count {
                        let here = lineStart + (first + frame) & mask, there = frame * Self.lineCount + line
                        if intoLines { unsafe memory[here] = rows[there] } else { unsafe rows[there] = memory[here] }
                    }
                }
            }
        }
    }

    /// The rows as they come out of the lines are heard, and become what goes in.
    private mutating func mix(_ frames: Range<Int>, of buffer: inout PCMBuffer) {
        let (feeds, poles, dry, wet) = (filters.feeds, filters.poles, dry, wet)
        var (states, silentCount) = (states, silentCount)
        unsafe rows.withUnsafeMutableBufferPointer { rows in
            for (index, frame) in frames.enumerated() {
                states = Self.kept(unsafe feeds * rows[index] + poles * states)
                var fed = Self.mixed(states)
                for (channel, ends) in ends.enumerated() {
                    let samples = unsafe buffer.channelPointer(channel), sample = unsafe samples[frame]
                    fed += ends.input * (sample.isFinite ? sample : 0)
                    // With nothing of the room, every bit passes.
                    if wet != 0 { unsafe samples[frame] = dry * sample + wet * Self.sum(ends.output * states) }
                }
                silentCount = fed == SIMD16() ? silentCount + 1 : 0
                unsafe rows[index] = fed
            }
        }
        (self.states, self.silentCount) = (states, min(silentCount, lineCapacity))
    }

    /// No denormal number goes round. Two comparisons: `pointwiseMax` is a call for each lane.
    @inline(__always)
    private static func kept(_ values: SIMD16<Float>) -> SIMD16<Float> {
        values.replacing(with: 0, where: (values .< 1e-30) .& (values .> -1e-30))
    }

    /// Times a Hadamard matrix of the order 16, which is orthogonal: four rounds of sums and differences of neighbours.
    @inline(__always)
    private static func mixed(_ values: SIMD16<Float>) -> SIMD16<Float> {
        var values = values
        for _ in 0..<4 {
            let (even, odd) = (values.evenHalf, values.oddHalf)
            values = SIMD16(lowHalf: even + odd, highHalf: even - odd)
        }
        return values * 0.25
    }

    @inline(__always)
    private static func sum(_ values: SIMD16<Float>) -> Float {
        let eight = values.lowHalf + values.highHalf, four = eight.lowHalf + eight.highHalf
        let two = four.lowHalf + four.highHalf
        return two.x + two.y
    }
}
