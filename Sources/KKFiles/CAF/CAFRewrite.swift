public import KKPCM

/// A CAF file to be written again with changed chunks.
///
/// Unchanged chunks are copied byte for byte, including unknown chunks and bytes after the last field of known ones;
/// without changes the copy has the same bytes. Audio without a size (−1) stays like this while it is the last chunk.
///
/// ## Allocation
/// The changed chunks. Copying takes 256 KiB.
public struct CAFRewrite {
    private enum Piece {
        case kept(CAFChunk)
        case made(StoredChunk)
        case audio(CAFChunk)

        var type: FourCharCode {
            switch self {
            case .kept(let chunk), .audio(let chunk): chunk.type
            case .made(let chunk): chunk.id
            }
        }
    }

    public let file: CAFFile
    /// The audio's edit count that will be written; ``replaceAudio(_:)`` adds one.
    public private(set) var editCount: UInt32

    private var pieces: [Piece]
    private var audio: [UInt8]?

    public init(_ file: CAFFile) {
        self.file = file
        editCount = file.audio.editCount
        pieces = file.chunks.map { $0.type == "data" ? .audio($0) : .kept($0) }
    }

    /// The codes of the chunks, in the order in which they will be written.
    public var types: [FourCharCode] { pieces.map(\.type) }

    /// Replaces the first chunk with the same code, or adds the chunk before the audio.
    ///
    /// - Throws: −50 for the audio; use ``replaceAudio(_:)``.
    public mutating func set<Content: CAFContent>(_ content: Content) throws(AudioFileError) {
        try set(StoredChunk(content))
    }

    public mutating func set(_ chunk: StoredChunk) throws(AudioFileError) {
        if chunk.id == "data" { throw stands(chunk.id) }
        if let index = pieces.firstIndex(where: { $0.type == chunk.id }) {
            pieces[index] = .made(chunk)
        } else {
            try add(chunk)
        }
    }

    /// Adds a chunk before the audio, even if there are others with the same code, such as `uuid`.
    ///
    /// - Throws: −50 for `data` and `desc`, of which a file has one each.
    public mutating func add(_ chunk: StoredChunk) throws(AudioFileError) {
        if chunk.id == "data" || chunk.id == "desc" { throw stands(chunk.id) }
        pieces.insert(.made(chunk), at: pieces.firstIndex { $0.type == "data" } ?? pieces.endIndex)
    }

    /// Removes all chunks with a code.
    ///
    /// - Throws: as ``add(_:)``.
    public mutating func remove(_ type: FourCharCode) throws(AudioFileError) {
        if type == "data" || type == "desc" { throw stands(type) }
        pieces.removeAll { $0.type == type }
    }

    /// Replaces the audio's bytes. This adds one to the edit count, and removes the measurements of the old audio,
    /// `ovvw` and `peak`. If the audio is packets, set `desc` and `pakt`, too.
    public mutating func replaceAudio(_ bytes: [UInt8]) {
        audio = bytes
        editCount &+= 1
        pieces.removeAll { $0.type == CAFOverview.chunkType || $0.type == CAFPeaks.chunkType }
    }

    private func stands(_ type: FourCharCode) -> AudioFileError {
        AudioFileError(
            .parameter, kind: .usage, path: file.path, "a file has exactly one chunk \(type)",
            nextStep: "replace it: the audio with replaceAudio, the description with set")
    }

    /// Moves everything before the audio, for readers that cannot seek, and removes free space.
    public mutating func optimize() {
        let rest = pieces.filter { $0.type != "data" && $0.type != CAFFreeSpace.chunkType }
        pieces = rest + pieces.filter { $0.type == "data" }
    }

    /// Writes the file; the path may be that of the file that is read.
    ///
    /// - Parameter options: only those about the file are used.
    /// - Throws: `cannotCreate`, `usage` for a terminal, `io`.
    public func write(to path: String, options: WriterOptions = WriterOptions()) throws(AudioFileError) {
        let output = try OutputFile.binary(path: FilePath(path), options: options)
        do throws(AudioFileError) {
            var header = HeaderBytes()
            header.cafStart(flags: file.flags)
            try output.append(header.bytes)
            for index in pieces.indices { try write(pieces[index], isLast: index == pieces.count - 1, to: output) }
            if file.isPadded, endsAsItDid { try output.append([0]) }
            try output.commit()
        } catch {
            output.discard()
            throw error
        }
    }

    /// Whether the last chunk is the file's, and untouched.
    private var endsAsItDid: Bool {
        switch pieces.last {
        case .kept(let chunk): chunk == file.chunks.last
        case .audio(let chunk): chunk == file.chunks.last && audio == nil
        case .made, nil: false
        }
    }

    private func write(_ piece: Piece, isLast: Bool, to output: OutputFile) throws(AudioFileError) {
        switch piece {
        case .made(let chunk): try output.append(ChunkFamily.caf.bytes(of: chunk))
        case .kept(let chunk):
            try output.append(ChunkFamily.caf.header(chunk.type, byteCount: chunk.byteCount))
            try copy(chunk.contentOffset, chunk.byteCount, to: output)
        case .audio(let chunk):
            let byteCount = audio.map { Int64($0.count) } ?? file.audio.byteCount
            var header = HeaderBytes()
            let isOpenEnded = chunk.isOpenEnded && isLast && audio == nil
            header.cafAudio(byteCount: isOpenEnded ? nil : byteCount, editCount: editCount)
            try output.append(header.bytes)
            if let audio { try output.append(audio) } else { try copy(file.audio.offset, byteCount, to: output) }
        }
    }

    private func copy(_ offset: Int64, _ byteCount: Int64, to output: OutputFile) throws(AudioFileError) {
        var done: Int64 = 0
        while done < byteCount {
            let bytes = try file.source.bytes(at: offset + done, count: Int(min(1 << 18, byteCount - done)))
            guard !bytes.isEmpty else {
                throw file.source.damage(
                    .invalidFile, at: offset + done, "the file has become shorter since it was opened")
            }
            try output.append(bytes)
            done += Int64(bytes.count)
        }
    }
}
