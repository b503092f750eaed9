package import KKPCM

/// What every header has to say soundly, and the errors when it does not.
extension ByteSource {
    package func damage(_ code: AudioFileError.Code, at offset: Int64? = nil, _ problem: String) -> AudioFileError {
        AudioFileError(
            code, path: name, at: offset.map(AudioFileError.Position.byte), problem,
            nextStep: "export the file again, or fetch another copy of it")
    }

    /// - Parameters:
    ///   - chunk: what is missing, to the end at `offset`.
    ///   - file: whose it is, as in `this WAV file`.
    func noFormat(_ chunk: String, in file: FileType, at offset: Int64) -> AudioFileError {
        damage(
            .invalidChunk, at: offset,
            "this \(file.name) file has no \(chunk) chunk, so the format of its samples is unknown")
    }

    /// As ``noFormat(_:in:at:)``.
    func noAudio(_ chunk: String, in file: FileType, at offset: Int64?) -> AudioFileError {
        damage(.invalidChunk, at: offset, "this \(file.name) file has no \(chunk) chunk: there is no audio in it")
    }

    package func unavailable(_ codec: String, in container: FileType) -> AudioFileError {
        AudioFileError(
            .codecUnavailable, kind: .unavailable, path: name, "\(codec) in \(container.name) cannot be decoded here",
            nextStep: "convert the file to WAV or FLAC with a program that reads it")
    }

    func checkChannels(_ count: Int, at offset: Int64, limit: Int = Container.channelLimit) throws(AudioFileError) {
        guard count > 0 else {
            throw damage(.unsupportedDataFormat, at: offset, "the header states 0 channels")
        }
        guard count <= limit else {
            throw damage(
                .unsupportedDataFormat, at: offset,
                "the header states \(count) channels, more than the limit of \(limit)")
        }
    }

    func checkRate(_ rate: Double, at offset: Int64) throws(AudioFileError) {
        guard Container.rateLimits.contains(rate) else {
            throw damage(
                .unsupportedDataFormat, at: offset,
                "the header gives a sample rate of \(StreamDescription.rateText(rate)) Hz")
        }
    }
}

extension Container.StoredFormat {
    /// Linear PCM whose samples take whole bytes, the valid bits at the top of them.
    package static func linear(rate: Double, channels: Int, bits: Int, containerBits: Int, flags: FormatFlags) -> Self {
        Self(
            description: .linearPCM(
                sampleRate: rate, channels: channels, bits: bits, containerBits: containerBits, flags: flags),
            codec: .linear, bitDepth: flags.contains(.isFloat) ? nil : bits)
    }

    /// µ-law or A-law: a byte a sample.
    static func companded(_ formatID: FourCharCode, rate: Double, channels: Int) -> Self {
        Self(
            description: StreamDescription(
                sampleRate: rate, formatID: formatID, bytesPerPacket: UInt32(channels), framesPerPacket: 1,
                bytesPerFrame: UInt32(channels), channelsPerFrame: UInt32(channels), bitsPerChannel: 8),
            codec: .linear)
    }

    /// Something that another decoder takes over.
    static func coded(
        _ formatID: FourCharCode, rate: Double, channels: Int, codec: Container.Codec,
        block: Container.Block? = nil
    ) -> Self {
        Self(
            description: StreamDescription(sampleRate: rate, formatID: formatID, channelsPerFrame: UInt32(channels)),
            codec: codec, block: block)
    }
}
