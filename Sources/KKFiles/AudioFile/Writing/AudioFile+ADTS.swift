internal import KKCodecs
internal import KKPCM

extension AudioFile {
    /// The header of ADTS for a packet that has none.
    ///
    /// - Throws: `-50` for AAC that ADTS has no word for.
    func adtsHeader(byteCount: Int) throws(AudioFileError) -> [UInt8] {
        guard let configuration = writing?.aac ?? statedAAC else {
            throw parameter(
                "a packet of \(byteCount) bytes without its ADTS header, and no cookie that says what it is",
                "set the cookie before the first packet, or give packets with their headers")
        }
        writing?.aac = configuration
        guard let header = ADTSHeader.bytes(configuration, byteCount: byteCount) else {
            throw parameter(
                "ADTS has no header for this packet of \(byteCount) bytes",
                "write packets of 1 to \(ADTSHeader.longestPacket) bytes, of AAC with 1024 frames, at most 7.1 channels and one of ADTS's rates, or write m4af or caff"
            )
        }
        return header
    }

    /// What the packets are, by the cookie, or plain AAC.
    private var statedAAC: AACConfiguration? {
        if let cookie = content.magicCookie { return AACConfiguration(cookie: cookie) }
        let format = content.dataFormat
        guard format.formatID == .aac else { return nil }
        return AACConfiguration.plain(Int(format.sampleRate), format.channelCount, deniesExtensions: false)
            .flatMap { AACConfiguration(cookie: $0) }
    }
}
