internal import CLanes
internal import KKPCM

extension TruePeakMeter {
    /// Puts `count` frames of a buffer after those that are kept, scaled.
    mutating func take(_ count: Int, from buffer: borrowing PCMBuffer, at offset: Int, firstChannel: Int) {
        precondition(offset >= 0 && offset + count <= buffer.frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            let samples = unsafe buffer.channelPointer(firstChannel + channel) + offset
            let own = unsafe history.channelPointer(channel) + Self.kept
            for index in 0..<count { unsafe own[index] = samples[index] * Self.scale }
        }
    }

    /// Raises the peaks by those of the `count` frames whose peaks have become known with the newest `count` frames.
    ///
    /// The kernel works on eight frames at a time and reads further than the newest one. What stands there is from an
    /// earlier call, and it touches only readings after the first `count`, which are not looked at.
    mutating func findPeaks(_ count: Int) {
        unsafe filter.weights.withUnsafeBufferPointer { weights in
            for channel in 0..<channelCount {
                let readings = unsafe readings.channelPointer(0)
                unsafe readings.update(repeating: 0, count: count)
                let peak = peaks[channel] * Double(Self.scale)
                let quiet = max(0, Float(peak / filter.worstGain).nextDown),
                    calm = max(0, Float(peak / filter.placeGain).nextDown)
                let samples = unsafe history.channelPointer(channel) + (Self.kept - TruePeakFilter.delay)
                unsafe lanes_true_peaks(set.lanes, weights.baseAddress, samples, count, quiet, calm, readings)
                var lanes = SIMD8<Float>()
                var index = 0
                while index + 8 <= count {
                    let eight = unsafe UnsafeRawPointer(readings + index).loadUnaligned(as: SIMD8<Float>.self)
                    lanes.replace(with: eight, where: eight .> lanes)
                    index += 8
                }
                var largest = lanes.max()
                while index < count {
                    unsafe largest = max(largest, readings[index])
                    index += 1
                }
                peaks[channel] = max(peaks[channel], Double(largest) / Double(Self.scale))
            }
        }
    }
}
