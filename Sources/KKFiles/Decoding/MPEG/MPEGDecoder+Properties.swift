internal import KKCodecs
internal import KKConvert
internal import KKPCM

extension MPEGDecoder {
    static func properties(of segments: [MPEGSegment], first: MPEGSegment, isPlain: Bool) -> FileProperties {
        let format = first.format
        let formatID: FourCharCode = format.layer == 1 ? .mpegLayer1 : format.layer == 2 ? .mpegLayer2 : .mpegLayer3
        let rate = format.sampleRate
        let hasGaplessTag = first.priming != nil
        var properties = FileProperties(
            fileType: .mpeg,
            dataFormat: StreamDescription(
                sampleRate: Double(rate), formatID: formatID, framesPerPacket: UInt32(format.framesPerPacket),
                channelsPerFrame: UInt32(format.channelCount)),
            layout: .standard(format.channelCount),
            frameCount: segments.reduce(0) { $0 + $1.frameCount(at: rate) },
            lengthSource: !isPlain ? .decoded : hasGaplessTag ? .gaplessTag : .scan)
        properties.priming = first.priming
        properties.padding = segments.last.flatMap { $0.format.sampleRate == rate ? $0.padding : nil }
        let claimed = segments.reduce(Int64(0)) { $0 &+ $1.converted(claimedFrameCount($1), to: rate) }
        if claimed != properties.frameCount { properties.claimedFrameCount = claimed }
        return properties
    }

    /// The frames of audio that a segment's tag promises; what is there when it has none.
    private static func claimedFrameCount(_ segment: MPEGSegment) -> Int64 {
        guard let info = segment.info, let packets = info.packetCount else { return segment.frameCount }
        let delay = info.delay.map { $0 + MPEGInfoTag.decoderDelay } ?? 0
        let padding = max(0, (info.padding ?? 0) - MPEGInfoTag.decoderDelay)
        return max(0, packets * Int64(segment.format.framesPerPacket) - delay - padding)
    }

    /// Where tags and streams tell different stories.
    static func disagreements(_ segments: [MPEGSegment], path: String) -> [FileWarning] {
        var warnings: [FileWarning] = []
        for segment in segments {
            let place = segment.extents.first.map { AudioFileError.Position.byte($0.fileOffset) }
            if let claimed = segment.info?.packetCount, claimed != segment.packetCount {
                warnings.append(
                    FileWarning(
                        path: path, at: place,
                        "the header states \(claimed) MPEG frames, but there are \(segment.packetCount)",
                        consequence: "the available audio is used"))
            }
        }
        for (previous, next) in zip(segments, segments.dropFirst())
        where previous.format.channelCount != next.format.channelCount {
            let place = next.extents.first.map { AudioFileError.Position.byte($0.fileOffset) }
            let change = next.format.channelCount == 1 ? "stereo to mono" : "mono to stereo"
            warnings.append(
                FileWarning(
                    path: path, at: place, "the audio changes from \(change)",
                    consequence: "it is mixed to the channels of the first frame"))
        }
        return warnings
    }

    /// Where the sample rate changes, for segments whose lengths are sure.
    static func rateChanges(_ segments: [MPEGSegment], path: String) -> [FileWarning] {
        guard let rate = segments.first?.format.sampleRate else { return [] }
        var warnings: [FileWarning] = []
        var frame: Int64 = 0
        for (previous, next) in zip(segments, segments.dropFirst()) {
            frame += previous.frameCount(at: rate)
            guard previous.format.sampleRate != next.format.sampleRate else { continue }
            let place = next.extents.first.map { AudioFileError.Position.byte($0.fileOffset) }
            let change = "\(previous.format.sampleRate) to \(next.format.sampleRate) Hz"
            warnings.append(
                FileWarning(
                    path: path, at: place, "the sample rate changes from \(change) at frame \(frame)",
                    consequence: "everything is converted to \(rate) Hz"))
        }
        return warnings
    }

    /// Why there is nothing to decode, in one clause.
    static func absence(_ scan: MPEGScan, range: Range<Int64>) -> String {
        if range.isEmpty { return "the file is empty" }
        if scan.segments.contains(where: { $0.info != nil }) {
            return "the file has an MPEG header frame and no audio after it"
        }
        if scan.audioStart >= range.upperBound { return "the file has tags but no audio" }
        return "no MPEG audio was found in it"
    }
}

extension MPEGSegment {
    /// What is delivered of it at another sample rate.
    func frameCount(at sampleRate: Int) -> Int64 { converted(frameCount, to: sampleRate) }

    /// The length of so many of its frames at another sample rate.
    func converted(_ frameCount: Int64, to sampleRate: Int) -> Int64 {
        guard sampleRate != format.sampleRate else { return frameCount }
        return ResampledSource.outputLength(of: frameCount, from: Double(format.sampleRate), to: Double(sampleRate))
    }
}
