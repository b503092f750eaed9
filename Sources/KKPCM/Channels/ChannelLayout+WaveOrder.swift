/// From any channel order of a file to the WAVE order, which kkmix uses inside.
extension ChannelLayout {
    /// The channels of this layout by the place of their labels in the WAVE channel mask, those without a place behind
    /// the others in the order they have: element `n` is the stored channel that becomes channel `n`.
    package var waveOrder: [Int] {
        guard channelCount > 1 else { return Array(labels.indices) }
        let hasRear = labels.contains(.rearSurroundLeft)
        let ranks = labels.map { Self.rank($0, besideRear: hasRear) }
        return labels.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    }

    /// The way back: element `n` is the place of the stored channel `n` in the WAVE order.
    package var wavePlaces: [Int] {
        let order = waveOrder
        return order.indices.map { channel in order.firstIndex(of: channel) ?? channel }
    }

    /// This layout in the WAVE order.
    package var inWaveOrder: ChannelLayout {
        ChannelLayout(waveOrder.map { labels[$0] })
    }

    private static func rank(_ label: ChannelLabel, besideRear hasRear: Bool) -> Int {
        // Beside rear channels the surround pair is WAVE's side pair, which comes later than the rear.
        let place: ChannelLabel =
            switch label {
            case .leftSurround where hasRear: .leftSurroundDirect
            case .rightSurround where hasRear: .rightSurroundDirect
            default: label
            }
        return ChannelLayout([place]).waveMask.map { $0.trailingZeroBitCount } ?? 32
    }
}
