internal import KKDSP
internal import KKMath
internal import KKPCM

/// Power spectra of windowed frames, added up bin by bin.
final class SpectralPowers {
    let size: Int
    /// The sums, from 0 Hz to half the sample rate, of full scale.
    private(set) var powers: [Double]

    private let transform: RealFFT
    /// Hann, with its middle between two samples, divided by the size so that no sum is too large for Float32.
    private let window: [Float]
    private var windowed: [Float]
    private var real: [Float]
    private var imaginary: [Float]

    /// - Parameter size: one of ``RealFFT``'s.
    init(size: Int) {
        self.size = size
        transform = RealFFT(size: size)
        window = (0..<size).map {
            Float(0.5 - 0.5 * PortableMath.cos(2 * .pi * (Double($0) + 0.5) / Double(size))) / Float(size)
        }
        windowed = Array(repeating: 0, count: size)
        real = Array(repeating: 0, count: transform.binCount)
        imaginary = real
        powers = Array(repeating: 0, count: transform.binCount)
    }

    /// Takes the frames of a channel from `first` on.
    func add(_ buffer: borrowing PCMBuffer, channel: Int, from first: Int) {
        precondition(first >= 0 && first + size <= buffer.frameCapacity, "frames outside the buffer")
        let samples = unsafe buffer.channelPointer(channel) + first
        let length = size
        unsafe window.withUnsafeBufferPointer { window in
            unsafe windowed.withUnsafeMutableBufferPointer { windowed in
                for index in 0..<length { unsafe windowed[index] = samples[index] * window[index] }
            }
        }
        var re = real.mutableSpan, im = imaginary.mutableSpan
        transform.forward(windowed.span, real: &re, imaginary: &im)
        let count = real.count
        unsafe real.withUnsafeBufferPointer { re in
            unsafe imaginary.withUnsafeBufferPointer { im in
                unsafe powers.withUnsafeMutableBufferPointer { powers in
                    for bin in 0..<count {
                        let (real, imaginary) = unsafe (Double(re[bin]), Double(im[bin]))
                        unsafe powers[bin] += real * real + imaginary * imaginary
                    }
                }
            }
        }
    }
}
