internal import KKPCM

/// An `AudioChannelLayout` as CAF's `chan` and AIFF's `CHAN` store it, and the order of channels that it states.
///
/// A layout with a tag that all readers know is written as the tag; 7.1 is then reordered to that of `MPEG_7_1_C`.
/// Discrete channels are `DiscreteInOrder`; everything else is spelled out, one description a channel. Direct surrounds
/// are stored as plain ones, which every reader plays, unless the layout has both.
struct StoredLayout: Sendable {
    let bytes: [UInt8]
    /// For each channel of the file, the channel of the WAVE order that it is.
    let channelOrder: [Int]
    /// Mono and stereo, which need no chunk.
    let isPlain: Bool

    init(_ layout: ChannelLayout) {
        let layout = layout.withPlainSurrounds
        isPlain = layout == .mono || layout == .stereo
        channelOrder = layout == .sevenOne ? [0, 1, 2, 3, 6, 7, 4, 5] : Array(0..<layout.channelCount)
        var chunk = HeaderBytes()
        if let tag = Self.tag(of: layout) {
            chunk.big(tag)
            chunk.zeros(8)
        } else {
            chunk.zeros(8)
            chunk.big(UInt32(layout.channelCount))
            for label in layout.labels {
                chunk.big(label.rawValue)
                chunk.zeros(16)
            }
        }
        bytes = chunk.bytes
    }

    /// `kAudioChannelLayoutTag_…`: a number in the upper half, the channel count in the lower.
    private static func tag(of layout: ChannelLayout) -> UInt32? {
        let count = UInt32(layout.channelCount)
        switch layout {
        case .mono: return 100 << 16 | count
        case .stereo: return 101 << 16 | count
        case .threeZero: return 113 << 16 | count
        case .quadraphonic: return 108 << 16 | count
        case .fiveZero: return 117 << 16 | count
        case .fiveOne: return 121 << 16 | count
        case .sixOne: return 125 << 16 | count
        case .sevenOne: return 128 << 16 | count
        case .discrete(layout.channelCount): return 147 << 16 | count
        default: return nil
        }
    }
}

extension StoredLayout {
    /// A chunk of an order of channels, by its tag where the order is that of the tag, spelled out otherwise: the audio's
    /// bytes stay in their order. `nil` where nobody needs it.
    static func chunk(of layout: ChannelLayout?, id: FourCharCode) -> StoredChunk? {
        guard let layout, layout != .mono, layout != .stereo else { return nil }
        let stored = StoredLayout(layout)
        if stored.channelOrder == Array(0..<layout.channelCount), layout.withPlainSurrounds == layout {
            return StoredChunk(id: id, bytes: stored.bytes)
        }
        let spelled = CAFChannelLayout(
            tag: CAFChannelLayout.usesDescriptions,
            descriptions: layout.labels.map { CAFChannelLayout.Description(label: $0) })
        return StoredChunk(id: id, bytes: spelled.bytes)
    }
}
