internal import KKPCM

extension PeakLimiterCore {
    /// Takes `count` frames of `input` in and writes the `count` frames that are due, times their gain.
    mutating func turnDown(_ count: Int, of input: borrowing PCMBuffer, into output: inout PCMBuffer, at offset: Int) {
        precondition(offset >= 0 && offset + count <= min(input.frameCapacity, output.frameCapacity), "frames outside a buffer")
        for index in 0..<count {
            var peak = 0.0
            for channel in 0..<channelCount {
                let sample = finite(unsafe Double(input.channelPointer(channel)[offset + index]) * preGain)
                unsafe history.channelPointer(channel)[kept + index] = sample
                // A NaN is greater than nothing.
                if Double(sample.magnitude) > peak { peak = Double(sample.magnitude) }
            }
            let gain = curve.next(peak > 1 ? 1 - 1 / peak : 0)
            for channel in 0..<channelCount {
                // Within full scale: the curve is below what is needed by more than the rounding of the product.
                let sample = unsafe Double(history.channelPointer(channel)[kept - latency + index])
                unsafe output.channelPointer(channel)[offset + index] = Float(sample * gain)
            }
        }
    }

    @inline(__always)
    private func finite(_ value: Double) -> Float {
        let largest = Double(Float.greatestFiniteMagnitude)
        return Float(value.magnitude > largest ? (value < 0 ? -largest : largest) : value)
    }
}
