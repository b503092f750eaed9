internal import KKPCM

extension NotedFile {
    /// The places that the file has, for a container that is written here; `nil` of others.
    package var output: ContainerFormat.Output? {
        switch form {
        case .other: nil
        case .wavPack: OutputContainer.wavpack.output
        case .flac: OutputContainer.flac.output
        case .ogg: OutputContainer.ogg.output
        case .stream: fileType == .mpeg ? OutputContainer.mp3.output : nil
        case .boxes: [.m4a, .m4b, .mp4].contains(fileType) ? OutputContainer.m4a.output : nil
        case .chunks:
            switch fileType {
            case .wav, .rf64, .bw64: OutputContainer.wav.output
            case .w64: OutputContainer.w64.output
            case .aiff: OutputContainer.aiff.output
            case .aifc: OutputContainer.aifc.output
            case .caf: OutputContainer.caf.output
            default: nil
            }
        }
    }

    /// What makes of the file one with other notes, in the order of their places. The bytes of the audio stay.
    ///
    /// - Parameters:
    ///   - new: which have a place (``ContainerFormat/Output/fitting(_:)``).
    ///   - frameCount: where the last chapter ends, if that is known.
    /// - Throws: `unavailable` for a file that is not changed.
    package func splices(_ new: AudioFileAnnotations, frameCount: Int64? = nil) throws(AudioFileError) -> [NoteSplice] {
        guard output != nil else {
            throw AudioFileError(
                .operationNotSupported, kind: .unavailable, path: source.name,
                "the texts of \(fileType.name) are read, and not changed",
                nextStep: "convert it to a format that kkmix writes, and set them there")
        }
        let edit = NotesEdit(old: notes, new: new)
        switch form {
        case .flac(let flac): return [try flac.splice(edit)]
        case .ogg(let head): return try head.splices(edit, in: source)
        case .wavPack(let end):
            let tag = try APETags.tag(edit, in: source, behind: end)
            return [NoteSplice(range: end..<(try source.byteCount()), bytes: tag)]
        case .boxes(let start): return [try MP4NotesEditor(source, start: start).splice(edit, sampleRate: sampleRate)]
        case .stream(let tags): return try stream(edit, tags, frameCount)
        case .chunks(let container): return try ChunkNotesEditor(source, container).splices(edit)
        case .other: return []
        }
    }

    /// A tag before the packets. One of version 1 behind them goes: it would say what was.
    private func stream(
        _ edit: NotesEdit, _ tags: [Range<Int64>], _ frameCount: Int64?
    ) throws(AudioFileError) -> [NoteSplice] {
        var kept = ID3Kept()
        for place in tags where place.count <= 1 << 26 {
            kept.add(
                ID3Frames(try source.bytes(at: place.lowerBound, count: place.count), limit: place.count), edit)
        }
        let tag = ID3Writer.tag(
            kept.rest(of: edit.new), sampleRate: sampleRate, frameCount: frameCount, keeping: kept.frames)
        let end = try source.byteCount()
        var splices: [NoteSplice] = []
        for (index, place) in tags.enumerated() {
            splices.append(NoteSplice(range: place.clamped(to: 0..<end), bytes: index == 0 ? tag : []))
        }
        if tags.isEmpty { splices.append(NoteSplice(range: 0..<0, bytes: tag)) }
        if let old = try source.trailingID3v1(behind: max(1, tags.last?.upperBound ?? 0)) {
            splices.append(NoteSplice(range: old, bytes: []))
        }
        return splices
    }
}
