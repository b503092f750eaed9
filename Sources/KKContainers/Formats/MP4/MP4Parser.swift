internal import KKCodecs
internal import KKPCM

/// Files of boxes: MP4 and its kin, and QuickTime movies. One track of sound is read.
///
/// Boxes at the top may come in any order. Sample tables are walked as soon as they are found, fragments one by one.
struct MP4Parser: ContainerParser {
    let source: ByteSource
    let fileType: FileType
    let start: Int64
    private(set) var position: Int64
    private(set) var audio: ContainerAudio?
    private(set) var movie: MP4Movie?
    private(set) var sound: MP4SoundTrack?
    /// As ``Container/demuxedStream``: tables and fragments are passed over then.
    private var demuxedStream: Int?
    /// What the tracks with sound hold, in the order of the file.
    private(set) var streams: [String] = []
    private var chapters: [(seconds: Double, name: String)] = []
    private var chunks: [Chunk] = []
    /// The box of media at the end that the file has not all of.
    private var cut: MP4Box?
    private var warnings: [FileWarning] = []
    private var isOver = false

    /// Whether packets are wanted as they are stored, decoded here or not.
    let isWhole: Bool
    /// The track that is wanted, counted from 1; `nil`: the first that can be decoded.
    private let wanted: Int?
    private let isPassing: Bool

    /// What is kept of a header that passes.
    private static let headerLimit = 1 << 26
    private static let mostChunks = 4096
    /// Boxes that say nothing of the file.
    private static let fillers: [FourCharCode] = [
        "free", "skip", "wide", "sidx", "ssix", "mfra", "styp", "prft", "emsg",
    ]

    init(_ source: ByteSource, _ fileType: FileType, start: Int64) throws(AudioFileError) {
        try self.init(source, fileType, start: start, isWhole: false, stream: nil)
    }

    init(
        _ source: ByteSource, _ fileType: FileType, start: Int64, isWhole: Bool, stream: Int?
    ) throws(AudioFileError) {
        (self.source, self.fileType, self.start, position) = (source, fileType, start, start)
        (self.isWhole, wanted, isPassing) = (isWhole, stream, source.isOpenEnded)
    }

    mutating func step() throws(AudioFileError) -> Bool {
        guard !isOver else { return false }
        let end = try source.byteCount()
        let box: MP4Box
        do throws(AudioFileError) {
            guard let next = try source.box(at: position, end: end) else { return try finish(end) }
            box = next
        } catch {
            guard movie != nil else { throw error }
            return try finish(end)
        }
        switch box.type {
        case "moov" where movie == nil: try take(movie: box)
        case "moof": try take(fragment: box, end: end)
        case "mdat", "imda":
            if box.isCut { cut = box }
            if isPassing { pass(box) }
        default:
            // What is not a box ends them.
            guard Self.isName(box.type), !box.isCut || movie == nil else { return try finish(end) }
            if !Self.fillers.contains(box.type), chunks.count < Self.mostChunks {
                chunks.append(Chunk(box))
            }
        }
        position = box.end
        if isPassing, audio != nil { isOver = true }
        return !isOver
    }

    /// Whether somebody would give a box this name.
    private static func isName(_ type: FourCharCode) -> Bool {
        [24, 16, 8, 0].allSatisfy { shift in
            let letter = type.rawValue >> UInt32(shift) & 0xFF
            return (0x20...0x7E).contains(letter) || letter == 0xA9
        }
    }

    /// Stops at what is not a box: nobody's trouble, where only tags or zeros are left.
    private mutating func finish(_ end: Int64) throws(AudioFileError) -> Bool {
        isOver = true
        let rest = try source.bytes(at: position, count: 1 << 12)
        if movie != nil, TagHeader(rest.span) == nil, !rest.allSatisfy({ $0 == 0 }) {
            warnings.append(
                FileWarning(
                    path: source.name, at: .byte(position), "the last \(end - position) bytes are not a box",
                    consequence: "they are left out"))
        }
        return false
    }

    // MARK: The movie

    private mutating func take(movie box: MP4Box) throws(AudioFileError) {
        guard !box.isCut else {
            throw source.damage(
                .invalidChunk, at: box.start,
                "the box 'moov' claims \((box.claimedEnd ?? 0) - box.start) bytes, and \(box.end - box.start) are there: the position of the sound has been cut off"
            )
        }
        let found = try MP4Movie(box, in: kept(box))
        movie = found
        chunks.append(Chunk(box))
        chunks += found.notes.covers.prefix(max(0, Self.mostChunks - chunks.count)).map { Chunk($0, named: "covr") }
        warnings += found.notes.warnings
        try choose(of: found)
        guard let sound, !isPassing else {
            if isPassing { startPassing(found) }
            return
        }
        chapters = found.notes.chapters
        for id in sound.track.chapterTracks {
            guard let track = found.track(id), ["text", "sbtl"].contains(track.handler), let box = track.tableBox,
                let tables = try? MP4SampleTables(box, in: found.source),
                let names = try? MP4Chapters.read(tables, of: track, movieTicks: found.timescale, in: source),
                !names.isEmpty
            else { continue }
            chapters = MP4Chapters.merged(names, chapters)
            break
        }
    }

    /// What has the bytes of the header: memory, where they pass.
    private func kept(_ box: MP4Box) throws(AudioFileError) -> ByteSource {
        guard isPassing else { return source }
        guard box.byteCount <= Self.headerLimit else {
            throw source.damage(
                .invalidChunk, at: box.start, "a header of \(box.byteCount) bytes is too large for a stream")
        }
        var memory = MemoryBytes(byteCount: box.end)
        memory.append(
            try source.bytes(at: box.content.lowerBound, count: Int(box.byteCount)), at: box.content.lowerBound)
        return ByteSource(memory, name: source.name)
    }

    /// Takes the track that is wanted, or the first that can be played, and walks its tables.
    private mutating func choose(of movie: MP4Movie) throws(AudioFileError) {
        let tracks = movie.audioTracks
        guard !tracks.isEmpty else { throw noSound(movie) }
        let found: [Result<(MP4Sound, MP4SampleTables?, Int), AudioFileError>] = tracks.map { track in
            Result { () throws(AudioFileError) in try described(track, of: movie) }
        }
        streams = found.map { (try? $0.get())?.0.name ?? "an unknown kind" }
        if let wanted, !found.indices.contains(wanted - 1) {
            throw .noStream(wanted, of: streams, path: source.name)
        }
        let candidates = zip(tracks, found).map { track, found in
            guard let sound = try? found.get().0 else { return MP4Sound.unreadable }
            return sound.candidate(isDefault: track.isEnabled, isStored: isWhole || isPassing)
        }
        let choice = StreamChoice(candidates, wanted: wanted)
        let index = choice.index
        demuxedStream = choice.demuxedStream
        let (kind, tables, description) = try found[index].get()
        guard tracks[index].timescale > 0 else {
            throw source.damage(.invalidChunk, at: tracks[index].start, "the sound track has no time scale")
        }
        var sound = MP4SoundTrack(
            tracks[index], kind, description: description, defaults: movie.defaults[tracks[index].id],
            isExtended: !isWhole && !isPassing, isPassing: isPassing)
        if let tables, demuxedStream == nil { try sound.add(tables, in: source, end: source.byteCount()) }
        self.sound = sound
        guard wanted == nil, tracks.count > 1, !isPassing else { return }
        let other = index == 0 ? 1 : 0
        warnings.append(
            .streams(
                tracks.count - 1, first: streams[other], besideFirst: index == 0, path: source.name,
                at: tracks[other].start))
    }

    private func described(
        _ track: MP4Track, of movie: MP4Movie
    ) throws(AudioFileError) -> (MP4Sound, MP4SampleTables?, Int) {
        let memory = movie.source
        guard let box = track.tableBox, let list = try memory.boxes(in: box.content).first("stsd"), list.byteCount > 8
        else {
            throw source.damage(.invalidChunk, at: track.start, "the format of this track's sound is not stated")
        }
        let tables = try MP4SampleTables(box, in: memory)
        let hasSamples = (tables?.sampleCount ?? 0) > 0
        let number = try hasSamples ? tables?.firstDescription() ?? 1 : movie.defaults[track.id]?.description ?? 1
        let entries = try memory.boxes(in: list.content.lowerBound + 8..<list.end)
        guard entries.indices.contains(number - 1) else {
            throw source.damage(
                .invalidChunk, at: list.start,
                "the samples refer to description \(number), but there are \(entries.count)")
        }
        let isQuickTime = try memory.fields(of: list, limit: 1).byte(0) == 0
        let entry = try MP4SampleEntry(entries[number - 1], in: memory, isQuickTime: isQuickTime)
        try requireInside(entry, track, in: memory)
        return (try MP4Sound(entry, in: memory), tables, number)
    }

    /// Throws for samples that lie in another file.
    private func requireInside(
        _ entry: MP4SampleEntry, _ track: MP4Track, in memory: ByteSource
    ) throws(AudioFileError) {
        guard let box = track.referenceBox, box.byteCount > 8 else { return }
        let references = try memory.boxes(in: box.content.lowerBound + 8..<box.end)
        guard references.indices.contains(entry.reference - 1) else { return }
        let reference = references[entry.reference - 1]
        guard let flags = try memory.fields(of: reference, limit: 4).uint32(0), flags & 1 == 0 else { return }
        throw AudioFileError(
            .unsupportedFileType, path: source.name, at: .byte(reference.start),
            "the sound of this movie is in another file",
            nextStep: "name that file, or export the movie with its sound in it")
    }

    private func noSound(_ movie: MP4Movie) -> AudioFileError {
        let hasVideo = movie.tracks.contains { $0.handler == "vide" }
        return source.damage(
            .invalidFile, at: movie.start,
            movie.tracks.isEmpty
                ? "this \(fileType.name) file has tags but no audio"
                : "this \(fileType.name) file has \(hasVideo ? "video" : "tracks") but no audio")
    }

    // MARK: Fragments

    private mutating func take(fragment box: MP4Box, end: Int64) throws(AudioFileError) {
        guard movie != nil else { throw noMovie(at: box.start) }
        guard demuxedStream == nil, var sound else { return }
        guard !box.isCut else {
            cut = box
            warnings.append(
                FileWarning(
                    path: source.name, at: .byte(end),
                    "the file ends inside the box 'moof', which describes more packets",
                    consequence: "the available audio is used"))
            return
        }
        let fragment = try MP4Fragment(box, of: sound.track.id, sound.fragmentDefaults, in: source)
        // It is copied while it grows otherwise.
        self.sound = nil
        defer { self.sound = sound }
        try sound.add(fragment, in: source, end: end)
    }

    private func noMovie(at place: Int64) -> AudioFileError {
        source.damage(
            .invalidFile, at: place,
            "this \(fileType.name) file has no box 'moov', which describes its sound; it was probably never completed"
        )
    }

    // MARK: Streams

    /// Says where the audio of a stream is, once its header is known: of fragments, when the media of the first have
    /// come.
    private mutating func startPassing(_ movie: MP4Movie) {
        guard !movie.isFragmented, let range = sound?.range else { return }
        let count = range.upperBound - range.lowerBound
        audio = ContainerAudio(offset: range.lowerBound, byteCount: count, claimed: count, chunk: range)
    }

    /// Media before the header, or of a movie whose fragments follow.
    private mutating func pass(_ box: MP4Box) {
        guard let movie else {
            audio = ContainerAudio(
                offset: box.content.lowerBound, byteCount: box.byteCount, claimed: box.byteCount, chunk: box.content)
            audio?.missing = "moov"
            return
        }
        if movie.isFragmented, let range = sound?.range {
            audio = ContainerAudio(
                offset: range.lowerBound, byteCount: 0, claimed: nil, chunk: box.content, isOpen: true)
        }
    }

    // MARK: What was found

    func container() throws(AudioFileError) -> Container {
        guard let movie else { throw noMovie(at: start) }
        guard var sound else { throw noSound(movie) }
        try sound.finish(in: source)
        if !isWhole, !isPassing, demuxedStream == nil, !sound.sound.isDecodable {
            throw source.unavailable(StreamDescription.codecName(sound.format.formatID), in: fileType)
        }
        var container = demuxedStream == nil ? try sound.container(self, movie) : sound.description(fileType)
        container.demuxedStream = demuxedStream
        container.warnings = warnings + sound.warnings + container.warnings
        container.streams = streams
        container.chunks = chunks
        container.tags = movie.notes.tags
        container.markers = chapters.prefix(Container.markerLimit).enumerated().map { index, chapter in
            AudioFileMarker(
                framePosition: (chapter.seconds * sound.format.sampleRate).rounded(), name: chapter.name,
                id: UInt32(index + 1))
        }
        return container
    }

    /// Where the file breaks off, for what is said of packets that are missing.
    var cutPlace: Int64? { cut?.end }
}

extension Chunk {
    fileprivate init(_ box: MP4Box, named name: FourCharCode? = nil) {
        self.init(id: name ?? box.type, offset: box.content.lowerBound, byteCount: box.byteCount)
        claimedByteCount = box.claimedEnd.map { $0 - box.content.lowerBound }
    }
}
