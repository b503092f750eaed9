package import KKCodecs

extension ADTSHeader {
    /// The bytes before a packet of AAC, without a checksum; `nil` where ADTS cannot say what the packet is, or how
    /// long.
    ///
    /// - Parameters:
    ///   - configuration: `AudioSpecificConfig`, or a cookie around it.
    ///   - byteCount: the packet's.
    package static func bytes(_ configuration: AACConfiguration, byteCount: Int) -> [UInt8]? {
        let all = byteCount + length
        guard (1...4).contains(configuration.objectType), (1...7).contains(configuration.channelConfiguration),
            let rate = AACConfiguration.rates.firstIndex(of: configuration.sampleRate), byteCount > 0,
            byteCount <= longestPacket, configuration.framesPerPacket == framesPerBlock
        else { return nil }
        let channels = configuration.channelConfiguration
        // MPEG-4, no checksum; a buffer that is full, which stands for a variable bit rate.
        return [
            syncByte, 0xF1, UInt8((configuration.objectType - 1) << 6 | rate << 2 | channels >> 2),
            UInt8((channels & 3) << 6 | all >> 11), UInt8(all >> 3 & 0xFF), UInt8((all & 7) << 5 | 0x1F), 0xFC,
        ]
    }

    /// The bytes of the longest packet, header excluded.
    package static let longestPacket = byteCountUpperBound - length

    private static let syncByte = ADTSFramer.syncByte
}
