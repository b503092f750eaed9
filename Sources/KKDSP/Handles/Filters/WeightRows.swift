internal import CLanes

/// Rows of weights, Float32 or Float64, as the kernels want them: one after the other, 64-byte aligned, zero where
/// nothing was set.
///
/// They are filled by whoever makes them and only read from then on.
@safe
package struct WeightRows: ~Copyable, @unchecked Sendable {
    package let taps: Int
    package let isDouble: Bool
    private let count: Int
    private let memory: UnsafeMutableRawPointer

    package init(count: Int, taps: Int, isDouble: Bool) {
        self.count = count
        self.taps = taps
        self.isDouble = isDouble
        let byteCount = max(1, count * taps) * (isDouble ? MemoryLayout<Double>.stride : MemoryLayout<Float>.stride)
        unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit {
        unsafe memory.deallocate()
    }

    /// Puts `weights` into row `row` from weight `offset` on.
    package func set(_ row: Int, from offset: Int, to weights: [Double]) {
        precondition(
            (0..<count).contains(row) && offset >= 0 && offset + weights.count <= taps, "weights outside the row")
        for (index, weight) in weights.enumerated() {
            let place = row * taps + offset + index
            if isDouble { unsafe doubles[place] = weight } else { unsafe floats[place] = Float(weight) }
        }
    }

    /// Makes the only row of this one out of four rows of `rows`, from `first` on: their sum weighted by `shares`.
    package func blend(_ rows: borrowing WeightRows, from first: Int, shares: SIMD4<Double>, _ set: InstructionSet) {
        precondition(
            rows.taps == taps && rows.isDouble == isDouble && first >= 0 && first + 4 <= rows.count,
            "rows that do not fit")
        if isDouble {
            unsafe withUnsafeBytes(of: shares) { shares in
                unsafe lanes_blend_double(
                    set.lanes, rows.doubles + first * taps, taps,
                    shares.assumingMemoryBound(to: Double.self).baseAddress, doubles)
            }
        } else {
            unsafe withUnsafeBytes(of: SIMD4<Float>(shares)) { shares in
                unsafe lanes_blend_float(
                    set.lanes, rows.floats + first * taps, taps, shares.assumingMemoryBound(to: Float.self).baseAddress,
                    floats)
            }
        }
    }

    /// Weighted sums: phase p of `phases` of each stream goes to y[p − phases.lowerBound].
    @unsafe
    package func sum(
        _ phases: Range<Int>, reaches: [Int32], _ x: UnsafePointer<UnsafePointer<Float>?>,
        _ y: UnsafePointer<UnsafeMutablePointer<Float>?>,
        streams: Int, _ set: InstructionSet
    ) {
        precondition(
            phases.lowerBound >= 0 && phases.upperBound <= count && (phases.upperBound + 1) / 2 <= reaches.count,
            "no such phases")
        unsafe reaches.withUnsafeBufferPointer { reaches in
            if isDouble {
                unsafe lanes_fir_double(
                    set.lanes, doubles, reaches.baseAddress, taps, phases.lowerBound, phases.upperBound, x, y, streams)
            } else {
                unsafe lanes_fir_float(
                    set.lanes, floats, reaches.baseAddress, taps, phases.lowerBound, phases.upperBound, x, y, streams)
            }
        }
    }

    private var floats: UnsafeMutablePointer<Float> { unsafe memory.assumingMemoryBound(to: Float.self) }
    private var doubles: UnsafeMutablePointer<Double> { unsafe memory.assumingMemoryBound(to: Double.self) }
}
