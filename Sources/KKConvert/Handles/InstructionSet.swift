internal import CLanes

/// The instructions that the kernels use. All of them give the same bits.
enum InstructionSet: CaseIterable, Sendable {
    case baseline, avx2

    /// The best that this processor has.
    static let best: InstructionSet = lanes_best_isa() == LANES_AVX2 ? .avx2 : .baseline

    var lanes: lanes_isa { self == .avx2 ? LANES_AVX2 : LANES_BASELINE }

    /// Stereo frames of 24-bit little-endian integers to Float32; the number of frames done, from the first one on.
    @unsafe
    func unpackStereo24(
        _ bytes: UnsafeRawPointer, _ count: Int, _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>
    ) -> Int {
        unsafe lanes_unpack_stereo24(lanes, bytes.assumingMemoryBound(to: UInt8.self), count, left, right)
    }

    /// Those that this processor has.
    static var available: [InstructionSet] { best == .avx2 ? [.baseline, .avx2] : [.baseline] }
}
