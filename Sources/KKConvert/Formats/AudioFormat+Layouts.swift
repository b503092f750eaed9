public import KKPCM

extension AudioFormat {
    /// The layout that a tag names (`'cmpl'`).
    ///
    /// - Throws: `unknownFormat` for a tag that names no order of channels.
    public static func channelLayout(forTag tag: UInt32) throws(AudioFormatError) -> ChannelLayout {
        if let layout = ChannelLayout(tag: tag), layout.channelCount > 0 { return layout }
        throw AudioFormatError(
            .unknownFormat, "cmpl", "the tag \(tag >> 16) of \(tag & 0xFFFF) channels names no order",
            nextStep: "use one of ChannelLayout.tags(channelCount:)")
    }

    /// The tag of a layout (`'cmpt'`).
    ///
    /// - Throws: `unknownFormat` for an order that no tag names.
    public static func tag(for layout: ChannelLayout) throws(AudioFormatError) -> UInt32 {
        if let tag = layout.tag { return tag }
        throw AudioFormatError(
            .unknownFormat, "cmpt", "no tag names the order \(layout)", nextStep: "describe its channels")
    }

    /// Checks that a layout can be one (`'vacl'`): it has channels, and no two of them are the same, except that any
    /// number may be unknown.
    ///
    /// - Throws: `unknownFormat`.
    public static func validate(_ layout: ChannelLayout) throws(AudioFormatError) {
        let labels = layout.labels
        if labels.isEmpty { throw AudioFormatError(.unknownFormat, "vacl", "a layout of no channels") }
        for (index, label) in labels.enumerated() where label != .unknown && labels[..<index].contains(label) {
            throw AudioFormatError(
                .unknownFormat, "vacl", "the layout \(layout) has the channel \(label) twice",
                nextStep: "name one of them otherwise, or both unknown")
        }
    }

    /// The gains that turn one layout into another (`'mmap'`): those of ``ChannelMatrix/mixing(_:to:)``.
    ///
    /// - Throws: `unknownFormat` for what is no layout.
    public static func matrixMixMap(
        from: ChannelLayout, to: ChannelLayout
    ) throws(AudioFormatError) -> ChannelMatrix {
        try validate(from)
        try validate(to)
        return .mixing(from, to: to)
    }

    /// For each channel of one layout the channel of another that is the same, or −1 where there is none (`'chmp'`):
    /// what ``AudioConverter`` takes as a channel map.
    ///
    /// - Throws: `unknownFormat` for what is no layout, and for two that have no channel in common.
    public static func channelMap(from: ChannelLayout, to: ChannelLayout) throws(AudioFormatError) -> [Int] {
        try validate(from)
        try validate(to)
        let map = to.labels.map { label in
            label == .unknown ? -1 : from.labels.firstIndex(of: label) ?? -1
        }
        if map.contains(where: { $0 >= 0 }) { return map }
        throw AudioFormatError(
            .unknownFormat, "chmp", "\(from) and \(to) have no channel in common", nextStep: "mix them by 'mmap'")
    }
}
