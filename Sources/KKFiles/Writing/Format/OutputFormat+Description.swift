public import KKPCM

extension OutputFormat {
    /// The file data format of what is written: what a reader of the finished file calls its
    /// ``AudioFileReader/fileFormat``.
    public func dataFormat(sampleRate: Double, channelCount: Int) -> StreamDescription {
        if let stored = storedPCM(sampleRate: sampleRate, channelCount: channelCount) { return stored }
        var description = StreamDescription(
            sampleRate: sampleRate, formatID: (codec ?? .flac).formatID, channelsPerFrame: UInt32(channelCount))
        // What libFLAC takes at the level that libsndfile has.
        if container == .flac { description.framesPerPacket = 4096 }
        // MPEG-2 and MPEG-2.5 have one granule in a frame.
        if encoding == .mp3 { description.framesPerPacket = sampleRate < 32_000 ? 576 : 1152 }
        if !encoding.isLossy { description.formatFlags = .lossless(bitDepth: encoding.integerBits == 24 ? 24 : 16) }
        return description
    }

    /// The samples of a PCM file as they are stored; `nil` where a codec stands between.
    func storedPCM(sampleRate: Double, channelCount: Int) -> StreamDescription? {
        guard !container.isCompressed else { return nil }
        return .stored(
            encoding, sampleRate: sampleRate, channels: channelCount, bigEndian: container.output?.isBigEndian ?? false)
    }
}
