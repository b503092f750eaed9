public import KKPCM

/// Chunks as they are, by name: what `AudioFileCountUserData`, `AudioFileGetUserData`, `AudioFileSetUserData` and
/// `AudioFileRemoveUserData` do.
extension AudioFile {
    /// The most bytes of a chunk that are read into memory.
    static let longestUserData: Int64 = 1 << 26

    /// The number of chunks with a name, without the audio's chunk.
    public func userDataCount(_ id: FourCharCode) throws(AudioFileError) -> Int {
        try requireOpen()
        return try currentChunks.count { $0.id == id }
    }

    /// The bytes of a chunk without its header.
    ///
    /// - Parameter index: which of the chunks with this name.
    /// - Throws: `'chk?'` for a chunk that does not exist, or has more than 64 MiB.
    ///
    /// ## Allocation
    /// The bytes of the chunk in the file.
    public func userData(_ id: FourCharCode, at index: Int = 0) throws(AudioFileError) -> [UInt8] {
        try requireReading()
        let all = try currentChunks.filter { $0.id == id }
        guard all.indices.contains(index) else { throw noChunk(id, index) }
        if let bytes = all[index].bytes { return bytes }
        let place = all[index].place
        guard place.byteCount <= Self.longestUserData else {
            throw AudioFileError(
                .invalidChunk, path: name, at: .byte(place.offset),
                "the chunk has \(place.byteCount) bytes, more than \(Self.longestUserData)")
        }
        return try source.bytes(at: place.offset, count: Int(place.byteCount))
    }

    func noChunk(_ id: FourCharCode, _ index: Int) -> AudioFileError {
        AudioFileError(
            .invalidChunk, kind: .usage, path: name, "there is no chunk \(id) with the number \(index)",
            nextStep: "the property 'chid' lists the existing ones")
    }

    /// A chunk in the file, or one that waits to be written.
    struct CurrentChunk {
        var id: FourCharCode
        var place: Chunk
        var bytes: [UInt8]?
    }

    var currentChunks: [CurrentChunk] {
        get throws(AudioFileError) {
            guard writing?.store != nil else { return content.chunks.map { CurrentChunk(id: $0.id, place: $0) } }
            return try plannedChunks().map {
                CurrentChunk(
                    id: $0.id, place: Chunk($0.id), bytes: $0.bytes)
            }
        }
    }
}
