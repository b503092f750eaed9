/// A sum of Float64 numbers in eight lanes, in an order that no cut of the samples changes: each sample goes to the
/// lane that its place says, and the lanes are added by one tree in the end.
///
/// ## Allocation
/// None.
package struct LaneSum: Hashable, Sendable {
    package var lanes = SIMD8<Double>()

    package init() {}

    /// Lane j added to lane j + 4, of the four results the third to the first and the fourth to the second, and these
    /// two to one another.
    package var total: Double {
        let four = lanes.lowHalf + lanes.highHalf
        return (four[0] + four[2]) + (four[1] + four[3])
    }
}

/// Between what the samples of a channel lie, and their squares. Samples that are not finite are left out and counted.
package struct SampleRange: Hashable, Sendable {
    package var lowest = Float.infinity
    package var highest = -Float.infinity
    package var squares = LaneSum()
    /// Samples that are NaN or infinite.
    package var nonFiniteCount = 0

    package init() {}
}

/// What some samples of a channel are like. Samples that are not finite count as zero, but for their number.
package struct ChannelLevels: Hashable, Sendable {
    package var sum = LaneSum()
    package var squares = LaneSum()
    /// The largest magnitude.
    package var peak: Float = 0
    /// Samples whose magnitude is the limit or more.
    package var fullCount = 0
    /// Samples that are NaN or infinite.
    package var nonFiniteCount = 0

    package init() {}
}
