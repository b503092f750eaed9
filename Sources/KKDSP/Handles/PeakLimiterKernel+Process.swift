internal import KKPCM

extension PeakLimiterKernel {
    /// Writes the `count` frames that are due when the newest `count` frames of the history have come, times their gain.
    mutating func turnDown(_ count: Int, into buffer: inout PCMBuffer, at offset: Int) {
        precondition(offset >= 0 && offset + count <= buffer.frameCapacity, "frames outside the buffer")
        for index in 0..<count {
            var peak = 0.0
            for channel in 0..<channelCount {
                let sample = unsafe history.channelPointer(channel)[kept + index]
                let magnitude = finite(Double(sample) * preGain).magnitude
                // A NaN is greater than nothing.
                if magnitude > peak { peak = magnitude }
            }
            preGains[place] = preGain
            let due = preGains[place >= latency ? place - latency : place - latency + preGains.count]
            place = place + 1 == preGains.count ? 0 : place + 1
            let gain = curve.next(peak > 1 ? 1 - 1 / peak : 0)
            for channel in 0..<channelCount {
                // Within full scale: the curve is below what is needed by more than the rounding of the product.
                let sample = unsafe finite(Double(history.channelPointer(channel)[kept - latency + index]) * due)
                unsafe buffer.channelPointer(channel)[offset + index] = Float(sample * gain)
            }
        }
    }

    @inline(__always)
    private func finite(_ value: Double) -> Double {
        let largest = Double(Float.greatestFiniteMagnitude)
        return value.magnitude > largest ? (value < 0 ? -largest : largest) : value
    }
}
