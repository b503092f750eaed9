public import KKPCM

extension OutputFormat {
    /// The file data format of the output: the ``AudioFileReader/fileFormat`` of the finished file.
    public func dataFormat(sampleRate: Double, channelCount: Int) -> StreamDescription {
        if let stored = storedPCM(sampleRate: sampleRate, channelCount: channelCount) { return stored }
        // Of WavPack the description of floating point is that of its samples.
        if container == .wavpack, encoding == .f32,
            let samples = StreamDescription.stored(
                .f32, sampleRate: sampleRate, channels: channelCount, bigEndian: false)
        {
            return samples
        }
        var description = StreamDescription(
            sampleRate: sampleRate, formatID: (codec ?? .flac).formatID, channelsPerFrame: UInt32(channelCount))
        switch encoding {
        // MPEG-2 and MPEG-2.5 have one granule in a frame.
        case .mp3: description.framesPerPacket = sampleRate < 32_000 ? 576 : 1152
        case .aac: description.framesPerPacket = 1024
        case .ac3: description.framesPerPacket = 1536
        // What libFLAC takes at the level that libsndfile has, and the encoder of Apple Lossless.
        case _ where container == .flac || encoding.isAppleLossless: description.framesPerPacket = 4096
        default: break
        }
        if !encoding.isLossy { description.formatFlags = .lossless(bitDepth: encoding.integerBits ?? 16) }
        return description
    }

    /// The samples of a PCM file as they are stored; `nil` if a codec stands between.
    func storedPCM(sampleRate: Double, channelCount: Int) -> StreamDescription? {
        guard codec == nil else { return nil }
        return .stored(
            encoding, sampleRate: sampleRate, channels: channelCount, bigEndian: container.output?.isBigEndian ?? false)
    }
}
