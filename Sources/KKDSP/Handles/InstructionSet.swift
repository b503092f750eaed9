package import CLanes

/// The instructions that the kernels use. All of them give the same bits.
package enum InstructionSet: CaseIterable, Sendable {
    case baseline, avx2

    /// The best that this processor has.
    package static let best: InstructionSet = lanes_best_isa() == LANES_AVX2 ? .avx2 : .baseline

    /// Those that this processor has.
    package static var available: [InstructionSet] { best == .avx2 ? [.baseline, .avx2] : [.baseline] }

    package var lanes: lanes_isa { self == .avx2 ? LANES_AVX2 : LANES_BASELINE }
}
