internal import KKPCM

/// A file and all that belongs to its sound, read without its audio, and what puts other such things into it.
package struct NotedFile {
    package let fileType: FileType
    package private(set) var notes = AudioFileAnnotations()
    /// Of the frames in which markers are.
    package private(set) var sampleRate: Double = 0

    let source: ByteSource
    let form: Form

    /// How it is stored.
    enum Form {
        case chunks(Container)
        case boxes(start: Int64)
        case flac(FLACNotes)
        case ogg(OggHead)
        /// Packets, with a tag before them and one behind.
        case stream(tags: [Range<Int64>])
        case wavPack(end: Int64)
        /// What is read alone.
        case other
    }

    /// - Throws: as ``FormatProbe/init(_:)``, and for a container whose chunks cannot be followed.
    package init(_ source: ByteSource) throws(AudioFileError) {
        self.source = source
        let tags = try LeadingTags(source)
        let probe = try FormatProbe(source, behind: tags)
        fileType = probe.fileType
        switch probe.fileType {
        case .flac:
            let flac = try FLACNotes(source, start: probe.start)
            form = .flac(flac)
            (notes, sampleRate) = (try flac.notes(), flac.sampleRate)
        case .ogg:
            guard let head = try OggHead(source, start: probe.start) else {
                form = .other
                return
            }
            form = .ogg(head)
            (notes, sampleRate) = (head.notes, head.sampleRate)
        case .wavpack:
            let end = try source.endBeforeTags(from: probe.start, to: source.byteCount(), limit: 64)
            form = .wavPack(end: end)
            notes = try APETags.notes(source, behind: end)
        case .mpeg, .adts, .ac3, .eac3:
            form = .stream(tags: tags.id3v2)
            // Where nothing is found of it, markers have no place.
            sampleRate = (try? Container.open(source, typeHint: nil))?.dataFormat.sampleRate ?? 0
            try takeTags(tags)
        // A library takes it apart.
        case let other where ContainerFormat.of(other)?.parser == nil: form = .other
        default:
            let container =
                probe.fileType == .caf
                ? try Container.whole(caf: source, probe, tags)
                : try Container(source, fileType: probe.fileType, start: probe.start, stream: nil)
            form =
                switch ContainerFormat.of(probe.fileType)?.kind(probe.fileType)?.family {
                case .boxes: .boxes(start: probe.start)
                case .riff, .iff, .caf, .wave64: .chunks(container)
                default: .other
                }
            sampleRate = container.dataFormat.sampleRate
            try take(container)
            if case .boxes(let start) = form { notes.origin = try? MP4Notes.origin(notes, in: source, start: start) }
        }
    }

    /// The frames of an ID3 tag, wherever it lies.
    private static func origin(_ frames: [ID3Frames.Frame], _ notes: AudioFileAnnotations) -> NoteOrigin {
        var origin = NoteOrigin(frames.isEmpty ? .none : .id3(frames))
        for frame in frames {
            if let name = ID3Texts.ownName(of: frame), origin.names[ID3Texts.ownKey(name)] == nil {
                origin.names[ID3Texts.ownKey(name)] = name
            }
        }
        origin.take(notes, values: ID3Texts.values(frames))
        return origin
    }

    /// The tags before packets, and the texts of one behind them.
    private mutating func takeTags(_ tags: LeadingTags) throws(AudioFileError) {
        var frames: [ID3Frames.Frame] = []
        for place in tags.id3v2.prefix(8) where place.count <= 1 << 26 {
            let bytes = try source.bytes(at: place.lowerBound, count: place.count)
            let tag = ID3Frames(bytes, limit: bytes.count)
            frames += tag.current
            let more = ID3Notes.read(tag, sampleRate: sampleRate)
            notes.information = notes.information.completed(by: more.information)
            notes.pictures += more.pictures
            notes.markers += more.markers
        }
        let end = try source.byteCount()
        notes.information = notes.information.completed(
            by: try StreamNotes.around(source, range: tags.end..<end, id3v2: []))
        notes.origin = Self.origin(frames, notes)
    }

    private mutating func take(_ container: Container) throws(AudioFileError) {
        var container = container
        if container.regions.isEmpty {
            try container.takeWaveLoops(source)
            try container.takeAIFFLoops(source)
        }
        notes = AudioFileAnnotations(
            information: container.tags, markers: container.markers, regions: container.regions,
            timeType: container.timeType)
        switch fileType {
        case .wav, .rifx, .rf64, .bw64: try WaveNotesWriter.addNotes(container, source, to: &notes)
        case .aiff, .aifc: AIFFNotes.addNotes(container, to: &notes)
        case .caf:
            if let chunk = container.chunk("inst"), chunk.byteCount < 256,
                let instrument = try? CAFInstrument(bytes: source.bytes(at: chunk.offset, count: Int(chunk.byteCount)))
            {
                notes.instrument = SamplerInstrument(instrument)
            }
        default: break
        }
        var frames: [ID3Frames.Frame] = []
        var remarks: [StoredChunk] = []
        for chunk in container.chunks where chunk.byteCount <= AttachedPicture.limit + 1024 {
            switch chunk.id {
            case "LIST" where fileType != .rifx && chunk.byteCount <= 1 << 20:
                let list = StoredChunk(
                    id: chunk.id, bytes: try source.bytes(at: chunk.offset, count: Int(chunk.byteCount)))
                if list.bytes.starts(with: "adtl".utf8) { remarks.append(list) }
            case "covr":
                // Kind and language stand before it.
                let bytes = try source.bytes(at: chunk.offset + 8, count: max(0, Int(chunk.byteCount) - 8))
                if !bytes.isEmpty { notes.pictures.append(AttachedPicture(bytes)) }
            case "ID3 ", "id3 ":
                let bytes = try source.bytes(at: chunk.offset, count: Int(chunk.byteCount))
                let tag = ID3Frames(bytes, limit: bytes.count)
                notes.pictures += ID3Notes.read(tag, sampleRate: 0).pictures
                frames += tag.current
            default: break
            }
        }
        guard !frames.isEmpty || !remarks.isEmpty else { return }
        notes.origin = Self.origin(frames, notes)
        notes.origin?.remarks = remarks
    }
}
