public import KKPCM

/// A position between left (−1) and right (1): the balance law of kkmix.
///
/// The far side is attenuated linearly and the near side stays at full level: left × min(1, 1 − p), right × min(1, 1 +
/// p). In the middle both are exactly 1, so a centred track is not changed. A mono track goes to both sides of stereo
/// at full level and is panned by the same two factors. Channels that are neither left nor right are not changed.
public struct Pan: Hashable, Sendable {
    public var position: Float

    /// - Parameter position: −1 … 1; values out of range are limited.
    public init(_ position: Float) {
        self.position = max(-1, min(1, position))
    }

    public var leftGain: Float { min(1, 1 - position) }

    public var rightGain: Float { min(1, 1 + position) }

    /// The factor for a channel of the output with this label.
    public func gain(for label: ChannelLabel) -> Float {
        switch label.side {
        case .left: leftGain
        case .right: rightGain
        case .neither: 1
        }
    }
}

extension ChannelLabel {
    enum Side { case left, right, neither }

    /// Which side of the listener a channel is on. Top and wide channels have no constants of their own in the nouns;
    /// their numbers are those of CoreAudioBaseTypes.h.
    var side: Side {
        switch self {
        case .left, .leftSurround, .leftCenter, .leftSurroundDirect, .rearSurroundLeft, .leftTotal: .left
        case .right, .rightSurround, .rightCenter, .rightSurroundDirect, .rearSurroundRight, .rightTotal: .right
        default:
            switch rawValue {
            case 13, 16, 35, 301: .left // Vhl, Tbl, Lw, HeadphonesLeft
            case 15, 18, 36, 302: .right // Vhr, Tbr, Rw, HeadphonesRight
            default: .neither
            }
        }
    }
}
