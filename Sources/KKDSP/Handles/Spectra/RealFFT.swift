internal import CLanes
internal import KKMath

/// The discrete Fourier transform of real samples, whose number is a power of two.
///
/// Forward, Xₖ = Σ xₙ e^(−2πi·kn/N) for the bins k = 0 … N/2, unscaled: a cosine of the amplitude 1 at a bin between
/// the first and the last one has there the real part N/2. Inverse, the same samples again within rounding.
///
/// ## Arithmetic
/// Pairs of samples are treated as complex numbers, which are transformed with Stockham's algorithm (P. Swarztrauber,
/// *FFT algorithms for vector computers*, 1984) in steps of four, with a final step of two if the size needs it; then
/// even and odd samples are separated. Data are Float32, roots of unity are worked out in Float64 and rounded. Only + −
/// ×, each number by one formula and in a fixed order, without fused products (CLanes, `fft.c`): the same bits on every
/// processor. The relative error, root mean square, is about 10⁻⁷.
///
/// ## Allocation
/// In `init` alone: 14 bytes or less per sample, and 1 KiB. An object's scratch memory serves one call at a time, so it is not
/// `Sendable`; one that is made for several calls side by side has as much for each.
@safe
public final class RealFFT {
    /// N: a power of two from 4 to 2²⁰.
    public let size: Int
    /// N/2 + 1: from 0 Hz to half the sample rate.
    public var binCount: Int { size / 2 + 1 }

    public static let sizes = 4...1 << 20

    let set: InstructionSet
    /// Complex numbers: half the size.
    let count: Int
    /// Two sides of real parts, then imaginary ones; a step reads from one and writes to the other.
    let scratch: UnsafeMutablePointer<Float>
    /// For each step of four the powers w, w², w³ of its roots, in groups of as many roots as share eight lanes, each
    /// in six runs.
    let roots: UnsafeMutablePointer<Float>
    /// e^(−2πi·k/N) for k up to N/4: the real parts, then the imaginary ones.
    let halves: UnsafeMutablePointer<Float>

    /// - Parameter size: a power of two in ``sizes``.
    public convenience init(size: Int) {
        self.init(size: size, set: .best)
    }

    /// The same, with the instructions named; for tests, because they show in no result.
    ///
    /// - Parameter calls: how many may be made side by side, each by ``lanes(_:)`` of another number.
    package init(size: Int, set: InstructionSet, calls: Int = 1) {
        precondition(
            Self.sizes.contains(size) && size & (size - 1) == 0, "a transform's size is a power of two from 4 to 2^20")
        self.size = size
        self.set = set
        count = size / 2
        unsafe scratch = .zeros(calls * lanes_fft_scratch(count))
        unsafe roots = .zeros(2 * count)
        let quarter = count / 2 + 1
        unsafe halves = .zeros(2 * quarter)
        for k in 0..<quarter {
            let root = Self.root(k, of: size)
            unsafe halves[k] = Float(root.real)
            unsafe halves[quarter + k] = Float(root.imaginary)
        }
        setRoots()
    }

    deinit {
        unsafe UnsafeMutableRawPointer(scratch).deallocate()
        unsafe UnsafeMutableRawPointer(roots).deallocate()
        unsafe UnsafeMutableRawPointer(halves).deallocate()
    }

    private func setRoots() {
        var length = count, stride = 1, place = 0
        while length >= 4 {
            let quarter = length / 4, group = min(max(1, 8 / stride), quarter)
            for p in 0..<quarter {
                for power in 1...3 {
                    let root = Self.root(p * power, of: length)
                    let real = place + 6 * (p - p % group) + 2 * (power - 1) * group + p % group
                    unsafe roots[real] = Float(root.real)
                    unsafe roots[real + group] = Float(root.imaginary)
                }
            }
            place += 6 * quarter
            length = quarter
            stride *= 4
        }
    }

    /// e^(−2πi·k/n), by the sine and cosine of at most an eighth of a turn, so that what is 0, ±1 or equal by symmetry
    /// is so exactly.
    private static func root(_ k: Int, of n: Int) -> (real: Double, imaginary: Double) {
        let quadrant = 4 * k / n, rest = 4 * k % n
        let isBeyond = 2 * rest > n
        let angle = 1.570796326794896619231322 * (Double(isBeyond ? n - rest : rest) / Double(n))
        let near = PortableMath.cos(angle), far = PortableMath.sin(angle)
        let (cosine, sine) = isBeyond ? (far, near) : (near, far)
        switch quadrant & 3 {
        case 0: return (cosine, -sine)
        case 1: return (-sine, -cosine)
        case 2: return (-cosine, sine)
        default: return (sine, cosine)
        }
    }
}
