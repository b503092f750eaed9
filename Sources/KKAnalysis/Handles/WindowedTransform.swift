internal import KKMath
internal import KKPCM

/// Power spectra of windowed frames, of which each bin's largest is kept.
final class WindowedTransform {
    private let transform: RealFFT
    /// Hann, periodic, and scaled so that a sine of the amplitude 1 at a bin has the power 1 there.
    private let window: [Float]
    private var windowed: [Float]
    private var real: [Float]
    private var imaginary: [Float]
    /// The largest power of each bin, channel by channel.
    private(set) var powers: [[Float]]

    /// - Parameter length: a power of two, 4 or more.
    init(length: Int, channelCount: Int) {
        transform = RealFFT(size: length)
        // The sum of a Hann window is half its length; of a sine, half is at negative frequencies.
        window = (0..<length).map { index in
            let turn = 2 * 3.14159265358979323846 * Double(index) / Double(length)
            return Float((0.5 - 0.5 * PortableMath.cos(turn)) * 4 / Double(length))
        }
        windowed = Array(repeating: 0, count: length)
        real = Array(repeating: 0, count: transform.binCount)
        imaginary = real
        powers = Array(repeating: real, count: channelCount)
    }

    func clear() {
        for channel in powers.indices {
            for bin in powers[channel].indices { powers[channel][bin] = 0 }
        }
    }

    /// Takes the frames of a channel from `first` on.
    func add(_ buffer: borrowing PCMBuffer, channel: Int, from first: Int) {
        precondition(first >= 0 && first + window.count <= buffer.frameCapacity, "frames outside the buffer")
        let samples = unsafe buffer.channelPointer(channel) + first
        let length = window.count
        unsafe window.withUnsafeBufferPointer { window in
            unsafe windowed.withUnsafeMutableBufferPointer { windowed in
                for index in 0..<length {
                    let value = unsafe samples[index]
                    // Only of what is finite is the difference with itself 0.
                    unsafe windowed[index] = (value - value == 0 ? value : 0) * window[index]
                }
            }
        }
        var re = real.mutableSpan, im = imaginary.mutableSpan
        transform.forward(windowed.span, real: &re, imaginary: &im)
        let count = real.count
        unsafe real.withUnsafeBufferPointer { re in
            unsafe imaginary.withUnsafeBufferPointer { im in
                unsafe powers[channel].withUnsafeMutableBufferPointer { powers in
                    for bin in 0..<count {
                        let power = unsafe re[bin] * re[bin] + im[bin] * im[bin]
                        let soFar = unsafe powers[bin]
                        unsafe powers[bin] = power > soFar ? power : soFar
                    }
                }
            }
        }
    }
}
