internal import KKCodecs
internal import KKPCM

extension SndfileDecoder {
    /// Whether the last of `frameCount` frames is there and nothing comes after it.
    static func isTrue(_ frameCount: Int64, _ handle: inout SndfileHandle) -> Bool {
        guard frameCount > 0, frameCount < SndfileHandle.unknownFrameCount, handle.seek(to: frameCount - 1) else { return false }
        return (try? handle.skip(2)) == 1
    }

    /// Whether the pages of an Ogg file add up to `frameCount` frames, by what its packets hold.
    ///
    /// Frames that a stream of Vorbis cuts off at its start are known to the decoder alone: its first page is decoded.
    static func isTrue(_ frameCount: Int64, _ input: SndfileInput, scan: OggScan, opus: OpusFirstPage?) throws(AudioFileError) -> Bool {
        let timeline = scan.timeline
        guard scan.isPlain, let first = timeline.first else { return false }
        var held = timeline.frameCount
        if opus == nil {
            var page = try input.opened(end: first.end)
            let heard = try page.skip(.max)
            guard heard == (timeline.start < 0 || first.isLast ? first.granule : first.frameCount) else { return false }
            held += heard - first.frameCount
        }
        let start = max(0, timeline.start)
        let trimmed = held - (timeline.end - start)
        let isTrue = timeline.end - start - Int64(opus?.preSkip ?? 0) == frameCount
        return isTrue && trimmed >= 0 && (opus == nil || trimmed < 5760)
    }

    /// The texts of a file by Core Audio's names (AudioFile.h, `kAFInfoDictionary_…`).
    static func tags(_ handle: borrowing SndfileHandle) -> [FileProperties.Tag] {
        let kinds: [(Int32, String)] = [
            (0x01, "title"), (0x04, "artist"), (0x07, "album"), (0x09, "track number"), (0x06, "year"), (0x10, "genre"),
            (0x05, "comments"), (0x02, "copyright"), (0x03, "encoding application"),
        ]
        var tags: [FileProperties.Tag] = []
        for (kind, key) in kinds {
            if let value = handle.string(kind) { tags.append(FileProperties.Tag(key: key, value: value)) }
        }
        return tags
    }

    /// A refusal with more to say than libsndfile: what it is that is not supported.
    static func explained(
        _ error: AudioFileError, _ input: SndfileInput, metadata: FLACMetadata?, scan: OggScan?
    ) throws(AudioFileError) -> AudioFileError {
        var error = error
        let words = error.cause.map { " (\($0))" } ?? ""
        if let codecName = scan?.codecName, !["Vorbis", "Opus"].contains(codecName) {
            error.kind = .unavailable
            error.code = .unsupportedDataFormat
            error.problem = "the first stream of this Ogg file is \(codecName), which cannot be read\(words)"
            error.nextStep = "take the audio out of it and convert it, for example with ffmpeg"
        } else if let scan, scan.codecName != nil, scan.timeline.first == nil, let damage = scan.warnings.first {
            error.position = damage.position
            error.problem = "\(damage.problem), and there is no whole page of audio\(words)"
            error.nextStep = "fetch another copy"
        }
        if metadata != nil {
            // STREAMINFO follows the mark and the header of its block.
            let block = try input.source.bytes(at: input.start + 8, count: FLACStreamInfo.byteCount)
            if let bits = try? FLACStreamInfo(block).bitDepth, !FramedStream.readableFLACDepths.contains(bits) {
                error = .unsupportedFLAC(bitDepth: bits, error, path: input.source.name)
            }
        }
        guard error.kind == .badData, error.position == nil else { return error }
        // libsndfile's own words have neither a place nor a way on.
        if let metadata {
            error.position = .byte(metadata.place)
            error.problem = "this FLAC file cannot be read\(words)"
            error.nextStep = FLACMetadata.nextStep
        } else if let scan {
            let damage = scan.warnings.first
            error.position = damage?.position ?? .byte(input.start)
            error.problem = "\(damage?.problem ?? "the headers of this Ogg file cannot be read")\(words)"
            error.nextStep = "fetch another copy"
        }
        return error
    }

    /// Of ambisonics behind a matrix (RFC 8486 §3.2) libsndfile says that the file is damaged.
    static func demixed(_ source: ByteSource) -> AudioFileError {
        AudioFileError(
            .unsupportedDataFormat, kind: .unavailable, path: source.name,
            "this Opus file has channels of mapping family 3, ambisonics behind a matrix, which are not decoded from files",
            nextStep: "convert it with a program that reads it, or give its packets and OpusHead to AudioConverter")
    }
}
