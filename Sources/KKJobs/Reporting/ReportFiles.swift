internal import KKConvert
internal import KKFiles
internal import KKPCM
internal import KKReport
internal import KKSession

/// The files of a report on their way to its folder: they are made in a work folder there, and get their names together
/// when the last is complete, so that until then an older report is whole.
struct ReportFiles {
    private let folder: FilePath
    private let temporaryFiles: TemporaryFiles
    /// Bytes that there is still room for.
    private var room: Int64
    /// Those of an older report.
    private let old: Set<String>
    /// Whether a list was there.
    private let isKnown: Bool
    private var names: [String] = []
    /// Where they are made.
    private let work: FilePath

    /// Looks at what is there, and makes the work folder.
    ///
    /// - Parameter names: those that may come to be written.
    /// - Throws: `cannotCreate` for one that somebody else has.
    init(folder: FilePath, names: [String], limit: Int64, temporaryFiles: TemporaryFiles) throws {
        (self.folder, room, self.temporaryFiles) = (folder, limit, temporaryFiles)
        let list = try ReportList(in: folder)
        isKnown = list != nil
        let place = Self.filesFolder(in: folder)
        let there = Set(place.isPlainFolder ? try place.names() : [])
        let files = there.filter { (place / $0).isPlainFile }
        let old = (list?.names ?? []).intersection(files)
        for name in names where there.contains(name) && !old.contains(name) {
            throw SessionError(
                .cannotCreate, "this file is not from a report, and the report needs the name", place: place / name,
                nextStep: "move it away, or name another folder with --html")
        }
        self.old = old
        // Of a run that was killed here.
        TemporaryFiles.removeLeft(in: folder)
        do {
            work = try temporaryFiles.makeWorkFolder(in: folder)
        } catch {
            temporaryFiles.removeEmptyFolders()
            throw error
        }
    }

    /// What an attachment may come to have.
    static func names(of attachment: ReportAttachment, _ slug: String) -> [String] {
        if attachment.role == .picture { return PictureFormat.allCases.map { pictureName(slug, $0) } }
        let stem = soundStem(attachment, slug)
        return [stem + ending(of: FilePath(attachment.path)), playedName(stem)]
    }

    /// Gives the files and the page their names, and removes what an older report has left.
    ///
    /// - Parameter replacesPage: whether a page is there that is a report's.
    func finish(_ page: HTMLReport, replacesPage: Bool) throws {
        // Until all is done the list has all that may be there, so that a run that is killed meanwhile is renewed.
        let whole = ReportList(folder: folder, names: Set(names))
        let lists = ReportList(folder: work, names: old.union(names))
        try lists.write(temporaryFiles: temporaryFiles)
        try FinishedFile(path: work / HTMLReport.fileName).write(page.text, temporaryFiles: temporaryFiles)
        let files = names.map { (path: workFiles / $0, target: filesFolder / $0, isReplacing: true) }
        try temporaryFiles.place(
            [(path: ReportList.path(in: work), target: ReportList.path(in: folder), isReplacing: true)] + files
                + [
                    (
                        path: work / HTMLReport.fileName, target: folder / HTMLReport.fileName,
                        isReplacing: replacesPage
                    )
                ])
        for name in old.subtracting(names).sorted() { try (filesFolder / name).removeFile() }
        if isKnown, filesFolder.isPlainFolder { filesFolder.removeIfEmpty() }
        if lists.names != whole.names { try whole.write(temporaryFiles: temporaryFiles) }
    }

    /// Removes what has no name yet, and the folders that this run has made for nothing: one that was there, be it
    /// empty, is not ours.
    func removeUnfinished(hasFailed: Bool) {
        temporaryFiles.removeWorkFolder(work)
        if hasFailed { temporaryFiles.removeEmptyFolders() }
    }

    private var filesFolder: FilePath { Self.filesFolder(in: folder) }
    private var workFiles: FilePath { Self.filesFolder(in: work) }

    private static func filesFolder(in folder: FilePath) -> FilePath { ReportFolder(path: folder).filesPath }

    /// Copies an entry's attachments into the folder. One that cannot be read, or for which there is no room, stays
    /// away, and a warning says so.
    ///
    /// - Throws: what writing does.
    mutating func take(_ entry: inout ReportEntry, slug: String) throws {
        for index in entry.attachments.indices {
            let name = entry.attachments[index].role.rawValue
            do {
                if entry.attachments[index].role == .picture {
                    try takePicture(&entry.attachments[index], slug)
                } else {
                    try takeSound(&entry.attachments[index], slug)
                }
            } catch let error as any Failure where [.badData, .noInput, .unavailable, .usage].contains(error.kind) {
                entry.warnings.append("no \(name) in this report: \(error)")
            }
        }
    }

    private mutating func takePicture(_ picture: inout ReportAttachment, _ slug: String) throws {
        // SVG where there is one: it is sharp at any size, and says where its time runs.
        let vector = picture.vector.map { FilePath($0) }.flatMap { $0.isPlainFile ? $0 : nil }
        let path = vector ?? FilePath(picture.path)
        let bytes = try SmallFile.read(path, limit: 64 << 20)
        try reserve(Int64(bytes.count), path)
        if let size = ReportAttachment.Size(svg: bytes) {
            picture.size = size
            picture.time = PictureTime(svg: bytes)
            picture.page = try write(Self.pictureName(slug, .svg), bytes)
        } else {
            picture.size = ReportAttachment.Size(png: bytes)
            picture.page = try write(Self.pictureName(slug, .png), bytes)
        }
    }

    private mutating func takeSound(_ sound: inout ReportAttachment, _ slug: String) throws {
        let path = FilePath(sound.path)
        let reader = try AudioFileReader(path: path)
        let frameCount = reader.frameCount ?? 0
        sound.seconds = Double(frameCount) / reader.format.sampleRate
        let ending = Self.ending(of: path)
        let stem = Self.soundStem(sound, slug)
        let size = try path.byteCount()
        if reader.isPlayedByBrowsers {
            try reserve(size, path)
            sound.page = try copy(path, "\(stem)\(ending)")
            return
        }
        let encoding: Encoding = reader.properties.sourceBitDepth.map { $0 <= 16 } ?? false ? .s16 : .s24
        let copied = frameCount * Int64(reader.format.channelCount) * (encoding == .s16 ? 2 : 3)
        try reserve(copied + size, path)
        sound.page = try convert(reader, to: Self.playedName(stem), encoding)
        sound.original = try copy(path, "\(stem)\(ending)")
        sound.note = "played from a copy, \(encoding == .s16 ? 16 : 24)-bit WAV without dither"
    }

    private mutating func reserve(_ count: Int64, _ path: FilePath) throws(SessionError) {
        guard count <= room else { throw SessionError(.usage, "the report has no room for it", place: path) }
        room -= count
    }

    private mutating func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try FinishedFile(path: workFiles / name, force: true, makesFolder: true).write(
            bytes, temporaryFiles: temporaryFiles)
        return noted(name)
    }

    private mutating func copy(_ path: FilePath, _ name: String) throws -> String {
        try SmallFile.copy(path, to: workFiles / name, temporaryFiles: temporaryFiles)
        return noted(name)
    }

    private mutating func convert(_ reader: AudioFileReader, to name: String, _ encoding: Encoding) throws -> String {
        var options = WriterOptions(force: true, temporaryFiles: temporaryFiles)
        options.makesFolder = true
        let writer = try AudioFileWriter(
            path: workFiles / name, format: OutputFormat(container: .wav, encoding: encoding),
            layout: reader.clientLayout,
            sampleRate: reader.format.sampleRate, options: options)
        var buffer = PCMBuffer(channelCount: reader.format.channelCount, frameCapacity: 4_096)
        while true {
            buffer.frameLength = 0
            let count = try reader.read(into: &buffer, at: 0, frameCount: buffer.frameCapacity)
            if count == 0 { break }
            buffer.frameLength = count
            try writer.write(buffer)
        }
        try writer.finalize()
        return noted(name)
    }

    private mutating func noted(_ name: String) -> String {
        names.append(name)
        return "\(ReportFolder.filesName)/\(name)"
    }

    private static func pictureName(_ slug: String, _ format: PictureFormat) -> String {
        "\(slug).\(format.rawValue)"
    }
    private static func soundStem(_ sound: ReportAttachment, _ slug: String) -> String {
        "\(slug).\(sound.role.rawValue)"
    }
    private static func playedName(_ stem: String) -> String { "\(stem).played.wav" }
    private static func ending(of path: FilePath) -> String {
        path.pathExtension.map { ".\(plain($0))" } ?? ""
    }

    /// An extension that is one in every address.
    private static func plain(_ ending: String) -> String {
        let letters = ending.lowercased().unicodeScalars.prefix(8).filter {
            ("a"..."z").contains($0) || ("0"..."9").contains($0)
        }
        return letters.isEmpty ? "sound" : String(String.UnicodeScalarView(letters))
    }
}

extension AudioFileReader {
    /// Whether the browsers of today play the file as it is.
    fileprivate var isPlayedByBrowsers: Bool {
        switch properties.fileType {
        case .wav: ["u8", "s16", "s24", "f32", "mp3"].contains(properties.encodingName)
        case .flac, .mpeg, .ogg: true
        default: false
        }
    }
}
