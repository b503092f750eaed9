internal import KKPCM

/// Where an ``AudioFile`` writes: a file under a hidden name, or a caller's functions. Bytes are laid down anywhere,
/// and read back.
final class AudioFileStore {
    /// What is there by now, for reading.
    let source: ByteSource
    private let backing: Backing

    private enum Backing {
        case file(OutputFile)
        case callbacks(AudioFileCallbacks)
    }

    /// What is moved at once.
    private static let pieceByteCount = 1 << 20

    /// - Throws: `cannotCreate` for an existing file that is not to be replaced, a missing folder, and an output that
    ///   cannot go back.
    init(_ target: AudioFile.Target) throws(AudioFileError) {
        switch target {
        case .path(let path, let force, let temporaryFiles):
            let file = try OutputFile(path: FilePath(path), force: force, temporaryFiles: temporaryFiles)
            guard !file.isStream else {
                throw AudioFileError(
                    .operationNotSupported, kind: .cannotCreate, path: file.name,
                    "this output cannot seek, which an AudioFile needs",
                    nextStep: "write to a file, or use AudioFileWriter")
            }
            backing = .file(file)
            source = ByteSource(
                callbacks: AudioFileCallbacks(
                    name: file.name, read: { try file.bytes(at: $0, count: $1) }, size: { file.byteCount }))
        case .callbacks(let callbacks):
            backing = .callbacks(callbacks)
            source = ByteSource(callbacks: callbacks)
        }
    }

    func byteCount() throws(AudioFileError) -> Int64 { try source.byteCount() }

    /// Lays bytes down from `offset` on, which is not beyond the end.
    func write(_ bytes: [UInt8], at offset: Int64) throws(AudioFileError) {
        switch backing {
        case .file(let file):
            let over = Int(min(Int64(bytes.count), max(0, file.byteCount - offset)))
            if over > 0 { try file.patch(over == bytes.count ? bytes : Array(bytes[..<over]), at: offset) }
            if over < bytes.count { try file.append(over == 0 ? bytes : Array(bytes[over...])) }
        case .callbacks(let callbacks):
            try callbacks.calling("write", at: offset) { try callbacks.write?(offset, bytes) }
        }
    }

    func truncate(to byteCount: Int64) throws(AudioFileError) {
        switch backing {
        case .file(let file): try file.truncate(to: byteCount)
        case .callbacks(let callbacks):
            try callbacks.calling("setSize", at: byteCount) { try callbacks.setSize?(byteCount) }
        }
    }

    /// Copies `count` bytes of a source to `offset`; of its own bytes in the order in which none is lost.
    func move(_ count: Int64, of source: ByteSource, from: Int64, to offset: Int64) throws(AudioFileError) {
        guard from != offset || source !== self.source else { return }
        let isBackwards = source === self.source && offset > from
        var done: Int64 = 0
        while done < count {
            let step = min(Int64(Self.pieceByteCount), count - done)
            let place = isBackwards ? count - done - step : done
            let bytes = try source.bytes(at: from + place, count: Int(step))
            guard Int64(bytes.count) == step else {
                throw .shortened(source.name, at: from + place + Int64(bytes.count))
            }
            // What is moved up begins after the end at first: the gap is filled so that a file need not have holes.
            let end = try byteCount()
            if offset + place > end { try fill(from: end, to: offset + place) }
            try write(bytes, at: offset + place)
            done += step
        }
    }

    private func fill(from start: Int64, to end: Int64) throws(AudioFileError) {
        var offset = start
        while offset < end {
            let step = min(Int64(Self.pieceByteCount), end - offset)
            try write([UInt8](repeating: 0, count: Int(step)), at: offset)
            offset += step
        }
    }

    /// Gives a file its name.
    func commit() throws(AudioFileError) {
        if case .file(let file) = backing { try file.commit() }
    }

    /// Leaves nothing of a file; what a caller's functions were given stays given.
    func discard() {
        if case .file(let file) = backing { file.discard() }
    }
}
