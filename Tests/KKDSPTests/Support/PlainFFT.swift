import KKMath

/// The transform written down as its description says: Stockham's steps of four, at the end one of two, and even and
/// odd samples taken apart, a number at a time in Float32.
struct PlainFFT {
    let size: Int
    private var count: Int { size / 2 }

    init(size: Int) { self.size = size }

    struct Complex {
        var real, imaginary: Float

        static func + (a: Complex, b: Complex) -> Complex {
            Complex(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
        }
        static func - (a: Complex, b: Complex) -> Complex {
            Complex(real: a.real - b.real, imaginary: a.imaginary - b.imaginary)
        }
        static func * (a: Complex, w: Complex) -> Complex {
            Complex(
                real: a.real * w.real - a.imaginary * w.imaginary,
                imaginary: a.real * w.imaginary + a.imaginary * w.real)
        }
        /// Times −i.
        var backwards: Complex { Complex(real: imaginary, imaginary: -real) }
        var exchanged: Complex { Complex(real: imaginary, imaginary: real) }
    }

    func forward(_ samples: [Float]) -> (real: [Float], imaginary: [Float]) {
        let z = transform((0..<count).map { Complex(real: samples[2 * $0], imaginary: samples[2 * $0 + 1]) })
        var real = [Float](repeating: 0, count: count + 1), imaginary = real
        real[0] = z[0].real + z[0].imaginary
        real[count] = z[0].real - z[0].imaginary
        for k in 1..<max(2, count) where k < count {
            let near = z[min(k, count - k)], far = z[max(k, count - k)]
            let even = Complex(real: (near.real + far.real) * 0.5, imaginary: (near.imaginary - far.imaginary) * 0.5)
            let odd = Complex(real: (near.imaginary + far.imaginary) * 0.5, imaginary: (far.real - near.real) * 0.5)
            let turned = odd * root(min(k, count - k), of: size)
            real[k] = k <= count / 2 ? even.real + turned.real : even.real - turned.real
            imaginary[k] = k <= count / 2 ? even.imaginary + turned.imaginary : turned.imaginary - even.imaginary
        }
        return (real, imaginary)
    }

    func inverse(_ real: [Float], _ imaginary: [Float]) -> [Float] {
        var z = [Complex](
            repeating: Complex(real: real[0] + real[count], imaginary: real[0] - real[count]), count: count)
        for k in 1..<max(2, count) where k < count {
            let near = min(k, count - k), far = max(k, count - k)
            let even = Complex(real: real[near] + real[far], imaginary: imaginary[near] - imaginary[far])
            let turned = Complex(real: real[near] - real[far], imaginary: imaginary[near] + imaginary[far])
            let w = root(near, of: size)
            let odd = turned * Complex(real: w.real, imaginary: -w.imaginary)
            z[k] =
                k <= count / 2
                ? Complex(real: even.real - odd.imaginary, imaginary: even.imaginary + odd.real)
                : Complex(real: even.real + odd.imaginary, imaginary: odd.real - even.imaginary)
        }
        let scale = 1 / Float(size)
        return transform(z.map(\.exchanged)).flatMap { [$0.imaginary * scale, $0.real * scale] }
    }

    private func transform(_ numbers: [Complex]) -> [Complex] {
        var x = numbers, length = count, stride = 1
        while length >= 4 {
            var y = x
            let quarter = length / 4
            for p in 0..<quarter {
                let roots = (1...3).map { root(p * $0, of: length) }
                for q in 0..<stride {
                    let at = (0...3).map { x[stride * (p + $0 * quarter) + q] }
                    let (a, b, c, d) = (at[0], at[1], at[2], at[3])
                    let (ac, bd, e, f) = (a + c, b + d, a - c, (b - d).backwards)
                    for (k, number) in [ac + bd, (e + f) * roots[0], (ac - bd) * roots[1], (e - f) * roots[2]]
                        .enumerated()
                    {
                        y[stride * (4 * p + k) + q] = number
                    }
                }
            }
            (x, length, stride) = (y, quarter, 4 * stride)
        }
        guard length == 2 else { return x }
        return (0..<count / 2).map { x[$0] + x[count / 2 + $0] } + (0..<count / 2).map { x[$0] - x[count / 2 + $0] }
    }

    /// e^(−2πi·k/n), exact where it is 0 or ±1, and the same for angles that mirror each other.
    private func root(_ k: Int, of n: Int) -> Complex {
        let rest = 4 * k % n, angle = 1.570796326794896619231322 * (Double(min(rest, n - rest)) / Double(n))
        let small = (PortableMath.cos(angle), PortableMath.sin(angle))
        let (cosine, sine) = 2 * rest > n ? (small.1, small.0) : small
        switch 4 * k / n & 3 {
        case 0: return Complex(real: Float(cosine), imaginary: Float(-sine))
        case 1: return Complex(real: Float(-sine), imaginary: Float(-cosine))
        case 2: return Complex(real: Float(-cosine), imaginary: Float(sine))
        default: return Complex(real: Float(sine), imaginary: Float(cosine))
        }
    }
}
