internal import KKMath
public import KKPCM

/// A mono or stereo sound between left and right: how much of each input channel is in each channel of a stereo output.
///
/// With p from −1 to 1:
/// - equal power: mono has the gains cos(x · π/2) and sin(x · π/2) with x = (p + 1) / 2, which is −3 dB on both sides in
///   the middle. Of stereo, one channel moves into the other: for p ≤ 0 with x = p + 1, the left is left + cos(x · π/2) ·
///   right, and the right is sin(x · π/2) · right; for p > 0 it is the mirror image. In the middle stereo is not changed.
/// - balance: ``Pan``.
///
/// Source: StereoPannerNode of the W3C's Web Audio API for equal power.
public struct StereoPan: Sendable {
    public enum Law: Int, Sendable, CaseIterable {
        case equalPower
        case balance
    }

    /// Of an output channel: the gain of its own input channel, and that of the opposite one.
    typealias Gains = (own: Float, opposite: Float)

    let left: Gains
    let right: Gains

    /// - Parameter position: −1 … 1; values out of range are limited.
    public init(_ position: Float, law: Law, isMono: Bool) {
        let pan = Pan(position), p = Double(pan.position)
        switch law {
        case .balance: (left, right) = ((pan.leftGain, 0), (pan.rightGain, 0))
        case .equalPower where isMono:
            (left, right) = ((Self.sine(1 - (p + 1) / 2), 0), (Self.sine((p + 1) / 2), 0))
        case .equalPower:
            let near = Gains(1, Self.sine(abs(p))), far = Gains(Self.sine(1 - abs(p)), 0)
            (left, right) = p <= 0 ? (near, far) : (far, near)
        }
    }

    /// Of a part of a quarter turn; exact at both ends.
    private static func sine(_ part: Double) -> Float { Float(PortableMath.sin(part * .pi / 2)) }

    /// Puts frames of `source`, which has one channel or two, into both channels of `buffer`.
    public func put(_ frames: Range<Int>, of source: borrowing PCMBuffer, into buffer: inout PCMBuffer) {
        put(frames, left, of: source, 0, min(1, source.channelCount - 1), into: &buffer, 0)
        put(frames, right, of: source, min(1, source.channelCount - 1), 0, into: &buffer, 1)
    }

    private func put(
        _ frames: Range<Int>, _ gains: Gains, of source: borrowing PCMBuffer, _ own: Int, _ opposite: Int,
        into buffer: inout PCMBuffer, _ channel: Int
    ) {
        buffer.withMutableChannel(channel) { output in
            source.withChannel(own) { own in
                for frame in frames { output[frame] = gains.own * own[frame] }
            }
            if gains.opposite == 0 { return }
            source.withChannel(opposite) { opposite in
                for frame in frames { output[frame] += gains.opposite * opposite[frame] }
            }
        }
    }
}
