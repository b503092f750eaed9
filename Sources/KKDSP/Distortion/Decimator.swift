internal import KKMath

/// Fewer samples a second, each held until the next one, and fewer steps for each: on purpose with all its aliases.
///
/// The samples that are kept are counted in 2⁻⁶⁴ of one, so many frames at once are the same as one after the other. The
/// first frame is kept.
struct Decimator {
    /// The place between two samples that are kept, and by how much a frame moves it; `nil` where every frame is kept.
    private var place: UInt64 = 0
    private var step: UInt64?
    private var size = 0.0

    /// - Parameters:
    ///   - period: frames from one sample that is kept to the next.
    ///   - size: of a step, with 0 in the middle of one; 0 for samples as they are.
    mutating func set(period: Double, size: Double) {
        step = period > 1 ? UInt64(min(0x1p64 / period, 0x1p64.nextDown)) : nil
        self.size = size
    }

    mutating func reset() { place = 0 }

    mutating func skip(_ frameCount: Int) {
        if let step { place &+= step &* UInt64(truncatingIfNeeded: frameCount) }
    }

    /// What a frame becomes: a sample of its own, or the one that is held.
    @inline(__always)
    mutating func next(_ sample: Double, _ held: inout Double) -> Double {
        if step.map({ place < $0 }) ?? true { held = size > 0 ? Self.whole(sample / size) * size : sample }
        skip(1)
        return held
    }

    /// The nearest whole number, of two the even one, of a number below 2⁵¹.
    @inline(__always)
    private static func whole(_ value: Double) -> Double { value + 0x1.8p52 - 0x1.8p52 }
}
