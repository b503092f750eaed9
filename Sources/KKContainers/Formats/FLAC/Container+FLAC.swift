internal import KKCodecs
internal import KKPCM

/// FLAC in Core Audio files, as FFmpeg writes it: without a `kuki` chunk. The frames say themselves what they are.
extension Container {
    /// Takes STREAMINFO from the first frame, where there is no cookie.
    ///
    /// - Throws: ``AudioFileError`` at the first packet, where there is no cookie and that packet leaves its depth to
    ///   it, or is not a frame.
    package mutating func completeFLAC(_ source: ByteSource) throws(AudioFileError) {
        guard magicCookie == nil else { return }
        let place = index?.firstOffset ?? dataOffset
        let bytes = try source.bytes(
            at: place, count: min(index?[0]?.byteCount ?? .max, FLACFrameHeader.byteCountUpperBound))
        guard let header = FLACFrameHeader(bytes.span, at: 0) else {
            throw Self.withoutCookie(
                source, at: place, "its first packet is not a FLAC frame, which would contain the missing values")
        }
        guard let depth = header.bitDepth ?? dataFormat.losslessBitDepth else {
            throw Self.withoutCookie(source, at: place, "its first FLAC frame does not state the bit depth either")
        }
        var described = dataFormat
        described.channelsPerFrame = UInt32(header.channelCount)
        if let rate = header.sampleRate { described.sampleRate = Double(rate) }
        magicCookie = (try? FLACStreamInfo(described, bitDepth: depth))?.bytes
    }

    private static func withoutCookie(_ source: ByteSource, at place: Int64, _ problem: String) -> AudioFileError {
        AudioFileError(
            .invalidChunk, path: source.name, at: .byte(place),
            "this CAF file of FLAC has no kuki chunk, and \(problem)",
            nextStep: "write it again with that chunk, or export the sound as FLAC")
    }
}

extension FramedStream {
    static let readableFLACDepths = [8, 16, 24]

    /// Whether the bits of FLAC are some that files are read of.
    package var hasReadableDepth: Bool { sourceBitDepth.map(Self.readableFLACDepths.contains) ?? false }
}
