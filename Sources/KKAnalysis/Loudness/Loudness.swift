internal import KKMath

/// The loudness of a sound by ITU-R BS.1770-4 and EBU R 128, Tech 3341 and 3342. A value that does not exist is `nil`.
public struct Loudness: Hashable, Sendable {
    /// Integrated loudness in LUFS. `nil` below 400 ms, and if no 400 ms are above −70 LUFS.
    public var integrated: Double?
    /// The loudest 400 ms, in LUFS, of windows that begin every 10 ms. `nil` below 400 ms and for silence.
    public var momentaryMaximum: Double?
    /// The loudest 3 s, in LUFS, of windows that begin every 10 ms. `nil` below 3 s and for silence.
    public var shortTermMaximum: Double?
    /// Loudness range in LU, from windows of 3 s that begin every 100 ms. `nil` below 3 s, and if none is above −70 LUFS.
    public var range: Double?

    public init(
        integrated: Double? = nil, momentaryMaximum: Double? = nil, shortTermMaximum: Double? = nil,
        range: Double? = nil
    ) {
        (self.integrated, self.momentaryMaximum, self.shortTermMaximum, self.range) = (
            integrated, momentaryMaximum, shortTermMaximum, range
        )
    }

    /// The integrated loudness of sounds together, in LUFS, by the blocks of all of them (``SoundMeter``); `nil` if
    /// none is above −70 LUFS.
    package static func integrated(ofBlocks blocks: [Double]) -> Double? { LoudnessWindows.integrated(blocks) }

    /// −0.691 + 10 lg of a weighted mean square; `nil` for silence, and for what is too large for a number.
    static func level(ofPower power: Double) -> Double? {
        guard power > 0, power.isFinite else { return nil }
        return -0.691 + 3.010299956639811952137389 * PortableMath.log2(power)
    }

    /// The weighted mean square of a loudness in LUFS.
    static func power(ofLevel level: Double) -> Double {
        PortableMath.exp2((level + 0.691) * 0.332192809488736234787032)
    }
}
