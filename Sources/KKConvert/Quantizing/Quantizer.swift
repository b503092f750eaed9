/// The floating point type in which a format's codes are rounded. Float32 holds scaled 16-bit samples with eight bits
/// and more to spare; 24 and 32 bits take Float64.
protocol RoundingFloat: BinaryFloatingPoint, Sendable {
    /// To the nearest integer, ties to even. Only for magnitudes that the format's codes reach.
    static func nearest(_ value: Self) -> Int32
}

extension Float: RoundingFloat {
    /// Adding 1.5·2²³ leaves no fraction bits, so the addition itself rounds, and the integer is the low part of the
    /// bit pattern. For magnitudes below 2²². A call of `rounded()` would be a call of libm per sample on x86-64.
    @inline(__always) static func nearest(_ value: Float) -> Int32 {
        Int32(bitPattern: (value + 12_582_912).bitPattern &- 0x4B40_0000)
    }
}

extension Double: RoundingFloat {
    /// The same with 1.5·2⁵², for magnitudes up to 2³¹.
    @inline(__always) static func nearest(_ value: Double) -> Int32 {
        Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
    }
}

/// The codes of an integer format and how samples meet them: scale by 2^(valid bits − 1), or 2^(fraction bits) in fixed
/// point, round to nearest even, clamp, and shift the result to its place in the container.
struct Quantizer<Work: RoundingFloat>: Sendable {
    let scale: Work
    let lowest: Work
    let highest: Work
    let shift: Int32

    /// - Parameter bits: of those that `format` has, the upper ones that are used; the codes are multiples of what the
    ///   others hold.
    init(_ format: SampleFormat, bits: Int) {
        let half = Int64(1) << Int64(bits - 1)
        let unused = format.validBits - bits
        scale = Work(
            sign: .plus, exponent: Work.Exponent((format.fractionBits ?? format.validBits - 1) - unused), significand: 1
        )
        lowest = Work(-half)
        highest = Work(half - 1)
        shift = Int32(format.paddingBits + unused)
    }

    @inline(__always) func clamped(_ value: Work) -> Work {
        let below = value < highest ? value : highest
        return below > lowest ? below : lowest
    }

    /// Counts the samples whose value rounds outside the codes, and makes silence of NaN.
    ///
    /// The highest code is odd and the lowest even, so a tie goes outside at the top and stays inside at the bottom.
    func tally<Sample: WorkingSample>(
        _ samples: UnsafePointer<Sample>, count: Int, codes: UnsafeMutablePointer<Int32>,
        channel: Int, firstFrame: Int64, in overloads: inout OverloadTally
    ) {
        for index in 0..<count {
            let sample = unsafe samples[index]
            let value = sample.work(Work.self) * scale
            if value < highest + 0.5 && value >= lowest - 0.5 { continue }
            overloads.add(sample.single, channel: channel, frame: firstFrame &+ Int64(index))
            if sample != sample { unsafe codes[index] = 0 }
        }
    }
}
