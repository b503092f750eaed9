internal import CLanes
internal import KKPCM

extension TruePeakLimiterKernel {
    /// The peaks of the `count` frames whose peaks have become known with the newest `count` frames, over all channels.
    mutating func findPeaks(_ count: Int) {
        peaks.silence(0..<peaks.frameCapacity)
        let quiet = Float(limit / filter.worstGain).nextDown, calm = Float(limit / filter.placeGain).nextDown
        unsafe filter.weights.withUnsafeBufferPointer { weights in
            for channel in 0..<channelCount {
                // `kept` frames come before the new ones, and after them is room: the kernel reads within the buffer.
                let samples = unsafe history.channelPointer(channel) + (kept - TruePeakFilter.delay)
                unsafe lanes_true_peaks(
                    set.lanes, weights.baseAddress, samples, count, quiet, calm, peaks.channelPointer(0))
            }
        }
    }

    /// Writes the `count` frames that are due, times their gain.
    mutating func turnDown(_ count: Int, into output: inout PCMBuffer, at offset: Int) {
        precondition(offset >= 0 && offset + count <= output.frameCapacity, "frames outside the buffer")
        let peaks = unsafe peaks.channelPointer(0)
        var isTouched = !curve.isAtRest
        for index in 0..<count where unsafe Double(peaks[index]) > limit { isTouched = true }
        if !isTouched {
            curve.rest(count)
            output.copy(count, framesFrom: history, at: kept - latency, to: offset)
            return
        }
        for index in 0..<count {
            let peak = unsafe Double(peaks[index])
            let gain = curve.next(peak > limit ? 1 - target / peak : 0)
            for channel in 0..<channelCount {
                let sample = unsafe history.channelPointer(channel)[kept - latency + index]
                unsafe output.channelPointer(channel)[offset + index] = turnedDown(sample, gain)
            }
        }
    }

    /// Within the ceiling whatever the rounding did.
    @inline(__always)
    private func turnedDown(_ sample: Float, _ gain: Double) -> Float {
        let value = Float(Double(sample) * gain)
        return value.magnitude > largestSample ? (value < 0 ? -largestSample : largestSample) : value
    }
}
