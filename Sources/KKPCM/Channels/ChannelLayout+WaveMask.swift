extension ChannelLayout {
    /// The labels of `dwChannelMask`'s bits, lowest first (`WAVEFORMATEXTENSIBLE`, mmreg.h).
    ///
    /// WAVE's *back* pair is the surround pair of a 5.1 file (Ls Rs) and its *side* pair is Core Audio's direct
    /// surrounds (Lsd Rsd), as CoreAudioBaseTypes.h numbers the bits and libsndfile's sndfile.h has it for
    /// `SF_CHANNEL_MAP_SIDE_LEFT`. A 7.1 file has both pairs: there the back is the rear pair (Rls Rrs), and the sides
    /// are the surrounds (`kAudioChannelLayoutTag_WAVE_7_1`).
    private static let maskLabels: [ChannelLabel] = [
        .left, .right, .center, .lfe, .leftSurround, .rightSurround, .leftCenter, .rightCenter, .centerSurround,
        .leftSurroundDirect, .rightSurroundDirect, .topCenterSurround,
        ChannelLabel(rawValue: 13), ChannelLabel(rawValue: 14), ChannelLabel(rawValue: 15),
        ChannelLabel(rawValue: 16), ChannelLabel(rawValue: 17), ChannelLabel(rawValue: 18),
    ]

    private static let backPair: UInt32 = 0x30
    private static let sidePair: UInt32 = 0x600

    /// The layout of a channel mask: the labels of its bits, lowest bit first.
    ///
    /// If the mask has fewer bits than channels, the rest is discrete; surplus bits are ignored. Without any bit all
    /// channels are discrete (as the format defines it), except that one channel is mono and two are stereo.
    public init(waveMask mask: UInt32, channels: Int) {
        guard mask != 0 else {
            self = channels <= 2 ? .standard(channels) : .discrete(channels)
            return
        }
        if channels == 1 && mask == 4 {
            self = .mono
            return
        }
        let hasBoth = mask & Self.backPair == Self.backPair && mask & Self.sidePair == Self.sidePair
        var labels = Self.maskLabels.indices.filter { mask & 1 << UInt32($0) != 0 }.map { bit -> ChannelLabel in
            switch Self.maskLabels[bit] {
            case .leftSurround where hasBoth: .rearSurroundLeft
            case .rightSurround where hasBoth: .rearSurroundRight
            case .leftSurroundDirect where hasBoth: .leftSurround
            case .rightSurroundDirect where hasBoth: .rightSurround
            case let label: label
            }
        }
        labels = Array(labels.prefix(channels))
        labels += (labels.count..<channels).map(ChannelLabel.discrete)
        self.init(labels)
    }

    /// The channel mask of this layout; `nil` if a label has no bit, or if the labels are not in the order of the bits.
    public var waveMask: UInt32? {
        if self == .mono { return 4 }
        let hasRear = labels.contains(.rearSurroundLeft)
        var mask: UInt32 = 0
        for label in labels {
            let wave: ChannelLabel =
                switch label {
                case .rearSurroundLeft: .leftSurround
                case .rearSurroundRight: .rightSurround
                case .leftSurround where hasRear: .leftSurroundDirect
                case .rightSurround where hasRear: .rightSurroundDirect
                default: label
                }
            guard let bit = Self.maskLabels.firstIndex(of: wave), mask >> UInt32(bit) == 0 else { return nil }
            mask |= 1 << UInt32(bit)
        }
        return mask
    }
}
