internal import KKCodecs
internal import KKPCM

/// FLAC in Core Audio files, as FFmpeg writes it: without a `kuki` chunk, and with an average of the packets' frames in `desc`. The frames say
/// themselves what they are.
extension AudioFileContent {
    /// Takes from the frames what the chunks do not say: STREAMINFO, where there is no cookie, and how many frames each packet has, where it is not
    /// what `desc` says or the last packet is empty.
    ///
    /// - Throws: ``AudioFileError`` at the first packet, where there is no cookie and that packet leaves its depth to it, or is no frame.
    mutating func completeFLAC(_ source: ByteSource) throws(AudioFileError) {
        let place = index?.firstOffset ?? dataOffset
        let header = try Self.header(source, at: place, byteCount: FLACFrameHeader.byteCountUpperBound)
        if magicCookie == nil {
            guard let header else {
                throw Self.withoutCookie(source, at: place, "its first packet is no FLAC frame, which would say what is missing")
            }
            guard let depth = header.bitDepth ?? dataFormat.losslessBitDepth else {
                throw Self.withoutCookie(source, at: place, "its first FLAC frame leaves the depth of its samples to that")
            }
            var described = dataFormat
            described.channelsPerFrame = UInt32(header.channelCount)
            if let rate = header.sampleRate { described.sampleRate = Double(rate) }
            magicCookie = (try? FLACStreamInfo(described, bitDepth: depth))?.bytes
        }
        _ = try countFrames(source, first: header)
    }

    /// Takes from the frames how many each packet has, likewise, and makes the packet table one of these. That there is no cookie stays as it is.
    mutating func countFLAC(_ source: ByteSource) throws(AudioFileError) {
        let first = try Self.header(source, at: index?.firstOffset ?? dataOffset, byteCount: FLACFrameHeader.byteCountUpperBound)
        // One packet alone is the last one, which may be short, and the table has then what it lacks.
        if let first, try packetCount() == 1, first.frameCount <= Int(dataFormat.framesPerPacket) { return }
        guard try countFrames(source, first: first), let stated = packetTableInfo, let sound = stated.sound, !sound.isEmpty else { return }
        let frames = try frameCount()
        if sound.upperBound > frames {
            warnings.append(.table(stated, beyond: max(0, frames - sound.lowerBound), path: source.name))
        }
        let actual = sound.clamped(to: 0..<frames)
        packetTableInfo = PacketTableInfo(
            validFrames: Int64(actual.count), primingFrames: actual.lowerBound, remainderFrames: frames - actual.upperBound)
    }

    /// Makes the packets those of their own headers, where the first of them or an empty last one shows that `desc` is not.
    ///
    /// - Returns: whether it was so.
    private mutating func countFrames(_ source: ByteSource, first: FLACFrameHeader?) throws(AudioFileError) -> Bool {
        guard dataFormat.framesPerPacket > 0, let first, let index, let last = index[index.packetCount - 1],
            first.frameCount != Int(dataFormat.framesPerPacket) || last.byteCount == 0
        else { return false }
        try countFrames(source, index, whole: first.frameCount)
        return true
    }

    /// Makes the packets those of their own headers, of which all but the last may be `whole`.
    private mutating func countFrames(_ source: ByteSource, _ index: PacketIndex, whole: Int) throws(AudioFileError) {
        var counted = PacketIndex()
        var (isFixed, hasShort) = (true, false)
        var entries = index.entries(from: 0)
        while let entry = entries.next() {
            let header = try Self.header(source, at: entry.offset, byteCount: entry.byteCount)
            // A damaged one is as long as the first.
            let frames = header?.frameCount ?? (entry.byteCount > 0 ? whole : 0)
            if frames > whole || hasShort && frames > 0 { isFixed = false }
            if frames < whole { hasShort = true }
            counted.append(offset: entry.offset, byteCount: entry.byteCount, frames: frames)
        }
        packets = .table(counted)
        dataFormat.framesPerPacket = isFixed ? UInt32(whole) : 0
    }

    private static func header(_ source: ByteSource, at place: Int64, byteCount: Int) throws(AudioFileError) -> FLACFrameHeader? {
        let bytes = try source.bytes(at: place, count: min(byteCount, FLACFrameHeader.byteCountUpperBound))
        return FLACFrameHeader(bytes.span, at: 0)
    }

    private static func withoutCookie(_ source: ByteSource, at place: Int64, _ problem: String) -> AudioFileError {
        AudioFileError(
            .invalidChunk, path: source.name, at: .byte(place), "this CAF file of FLAC has no kuki chunk, and \(problem)",
            nextStep: "store its packets again with that chunk, or export the sound as FLAC")
    }
}
