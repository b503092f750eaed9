internal import CLanes

/// Second-order sections, one after the other, over the channels of a buffer: Float64 inside, Float32 outside.
///
/// ## Arithmetic
/// A section is direct form 1, y[n] = (((b1 x[n−1] + b2 x[n−2]) − a2 y[n−2]) + b0 x[n]) − a1 y[n−1], in this order and
/// without fused products. Its state is the signal itself, the last two inputs and outputs: new coefficients continue
/// from the signal, so that a change causes no click, while the state of transposed form 2 depends on the former
/// coefficients. From one output to the next there is one product and one difference, half as many as in the transposed
/// form; this determines the speed.
///
/// Its rounding noise is low enough. Measured against 80-bit arithmetic with white noise through a peak at
/// 192 kHz, it lies 200 dB below the signal at 20 Hz and Q 29, the worst case, 219 dB at 20 Hz and Q 0.7, 270 dB at 1
/// kHz. Transposed form 2 is 2 to 7 dB quieter; the final rounding to Float32, after the last section, is at −150 dB.
///
/// A section that is exactly ``BiquadCoefficients/identity`` passes samples unchanged and takes no time.
///
/// ## Slices
/// The work goes through the sections as a wave (CLanes, `biquad.c`), but every section works out every sample by the
/// formula above. After every 256th frame since ``reset()`` a value of the state below 10⁻³⁰ becomes 0, so that a decay
/// does not stay among the denormal numbers, which are slow: a section whose poles are at 0.08 or more does not even
/// get there. Neither depends on how the frames are cut, nor on the processor.
///
/// ## Samples that are not finite
/// One stays in the state of its channel until ``reset()``.
///
/// ## Allocation
/// In `init` alone.
@safe
public struct BiquadCascade: ~Copyable {
    /// Sections, 0 or more.
    public let sectionCount: Int
    /// Channels, 0 or more.
    public let channelCount: Int

    let set: InstructionSet
    /// b0 b1 b2 a1 a2 of each section.
    let terms: UnsafeMutablePointer<Double>
    /// x[n−1], x[n−2], y[n−1], y[n−2] of each section of a group of channels, each of them for the group's channels;
    /// group after group.
    let state: UnsafeMutablePointer<Double>
    /// The sections that are not the identity.
    let order: UnsafeMutablePointer<UInt32>
    var orderCount = 0
    /// Where the channels of one call begin.
    let inputs: UnsafeMutablePointer<UnsafePointer<Float>?>
    let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    /// Frames since the last reset, modulo ``flushInterval``.
    var phase = 0

    /// Frames from one clearing of tiny state to the next.
    static let flushInterval = Int(LANES_BIQUAD_FRAMES)
    /// What is smaller is cleared.
    static let smallest = 1e-30

    /// A cascade of identities, at rest.
    public init(sectionCount: Int, channelCount: Int) {
        self.init(sectionCount: sectionCount, channelCount: channelCount, set: .best)
    }

    /// The same, with the instructions named; for tests, because they show in no result.
    package init(sectionCount: Int, channelCount: Int, set: InstructionSet) {
        precondition(sectionCount >= 0 && channelCount >= 0, "a cascade's dimensions are not negative")
        self.sectionCount = sectionCount
        self.channelCount = channelCount
        self.set = set
        unsafe terms = .allocate(capacity: max(1, 5 * sectionCount))
        unsafe terms.initialize(repeating: 0, count: 5 * sectionCount)
        for section in 0..<sectionCount { unsafe terms[5 * section] = 1 }
        let stateCount = Self.stateCount(sectionCount, channelCount)
        unsafe state = .allocate(capacity: max(1, stateCount))
        unsafe state.initialize(repeating: 0, count: stateCount)
        unsafe order = .allocate(capacity: max(1, sectionCount))
        unsafe order.initialize(repeating: 0, count: sectionCount)
        unsafe inputs = .allocate(capacity: max(1, channelCount))
        unsafe inputs.initialize(repeating: nil, count: channelCount)
        unsafe outputs = .allocate(capacity: max(1, channelCount))
        unsafe outputs.initialize(repeating: nil, count: channelCount)
    }

    private static func stateCount(_ sectionCount: Int, _ channelCount: Int) -> Int { 4 * sectionCount * channelCount }

    /// The bytes of the state, which grow with the channels.
    static func heldByteCount(sectionCount: Int, channelCount: Int) -> Int {
        stateCount(sectionCount, channelCount) * MemoryLayout<Double>.stride
    }

    deinit {
        unsafe terms.deallocate()
        unsafe state.deallocate()
        unsafe order.deallocate()
        unsafe inputs.deallocate()
        unsafe outputs.deallocate()
    }

    /// The coefficients of a section. They may change between any two calls; the state stays.
    ///
    /// Nothing is checked here but the index: a section with ``BiquadCoefficients/isStable`` false grows without bound.
    public subscript(section: Int) -> BiquadCoefficients {
        get {
            precondition((0..<sectionCount).contains(section), "no such section")
            let t = unsafe terms + 5 * section
            return unsafe BiquadCoefficients(b0: t[0], b1: t[1], b2: t[2], a1: t[3], a2: t[4])
        }
        set {
            precondition((0..<sectionCount).contains(section), "no such section")
            let t = unsafe terms + 5 * section
            unsafe (t[0], t[1], t[2], t[3], t[4]) = (newValue.b0, newValue.b1, newValue.b2, newValue.a1, newValue.a2)
            orderCount = 0
            for index in 0..<sectionCount where self[index] != .identity {
                unsafe order[orderCount] = UInt32(index)
                orderCount += 1
            }
        }
    }

    /// Resets the state; the coefficients are kept.
    public mutating func reset() {
        unsafe state.update(repeating: 0, count: 4 * sectionCount * channelCount)
        phase = 0
    }

    /// Whether the state is zero: silent input gives silent output for any number of frames.
    public var isAtRest: Bool {
        for index in 0..<4 * sectionCount * channelCount where unsafe state[index] != 0 { return false }
        return true
    }
}
