internal import KKPCM

/// An `AudioChannelLayout` as files keep it: the `chan` chunk of CAF, the `CHAN` chunk of AIFF.
///
/// Source: CoreAudioBaseTypes.h; Apple Core Audio Format Specification, Channel Layout Chunk.
enum AppleChannelLayout {
    private static let usesDescriptions: UInt32 = 0
    private static let usesBitmap: UInt32 = 1 << 16
    private static let discreteInOrder: UInt32 = 147

    /// The channels in the order of the stream; `nil` when the chunk says nothing usable about `channels` of them.
    static func parse(_ fields: Fields, channels: Int) -> ChannelLayout? {
        guard let tag = fields.uint32(0), let bitmap = fields.uint32(4), let count = fields.uint32(8) else { return nil }
        switch tag {
        case usesDescriptions:
            guard Int(count) == channels else { return nil }
            var labels: [ChannelLabel] = []
            for index in 0..<channels {
                guard let label = fields.uint32(12 + 20 * index) else { return nil }
                labels.append(ChannelLabel(rawValue: label))
            }
            return ChannelLayout(labels)
        case usesBitmap:
            guard bitmap.nonzeroBitCount == channels else { return nil }
            return ChannelLayout(waveMask: bitmap, channels: channels)
        default:
            guard Int(tag & 0xFFFF) == channels else { return nil }
            return named(tag >> 16, channels: channels)
        }
    }

    private static func named(_ id: UInt32, channels: Int) -> ChannelLayout? {
        if id == discreteInOrder { return .discrete(channels) }
        return ChannelLayout(tag: id << 16 | UInt32(truncatingIfNeeded: channels))
    }
}
