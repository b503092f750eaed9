internal import CLanes
internal import KKDSP
internal import KKMath

/// Triangular noise of one step to either side, for a run of frames of one channel.
@unsafe
struct RunNoise {
    let hash: CounterHash
    /// The lower half of the first frame's number.
    let counter: UInt32
    /// All ones for a frame that holds sound, zero for a silent one, whose code is zero.
    let active: UnsafePointer<Int32>
}

extension Quantizer {
    /// Rounds `count` samples to codes.
    ///
    /// - Parameter noise: what is added before.
    /// - Returns: whether a sample lies outside the codes, or is NaN; its code is then the nearest end of the range, or
    ///   any code. The noise has no say in it.
    func quantize<Sample: WorkingSample>(
        _ samples: UnsafePointer<Sample>, count: Int, noise: RunNoise?, to codes: UnsafeMutablePointer<Int32>,
        set: InstructionSet = .best
    ) -> Bool {
        guard let noise = unsafe noise else { return unsafe quantize(samples, count, nil, codes, set) }
        let (first, second) = unsafe noise.hash.keys
        var values = unsafe lanes_noise(first: first, second: second, counter: noise.counter, active: noise.active)
        return unsafe quantize(samples, count, &values, codes, set)
    }

    private func quantize<Sample: WorkingSample>(
        _ samples: UnsafePointer<Sample>, _ count: Int, _ noise: UnsafePointer<lanes_noise>?,
        _ codes: UnsafeMutablePointer<Int32>, _ set: InstructionSet
    ) -> Bool {
        var limits = lanes_codes(
            scale: Double(scale), lowest: Double(lowest), highest: Double(highest), shift: shift)
        let raw = unsafe UnsafeRawPointer(samples)
        let outside =
            if Sample.self == Double.self {
                unsafe lanes_quantize_double(
                    set.lanes, &limits, noise, raw.assumingMemoryBound(to: Double.self), count, codes)
            } else if Work.self == Double.self {
                unsafe lanes_quantize_mixed(
                    set.lanes, &limits, noise, raw.assumingMemoryBound(to: Float.self), count, codes)
            } else {
                unsafe lanes_quantize_float(
                    set.lanes, &limits, noise, raw.assumingMemoryBound(to: Float.self), count, codes)
            }
        return outside != 0
    }
}
