internal import CLanes
internal import KKPCM

extension TruePeakMeter {
    /// Puts `count` frames of a buffer behind those that are kept.
    mutating func take(_ count: Int, from buffer: borrowing PCMBuffer, at offset: Int, firstChannel: Int) {
        precondition(offset >= 0 && offset + count <= buffer.frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            let samples = unsafe buffer.channelPointer(firstChannel + channel) + offset
            unsafe (history.channelPointer(channel) + Self.kept).update(from: samples, count: count)
        }
    }

    /// Raises the peaks by those of the `count` frames whose peaks have become known with the newest `count` frames.
    ///
    /// The kernel works on eight frames at a time and reads further than the newest one. What stands there is from an earlier call, and it touches
    /// only readings behind the first `count`, which are not looked at.
    mutating func findPeaks(_ count: Int) {
        unsafe filter.weights.withUnsafeBufferPointer { weights in
            for channel in 0..<channelCount {
                let readings = unsafe readings.channelPointer(0)
                unsafe readings.update(repeating: 0, count: count)
                let quiet = max(0, Float(peaks[channel] / filter.worstGain).nextDown)
                let samples = unsafe history.channelPointer(channel) + (Self.kept - TruePeakFilter.delay)
                unsafe lanes_true_peaks(set.lanes, weights.baseAddress, samples, count, quiet, readings)
                var largest: Float = 0
                for index in 0..<count where unsafe readings[index] > largest { unsafe largest = readings[index] }
                peaks[channel] = max(peaks[channel], Double(largest))
            }
        }
    }
}
