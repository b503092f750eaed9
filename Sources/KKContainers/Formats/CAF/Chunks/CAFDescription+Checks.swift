internal import KKCodecs
internal import KKPCM

/// What a description has to say soundly, and what is made of it: for those who read the audio.
extension CAFDescription {
    /// Reads the chunk, of which more bytes than a description has mean nothing.
    ///
    /// - Throws: `badData` with the byte, also for a rate, channels or samples that no audio has.
    init(_ chunk: Chunk, in source: ByteSource) throws(AudioFileError) {
        self = try source.content(chunk.prefix(Self.byteCount), limit: Self.byteCount, Self.init(bytes:))
        try source.checkRate(sampleRate, at: chunk.offset)
        try source.checkChannels(Int(channelsPerFrame), at: chunk.offset)
        guard formatID == .linearPCM else { return }
        let sample = bytesPerPacket / channelsPerFrame
        guard framesPerPacket == 1, bytesPerPacket % channelsPerFrame == 0, (1...8).contains(sample),
            (1...8 * sample).contains(bitsPerChannel)
        else { throw notFollowed(at: chunk.offset, in: source) }
    }

    /// What the decoders here make of it.
    ///
    /// - Throws: `badData` for samples that none of them knows, `unavailable` for a format that none of them knows.
    func storedFormat(at offset: Int64, in source: ByteSource) throws(AudioFileError) -> Container.StoredFormat {
        let channels = Int(channelsPerFrame)
        switch formatID {
        case .linearPCM:
            let bits = Int(bytesPerPacket) / channels * 8
            let isSound = streamDescription.isFloat ? bitsPerChannel == bits && (bits == 32 || bits == 64) : bits <= 32
            guard isSound else { throw notFollowed(at: offset, in: source) }
            return Container.StoredFormat(
                description: streamDescription, codec: .linear,
                bitDepth: streamDescription.isFloat ? nil : Int(bitsPerChannel))
        case .uLaw, .aLaw:
            guard Int(bytesPerPacket) == channels, framesPerPacket == 1 else {
                throw notFollowed(at: offset, in: source)
            }
            return .companded(formatID, rate: sampleRate, channels: channels)
        case .appleLossless, .flac, .opus, .appleIMA4, .aac, .aacHE, .aacHE2, .ac3, .enhancedAC3:
            return Container.StoredFormat(description: streamDescription, codec: .packets)
        case .mpegLayer1, .mpegLayer2, .mpegLayer3:
            return Container.StoredFormat(description: streamDescription, codec: .mpeg)
        case _ where isDemuxed: return Container.StoredFormat(description: streamDescription, codec: .packets)
        default: throw source.unavailable(StreamDescription.codecName(formatID), in: .caf)
        }
    }

    /// Whether libavformat takes the packets out of the file.
    var isDemuxed: Bool {
        let isLinear = [.linearPCM, .uLaw, .aLaw].contains(formatID)
        let isDecodable = isLinear || PacketDecoders.formatIDs.contains(formatID)
        return StreamChoice.Candidate(formatID: formatID, isDecodable: isDecodable).isDemuxed
    }

    private func notFollowed(at offset: Int64, in source: ByteSource) -> AudioFileError {
        source.damage(
            .unsupportedDataFormat, at: offset,
            "the desc chunk is not valid: \(channelsPerFrame) channels of \(bitsPerChannel) bits in \(formatID), "
                + "\(framesPerPacket) frames in packets of \(bytesPerPacket) bytes")
    }
}
