internal import CLanes
package import KKPCM

extension RealFFT {
    /// The spectrum of ``size`` samples.
    ///
    /// - Parameters:
    ///   - samples: at least N samples, of which the first N are used.
    ///   - real: has room for ``binCount`` values.
    ///   - imaginary: the same. Its first and last value become 0.
    public func forward(_ samples: Span<Float>, real: inout MutableSpan<Float>, imaginary: inout MutableSpan<Float>) {
        precondition(
            samples.count >= size && real.count >= binCount && imaginary.count >= binCount, "a span is too short")
        unsafe samples.withUnsafeBufferPointer { x in
            unsafe real.withUnsafeMutableBufferPointer { re in
                unsafe imaginary.withUnsafeMutableBufferPointer { im in
                    var transform = unsafe lanes
                    unsafe lanes_fft_forward(set.lanes, &transform, x.baseAddress, re.baseAddress, im.baseAddress)
                }
            }
        }
    }

    /// The samples of a spectrum: the inverse of ``forward(_:real:imaginary:)``, within rounding.
    ///
    /// - Parameters:
    ///   - real: ``binCount`` values, or more, of which the first ones are used.
    ///   - imaginary: the same. Its first and last value are taken for 0.
    ///   - samples: has room for ``size`` values.
    public func inverse(real: Span<Float>, imaginary: Span<Float>, into samples: inout MutableSpan<Float>) {
        precondition(
            samples.count >= size && real.count >= binCount && imaginary.count >= binCount, "a span is too short")
        unsafe real.withUnsafeBufferPointer { re in
            unsafe imaginary.withUnsafeBufferPointer { im in
                unsafe samples.withUnsafeMutableBufferPointer { x in
                    var transform = unsafe lanes
                    unsafe lanes_fft_inverse(set.lanes, &transform, re.baseAddress, im.baseAddress, x.baseAddress)
                }
            }
        }
    }

    /// Raises each of ``binCount`` `peaks` to the power of its bin, real part² + imaginary part², where that is larger.
    ///
    /// - Parameters:
    ///   - first: where the ``size`` samples of `channel` begin in `buffer`. Those that are infinite or no number count
    ///     as 0.
    ///   - window: the factor of each of them.
    package func raise(
        _ peaks: inout [Float], toPowersOf buffer: borrowing PCMBuffer, channel: Int, from first: Int, window: [Float]
    ) {
        precondition(first >= 0 && first + size <= buffer.frameCapacity, "frames outside the buffer")
        precondition(window.count >= size && peaks.count >= binCount, "an array is too short")
        var transform = unsafe lanes
        unsafe lanes_fft_peaks(set.lanes, &transform, buffer.channelPointer(channel) + first, window, &peaks)
    }

    var lanes: lanes_fft { unsafe lanes(0) }

    /// The transform of one of several calls side by side.
    func lanes(_ call: Int) -> lanes_fft {
        unsafe lanes_fft(
            count: count, roots: UnsafePointer(roots), halves: UnsafePointer(halves),
            scratch: scratch + call * lanes_fft_scratch(count))
    }
}
