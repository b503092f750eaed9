internal import KKConvert
internal import KKFiles
internal import KKPCM
internal import KKReport

/// The pictures and sounds of a report's folder on their way there.
struct ReportFiles {
    private let folder: String
    private let temporaryFiles: TemporaryFiles
    /// Bytes that there is still room for.
    private var room: Int64
    private var names: [String] = []

    init(folder: String, limit: Int64, temporaryFiles: TemporaryFiles) {
        (self.folder, room, self.temporaryFiles) = (folder, limit, temporaryFiles)
    }

    private var filesFolder: String { ManifestPath.join(folder, ReportFolder.filesName) }

    /// Copies an entry's attachments into the folder. One that cannot be read, or for which there is no room, stays away, and a warning says so.
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
        let bytes = try SmallFile.read(picture.path, limit: 64 << 20)
        try reserve(Int64(bytes.count), picture.path)
        picture.size = ReportAttachment.Size(png: bytes)
        picture.page = try write("\(slug).png", bytes)
    }

    private mutating func takeSound(_ sound: inout ReportAttachment, _ slug: String) throws {
        let reader = try AudioFileReader(path: sound.path)
        let frameCount = reader.frameCount ?? 0
        sound.seconds = Double(frameCount) / reader.format.sampleRate
        let ending = FileName(of: sound.path).pathExtension.map { ".\(Self.plain($0))" } ?? ""
        let stem = "\(slug).\(sound.role.rawValue)"
        let size = try FileSystem.byteCount(of: sound.path)
        if reader.isPlayedByBrowsers {
            try reserve(size, sound.path)
            sound.page = try copy(sound.path, "\(stem)\(ending)")
            return
        }
        let encoding: Encoding = reader.properties.sourceBitDepth.map { $0 <= 16 } ?? false ? .s16 : .s24
        let copied = frameCount * Int64(reader.format.channelCount) * (encoding == .s16 ? 2 : 3)
        try reserve(copied + size, sound.path)
        sound.page = try convert(reader, to: "\(stem).played.wav", encoding)
        sound.original = try copy(sound.path, "\(stem)\(ending)")
        sound.note = "played from a copy, \(encoding == .s16 ? 16 : 24)-bit WAV without dither"
    }

    private mutating func reserve(_ count: Int64, _ path: String) throws(SessionError) {
        guard count <= room else { throw SessionError(.usage, "the report has no room for it", place: path) }
        room -= count
    }

    private mutating func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try FinishedFile(path: ManifestPath.join(filesFolder, name), force: true, makesFolder: true).write(bytes, temporaryFiles: temporaryFiles)
        return noted(name)
    }

    private mutating func copy(_ path: String, _ name: String) throws -> String {
        try SmallFile.copy(path, to: ManifestPath.join(filesFolder, name), temporaryFiles: temporaryFiles)
        return noted(name)
    }

    private mutating func convert(_ reader: AudioFileReader, to name: String, _ encoding: Encoding) throws -> String {
        var options = WriterOptions(force: true, temporaryFiles: temporaryFiles)
        options.makesFolder = true
        let writer = try AudioFileWriter(
            path: ManifestPath.join(filesFolder, name), format: OutputFormat(container: .wav, encoding: encoding), layout: reader.clientLayout,
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

    /// Removes what an older report has left.
    func removeOthers() throws {
        guard FileSystem.isFolder(filesFolder) else { return }
        let own = Set(names)
        for name in try FileSystem.names(in: filesFolder) where !own.contains(name) { try FileSystem.remove(ManifestPath.join(filesFolder, name)) }
        FileSystem.removeIfEmpty(filesFolder)
    }

    /// Takes back what has been written.
    func removeAll() {
        for name in names { try? FileSystem.remove(ManifestPath.join(filesFolder, name)) }
        FileSystem.removeIfEmpty(filesFolder)
        FileSystem.removeIfEmpty(folder)
    }

    /// An extension that is one in every address.
    private static func plain(_ ending: String) -> String {
        let letters = ending.lowercased().unicodeScalars.prefix(8).filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        return letters.isEmpty ? "sound" : String(String.UnicodeScalarView(letters))
    }
}

extension AudioFileReader {
    /// Whether the browsers of today play the file as it is.
    fileprivate var isPlayedByBrowsers: Bool {
        switch properties.fileType {
        case .wav: ["u8", "s16", "s24", "f32", "mp3"].contains(properties.encodingName)
        case .flac, .mpeg, .ogg: true
        case .rifx, .rf64, .bw64, .w64, .aiff, .aifc, .caf, .au, .synth: false
        }
    }
}
