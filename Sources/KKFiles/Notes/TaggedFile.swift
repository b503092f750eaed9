internal import KKPCM

/// A file with its tags, pictures, markers and loops, which can be read, and changed without changing the audio.
///
/// ## Allocation
/// What is read, including pictures.
public struct TaggedFile {
    public let path: FilePath
    /// `WAV`, `MPEG audio`.
    public var container: String { file.fileType.name }
    public let notes: AudioFileAnnotations
    /// The sample rate in which markers count frames.
    public let sampleRate: Double

    private let file: NotedFile
    private let source: ByteSource

    /// - Throws: `noInput` if it does not exist; `badData` if it is not audio.
    public init(path: FilePath) throws(AudioFileError) {
        try self.init(InputBytes(path: path), path: path)
    }

    /// A file with shared bytes.
    ///
    /// - Throws: as ``init(path:)``.
    public init(_ bytes: InputBytes, path: FilePath) throws(AudioFileError) {
        self.path = path
        source = try bytes.stored()
        file = try NotedFile(source)
        // Of what is read alone a reader may know more.
        guard file.output == nil, file.notes.isEmpty, let reader = try? AudioFileReader(bytes) else {
            (notes, sampleRate) = (file.notes, file.sampleRate)
            return
        }
        sampleRate = reader.fileFormat.sampleRate
        notes = AudioFileAnnotations(
            information: reader.properties.tags,
            markers: reader.properties.markers.map {
                AudioFileMarker(framePosition: Double($0.frame), name: $0.name)
            })
    }

    /// The names of the notes that this kind of file cannot store.
    public func lost(_ notes: AudioFileAnnotations) -> [String] { file.output?.fitting(notes).lost ?? [] }

    /// The duration in seconds; `nil` if it is not known.
    public func duration() -> Double? {
        if let reader = try? AudioFileReader(InputBytes(source)) {
            return Double(reader.properties.frameCount) / reader.fileFormat.sampleRate
        }
        guard let file = try? AudioFile(opening: InputBytes(source)), let table = try? file.packetTableInfo() else {
            return nil
        }
        return Double(table.validFrames) / file.dataFormat.sampleRate
    }

    /// Writes the file with other notes: first beside it, then in its place.
    ///
    /// - Throws: `unavailable` for a kind that cannot be changed; `usage` for notes that it cannot store; `cannotCreate`, `io`.
    ///
    /// ## Allocation
    /// 1 MiB.
    public func write(_ notes: AudioFileAnnotations, temporaryFiles: TemporaryFiles) throws(AudioFileError) {
        guard !path.isStandard, !source.isPipe else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: path, "a pipe cannot be changed in place",
                nextStep: "name a file")
        }
        try notes.requireStorable(name: path.text)
        let kept = file.output?.fitting(notes).kept ?? notes
        let counts = file.fileType == .mpeg && !kept.markers.isEmpty
        let frameCount = counts ? try? AudioFileReader(path: path).properties.frameCount : nil
        let splices = try file.splices(kept, frameCount: frameCount)
        let output = try OutputFile(path: path, force: true, temporaryFiles: temporaryFiles)
        var place: Int64 = 0
        for splice in splices {
            guard splice.range.lowerBound >= place else {
                throw source.damage(
                    .invalidFile, at: splice.range.lowerBound, "two parts of the file overlap")
            }
            try copy(place..<splice.range.lowerBound, to: output)
            try output.append(splice.bytes)
            place = max(place, splice.range.upperBound)
        }
        try copy(place..<source.byteCount(), to: output)
        try output.commit()
    }

    private static let piece: Int64 = 1 << 20

    private func copy(_ range: Range<Int64>, to output: OutputFile) throws(AudioFileError) {
        var place = range.lowerBound
        while place < range.upperBound {
            let bytes = try source.bytes(at: place, count: Int(min(Self.piece, range.upperBound - place)))
            guard !bytes.isEmpty else {
                throw AudioFileError(
                    .unspecified, kind: .io, path: path, at: .byte(place), "the file became shorter while it was read",
                    nextStep: "try again")
            }
            try output.append(bytes)
            place += Int64(bytes.count)
        }
    }
}

extension OutputFormat {
    /// The notes that a file of this format can store, and the names of those that it cannot.
    ///
    /// - Parameter isStream: whether it goes to a pipe, where nothing can be added before what was written.
    public func fitting(
        _ notes: AudioFileAnnotations, toStream isStream: Bool = false
    )
        -> (kept: AudioFileAnnotations, lost: [String])
    {
        guard let output = container.output else { return (notes, []) }
        var fitting = output.fitting(notes)
        guard isStream, let places = TextPlaces.ofStreams(container) else { return fitting }
        fitting.lost += fitting.kept.information.map(\.key).filter { places.key(for: $0) == nil }
        if !fitting.kept.pictures.isEmpty { fitting.lost.append("pictures") }
        if !fitting.kept.markers.isEmpty { fitting.lost.append("markers") }
        fitting.kept = AudioFileAnnotations(information: fitting.kept.information).placed(in: places)
        return fitting
    }
}
