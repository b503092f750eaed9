extension RealFFT {
    /// The spectrum of ``size`` samples.
    ///
    /// - Parameters:
    ///   - samples: N of them, or more, of which the first N count.
    ///   - real: has room for ``binCount`` values.
    ///   - imaginary: the same. Its first and last value become 0.
    public func forward(_ samples: Span<Float>, real: inout MutableSpan<Float>, imaginary: inout MutableSpan<Float>) {
        precondition(samples.count >= size && real.count >= binCount && imaginary.count >= binCount, "a span is too short")
        unsafe samples.withUnsafeBufferPointer { x in
            for k in 0..<count {
                unsafe scratch[k] = x[2 * k]
                unsafe scratch[count + k] = x[2 * k + 1]
            }
        }
        unsafe real.withUnsafeMutableBufferPointer { re in
            unsafe imaginary.withUnsafeMutableBufferPointer { im in
                guard let re = re.baseAddress, let im = im.baseAddress else { return }
                let z = unsafe transform()
                unsafe takeApart(z, z + count, re, im)
            }
        }
    }

    /// The samples of a spectrum: what ``forward(_:real:imaginary:)`` was given, within rounding.
    ///
    /// - Parameters:
    ///   - real: ``binCount`` values, or more, of which the first ones count.
    ///   - imaginary: the same. Its first and last value are taken for 0.
    ///   - samples: has room for ``size`` values.
    public func inverse(real: Span<Float>, imaginary: Span<Float>, into samples: inout MutableSpan<Float>) {
        precondition(samples.count >= size && real.count >= binCount && imaginary.count >= binCount, "a span is too short")
        unsafe real.withUnsafeBufferPointer { re in
            unsafe imaginary.withUnsafeBufferPointer { im in
                guard let re = re.baseAddress, let im = im.baseAddress else { return }
                unsafe putTogether(re, im)
            }
        }
        let z = unsafe transform()
        let scale = 1 / Float(size)
        unsafe samples.withUnsafeMutableBufferPointer { x in
            for k in 0..<count {
                // The inverse is the forward transform with real and imaginary parts exchanged, before and after.
                unsafe x[2 * k] = z[count + k] * scale
                unsafe x[2 * k + 1] = z[k] * scale
            }
        }
    }

    /// X = (Z + Z*) / 2 − i·w (Z − Z*) / 2, where Z* is the conjugate of the bin on the other side.
    @unsafe
    private func takeApart(
        _ zr: UnsafeMutablePointer<Float>, _ zi: UnsafeMutablePointer<Float>, _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>
    ) {
        unsafe re[0] = zr[0] + zi[0]
        unsafe im[0] = 0
        unsafe re[count] = zr[0] - zi[0]
        unsafe im[count] = 0
        let sines = unsafe halves + (count / 2 + 1)
        for k in 1...count / 2 {
            let other = count - k
            let evenReal = unsafe (zr[k] + zr[other]) * 0.5, evenImaginary = unsafe (zi[k] - zi[other]) * 0.5
            let oddReal = unsafe (zi[k] + zi[other]) * 0.5, oddImaginary = unsafe (zr[other] - zr[k]) * 0.5
            let wr = unsafe halves[k], wi = unsafe sines[k]
            let turnedReal = oddReal * wr - oddImaginary * wi, turnedImaginary = oddReal * wi + oddImaginary * wr
            unsafe re[other] = evenReal - turnedReal
            unsafe im[other] = turnedImaginary - evenImaginary
            unsafe re[k] = evenReal + turnedReal
            unsafe im[k] = evenImaginary + turnedImaginary
        }
    }

    /// Twice what ``takeApart(_:_:_:_:)`` began with, real and imaginary parts exchanged.
    @unsafe
    private func putTogether(_ re: UnsafePointer<Float>, _ im: UnsafePointer<Float>) {
        let zi = unsafe scratch, zr = unsafe scratch + count
        unsafe zr[0] = re[0] + re[count]
        unsafe zi[0] = re[0] - re[count]
        let sines = unsafe halves + (count / 2 + 1)
        for k in 1...count / 2 {
            let other = count - k
            let evenReal = unsafe re[k] + re[other], evenImaginary = unsafe im[k] - im[other]
            let turnedReal = unsafe re[k] - re[other], turnedImaginary = unsafe im[k] + im[other]
            let wr = unsafe halves[k], wi = unsafe sines[k]
            let oddReal = turnedReal * wr + turnedImaginary * wi, oddImaginary = turnedImaginary * wr - turnedReal * wi
            unsafe zr[other] = evenReal + oddImaginary
            unsafe zi[other] = oddReal - evenImaginary
            unsafe zr[k] = evenReal - oddImaginary
            unsafe zi[k] = evenImaginary + oddReal
        }
    }

    /// The complex transform of the first side.
    ///
    /// - Returns: the side that has the result: real parts, then imaginary ones.
    private func transform() -> UnsafeMutablePointer<Float> {
        var from = unsafe scratch, to = unsafe scratch + 2 * count
        var length = count, stride = 1
        var table = unsafe roots
        while length >= 4 {
            if stride > 1 {
                unsafe step(from, to, table, quarter: length / 4, stride: stride)
            } else if count >= 16 {
                unsafe firstStep(from, to, table)
            } else {
                unsafe smallStep(from, to, table)
            }
            unsafe table += 6 * (length / 4)
            unsafe swap(&from, &to)
            length /= 4
            stride *= 4
        }
        guard length == 2 else { return unsafe from }
        for part in [0, count] {
            let a = unsafe from + part, y = unsafe to + part
            for q in 0..<count / 2 {
                let b = unsafe a[count / 2 + q]
                unsafe y[count / 2 + q] = a[q] - b
                unsafe y[q] = a[q] + b
            }
        }
        return unsafe to
    }
}
