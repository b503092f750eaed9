public import KKPCM

extension AudioFormat {
    /// The layout of a tag (`'cmpl'`).
    ///
    /// - Throws: `unknownFormat` for a tag that names no order of channels.
    public static func channelLayout(forTag tag: UInt32) throws(AudioFormatError) -> ChannelLayout {
        if let layout = ChannelLayout(tag: tag), layout.channelCount > 0 { return layout }
        throw AudioFormatError(
            .unknownFormat, "cmpl", "the tag \(tag >> 16) of \(tag & 0xFFFF) channels is not a known layout",
            nextStep: "use one of ChannelLayout.tags(channelCount:)")
    }

    /// The tag of a layout (`'cmpt'`).
    ///
    /// - Throws: `unknownFormat` for a layout without a tag.
    public static func tag(for layout: ChannelLayout) throws(AudioFormatError) -> UInt32 {
        if let tag = layout.tag { return tag }
        throw AudioFormatError(
            .unknownFormat, "cmpt", "no tag exists for the layout \(layout)", nextStep: "describe its channels")
    }

    /// Checks that a layout is valid (`'vacl'`): it has channels, and no two are the same, except that any number may
    /// be unknown.
    ///
    /// - Throws: `unknownFormat`.
    public static func validate(_ layout: ChannelLayout) throws(AudioFormatError) {
        let labels = layout.labels
        if labels.isEmpty { throw AudioFormatError(.unknownFormat, "vacl", "a layout of no channels") }
        for (index, label) in labels.enumerated() where label != .unknown && labels[..<index].contains(label) {
            throw AudioFormatError(
                .unknownFormat, "vacl", "the layout \(layout) has the channel \(label) twice",
                nextStep: "rename one of them, or set both to unknown")
        }
    }

    /// The gains from one layout to another (`'mmap'`): those of ``ChannelMatrix/mixing(_:to:)``.
    ///
    /// - Throws: `unknownFormat` for an invalid layout.
    public static func matrixMixMap(
        from: ChannelLayout, to: ChannelLayout
    ) throws(AudioFormatError) -> ChannelMatrix {
        try validate(from)
        try validate(to)
        return .mixing(from, to: to)
    }

    /// For each channel of one layout the same channel of another, or −1 if there is none (`'chmp'`): a channel map for
    /// ``AudioConverter``.
    ///
    /// - Throws: `unknownFormat` for an invalid layout, and for two layouts without a common channel.
    public static func channelMap(from: ChannelLayout, to: ChannelLayout) throws(AudioFormatError) -> [Int] {
        try validate(from)
        try validate(to)
        let map = to.labels.map { label in
            label == .unknown ? -1 : from.labels.firstIndex(of: label) ?? -1
        }
        if map.contains(where: { $0 >= 0 }) { return map }
        throw AudioFormatError(
            .unknownFormat, "chmp", "\(from) and \(to) have no channel in common", nextStep: "mix them with 'mmap'")
    }
}
