internal import CLanes
public import KKPCM

/// The difference of samples from a reference.
public struct SampleDifference: Hashable, Sendable {
    /// The largest magnitudes of the reference, of the other samples, and of their difference (with the given scale).
    /// Infinite or NaN if a sample is; the difference of finite samples is at most the largest finite number.
    public var referencePeak: Float
    public var actualPeak: Float
    public var peak: Float
    /// The sums of the squares of the same three.
    public var referencePower: Double
    public var actualPower: Double
    public var power: Double

    /// Whether all samples are finite.
    public var isFinite: Bool { referencePeak.isFinite && actualPeak.isFinite }
}

extension PCMBuffer {
    /// Compares `frames` of `channel`, times `scale`, with the same frames of a channel of `reference`.
    ///
    /// The powers are exact within a millionth. All instruction sets give the same bits; dividing the frames
    /// differently changes the last bits of the powers.
    ///
    /// ## Allocation
    /// None.
    public func difference(
        _ frames: Range<Int>, ofChannel channel: Int, from reference: borrowing PCMBuffer,
        channel referenceChannel: Int, scale: Float = 1
    ) -> SampleDifference {
        difference(frames, ofChannel: channel, from: reference, channel: referenceChannel, scale: scale, set: .best)
    }

    package func difference(
        _ frames: Range<Int>, ofChannel channel: Int, from reference: borrowing PCMBuffer,
        channel referenceChannel: Int, scale: Float, set: InstructionSet
    ) -> SampleDifference {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(frameCapacity, reference.frameCapacity),
            "frames outside a buffer")
        var likeness = lanes_likeness()
        unsafe lanes_difference(
            set.lanes, reference.channelPointer(referenceChannel) + frames.lowerBound,
            channelPointer(channel) + frames.lowerBound, frames.count, scale, &likeness)
        let (peaks, powers) = (likeness.peaks, likeness.powers)
        var found = SampleDifference(
            referencePeak: Float(bitPattern: peaks.0), actualPeak: Float(bitPattern: peaks.1),
            peak: Float(bitPattern: peaks.2), referencePower: powers.0,
            actualPower: powers.1, power: powers.2)
        guard found.isFinite, !(found.referencePower + found.actualPower + found.power).isFinite else { return found }
        // Above 10¹⁹ squares are too large for Float32.
        found.peak = min(found.peak, .greatestFiniteMagnitude)
        (found.referencePower, found.actualPower, found.power) = (0, 0, 0)
        let (own, other) = unsafe (channelPointer(channel), reference.channelPointer(referenceChannel))
        for frame in frames {
            let (x, y) = unsafe (Double(other[frame]), Double(own[frame]))
            let rest = Double(scale) * y - x
            found.referencePower += x * x
            found.actualPower += y * y
            found.power += rest * rest
        }
        return found
    }

    /// The sum of the products of `frames` of `channel` and the same frames of a channel of `other`.
    ///
    /// ## Allocation
    /// None.
    public func product(
        _ frames: Range<Int>, ofChannel channel: Int, with other: borrowing PCMBuffer, channel otherChannel: Int
    ) -> Double {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound <= min(frameCapacity, other.frameCapacity),
            "frames outside a buffer")
        let sum = unsafe lanes_product(
            InstructionSet.best.lanes, other.channelPointer(otherChannel) + frames.lowerBound,
            channelPointer(channel) + frames.lowerBound, frames.count)
        if sum.isFinite { return sum }
        // Above 10¹⁹ products are too large for Float32.
        let (one, another) = unsafe (channelPointer(channel), other.channelPointer(otherChannel))
        return frames.reduce(0) { sum, frame in unsafe sum + Double(one[frame]) * Double(another[frame]) }
    }
}
