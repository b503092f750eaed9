internal import KKMath

/// Noise of triangular density between −1 and +1 code steps: the difference of two even ones, which are the halves of
/// one hash.
@inline(__always)
private func triangular(_ bits: UInt32) -> Int32 {
    Int32(bitPattern: bits & 0xFFFF) &- Int32(bitPattern: bits &>> 16)
}

extension Quantizer {
    /// Rounds `count` samples to codes, with triangular noise fed back through `shaper`. Sequential: `errors` goes from
    /// slice to slice.
    ///
    /// - Parameters:
    ///   - active: all ones for a frame that holds sound, zero for a silent one.
    ///   - counter: the lower half of the first frame's number.
    /// - Returns: as ``quantize(_:count:noise:to:set:)``; the noise has no say in it.
    func quantize<Sample: WorkingSample>(
        _ samples: UnsafePointer<Sample>, count: Int, active: UnsafePointer<Int32>, noise: CounterHash, counter: UInt32,
        shaper: NoiseShaper, errors: inout NoiseShaper.History, to codes: UnsafeMutablePointer<Int32>
    ) -> Bool {
        var outside: UInt32 = 0
        let bottom = Double(lowest)
        let top = Double(highest)
        var history = errors
        for index in 0..<count {
            guard unsafe active[index] != 0 else {
                history = NoiseShaper.History()
                unsafe codes[index] = 0
                continue
            }
            let value = unsafe samples[index].work(Work.self) * scale
            let inside = clamped(value)
            outside |= inside == value ? 0 : 1
            let wanted = Double(inside) - shaper.correction(history)
            let dither = triangular(noise.bits(counter &+ UInt32(truncatingIfNeeded: index)))
            let dithered = wanted + Double(dither) * (1 / 65_536)
            let rounded = (dithered + PortableMath.rounder) - PortableMath.rounder
            history.push(rounded - wanted)
            let code = Double.nearest(min(max(rounded, bottom), top))
            unsafe codes[index] = code &<< shift
        }
        errors = history
        return outside != 0
    }
}
