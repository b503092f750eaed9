internal import KKPCM

extension StreamDescription {
    /// What a decoder makes of packets that `description` describes.
    ///
    /// - Throws: ``CodecError`` for a rate that is none, and for other than 1 to 255 channels.
    static func decoded(from description: StreamDescription) throws(CodecError) -> StreamDescription {
        try decoded(
            description.formatID, sampleRate: description.sampleRate, channels: Int(description.channelsPerFrame))
    }

    static func decoded(
        _ formatID: FourCharCode, sampleRate: Double, channels: Int
    ) throws(CodecError) -> StreamDescription {
        guard sampleRate > 0, sampleRate.isFinite else {
            throw CodecError(
                format: formatID, "a sample rate of \(StreamDescription.rateText(sampleRate)) Hz is not valid")
        }
        guard (1...PacketDecoders.mostChannels).contains(channels) else {
            throw CodecError(
                format: formatID,
                "the stream states \(channels) channels; 1 to \(PacketDecoders.mostChannels) can be decoded")
        }
        return .canonical(sampleRate: sampleRate, channels: channels)
    }
}
