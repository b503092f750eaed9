internal import KKMath
public import KKPCM

extension AudioFormat {
    /// The gain law of balance and fade: `AudioBalanceFadeType`.
    public enum BalanceFadeType: UInt32, Sendable, CaseIterable {
        /// No gain is above 1: the opposite side goes down in a straight line.
        case maxUnityGain = 0
        /// Both sides together have constant power: each is 1 in the middle, and at most √2.
        case equalPower = 1
    }

    /// A gain for each channel of a layout (`'balf'`). Channels in the middle, above, or without a position, and LFE,
    /// do not change.
    ///
    /// - Parameters:
    ///   - leftRight: −1 is only left, 1 only right.
    ///   - frontBack: −1 is only rear, 1 only front.
    /// - Throws: `unknownFormat` for an invalid layout, and for numbers outside −1 … 1.
    ///
    /// Source: AudioFormat.h. The curves between its corners are kkmix's own.
    public static func balanceFade(
        of layout: ChannelLayout, leftRight: Float, frontBack: Float = 0, type: BalanceFadeType = .maxUnityGain
    ) throws(AudioFormatError) -> [Float] {
        try validate(layout)
        guard (-1...1).contains(leftRight), (-1...1).contains(frontBack) else {
            throw AudioFormatError(
                .unknownFormat, "balf", "a balance of \(leftRight) and a fade of \(frontBack)",
                nextStep: "give numbers from -1 to 1")
        }
        return layout.labels.map { label in
            guard let azimuth = speakers[label] else { return 1 }
            let side: Float = azimuth == 0 || abs(azimuth) == 180 ? 0 : azimuth > 0 ? 1 : -1
            let end: Float = abs(azimuth) == 90 ? 0 : abs(azimuth) < 90 ? 1 : -1
            return type.gain(leftRight * side, isOff: side == 0) * type.gain(frontBack * end, isOff: end == 0)
        }
    }

    /// A gain for each channel of a layout, for a sound from a direction (`'panm'`, vector-based). The two speakers on
    /// either side of it share it, with a total power of 1, and their vectors together point to it. If there are none,
    /// it comes from the nearest speaker. Channels above or without a position, and LFE, get nothing.
    ///
    /// - Parameters:
    ///   - azimuth: in degrees, 0 in front, 90 to the right, −90 to the left.
    ///   - gain: a factor for all gains.
    /// - Throws: `unknownFormat` for an invalid layout, a layout without speakers around the listener, and numbers that
    ///   are not finite.
    ///
    /// Source: V. Pulkki, Virtual Sound Source Positioning Using Vector Base Amplitude Panning, 1997; the speakers stand
    /// as in ITU-R BS.775 and BS.2051.
    public static func panningMatrix(
        azimuth: Double, to layout: ChannelLayout, gain: Float = 1
    ) throws(AudioFormatError) -> [Float] {
        try validate(layout)
        let around = layout.labels.enumerated().compactMap { index, label in
            speakers[label].map { (index: index, azimuth: $0, place: Direction(degrees: $0)) }
        }.sorted { $0.azimuth < $1.azimuth }
        guard !around.isEmpty, azimuth.isFinite, gain.isFinite else {
            throw AudioFormatError(
                .unknownFormat, "panm", "no place at \(azimuth) degrees between the channels of \(layout)",
                nextStep: "give a layout with speakers around the listener")
        }
        let source = Direction(degrees: azimuth)
        var gains = [Float](repeating: 0, count: layout.channelCount)
        for (one, other) in zip(around, around.dropFirst() + around.prefix(1)) {
            guard let shares = source.shares(one.place, other.place) else { continue }
            (gains[one.index], gains[other.index]) = (Float(shares.0) * gain, Float(shares.1) * gain)
            return gains
        }
        let nearness = around.map { $0.place.x * source.x + $0.place.y * source.y }
        let most = nearness.max() ?? 0
        // Behind two speakers it comes from both.
        let nearest = around.indices.filter { most - nearness[$0] < 1e-9 }
        for index in nearest { gains[around[index].index] = gain * Float((1 / Double(nearest.count)).squareRoot()) }
        return gains
    }

    /// Where the speakers around the listener stand, in degrees to the right.
    private static let speakers: [ChannelLabel: Double] = [
        .left: -30, .right: 30, .center: 0, .mono: 0, .leftSurround: -110, .rightSurround: 110, .leftCenter: -15,
        .rightCenter: 15, .centerSurround: 180, .leftSurroundDirect: -90, .rightSurroundDirect: 90,
        .rearSurroundLeft: -150, .rearSurroundRight: 150, ChannelLabel(rawValue: 35): -60,
        ChannelLabel(rawValue: 36): 60,
    ]
}

extension AudioFormat.BalanceFadeType {
    /// - Parameter toward: 1 is all the way to this side.
    fileprivate func gain(_ toward: Float, isOff: Bool) -> Float {
        if isOff { return 1 }
        return self == .equalPower ? (1 + toward).squareRoot() : min(1, 1 + toward)
    }
}

/// A direction as a vector of length 1: x to the right, y to the front.
private struct Direction {
    let x: Double
    let y: Double

    init(degrees: Double) {
        let angle = degrees.truncatingRemainder(dividingBy: 360) / 180 * Double.pi
        (x, y) = (PortableMath.sin(angle), PortableMath.cos(angle))
    }

    /// How two speakers share what comes from between them, of a power of 1; `nil` if it does not.
    func shares(_ one: Direction, _ other: Direction) -> (Double, Double)? {
        let area = one.x * other.y - one.y * other.x
        guard abs(area) > 1e-9 else { return nil }
        let first = (x * other.y - y * other.x) / area, second = (one.x * y - one.y * x) / area
        guard first > -1e-9, second > -1e-9 else { return nil }
        let length = (first * first + second * second).squareRoot()
        return (max(0, first) / length, max(0, second) / length)
    }
}
