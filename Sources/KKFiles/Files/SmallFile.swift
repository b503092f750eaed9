internal import KKPCM

/// Files that are read as a whole: a manifest, a golden.
public enum SmallFile {
    /// The bytes of a file.
    ///
    /// - Parameter limit: the largest number of bytes to read, also from an endless pipe.
    /// - Throws: ``AudioFileError`` of kind `noInput`, `io`, and `badData` for a file that is too long, which is then
    ///   not read, and for a device.
    ///
    /// ## Allocation
    /// The bytes of a file once; those of a pipe as they come.
    public static func read(_ path: FilePath, limit: Int) throws(AudioFileError) -> [UInt8] {
        guard !path.isDevice else {
            throw AudioFileError(.invalidFile, kind: .badData, path: path, "this is a device", nextStep: "name a file")
        }
        let source = try ByteSource(path: path)
        var bytes: [UInt8] = []
        if !path.isStandard, let size = path.stamp?.byteCount {
            guard size <= limit else { throw tooLong(path, limit) }
            bytes.reserveCapacity(Int(size))
        }
        while bytes.count <= limit {
            let part = try source.bytes(at: Int64(bytes.count), count: min(limit + 1 - bytes.count, chunk))
            bytes += part
            if part.count < chunk { break }
        }
        guard bytes.count <= limit else { throw tooLong(path, limit) }
        return bytes
    }

    /// Gives the bytes of a file of any length to `body`, in pieces, in order.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` or `io`, and what `body` throws.
    ///
    /// ## Allocation
    /// 256 KiB, once.
    public static func read(_ path: FilePath, pieces body: (ArraySlice<UInt8>) throws -> Void) throws {
        let source = try ByteSource(path: path)
        var bytes = [UInt8](repeating: 0, count: chunk)
        var offset: Int64 = 0
        while true {
            let count = try source.read(at: offset, into: &bytes, count: chunk)
            if count > 0 { try body(bytes[..<count]) }
            if count < chunk { return }
            offset += Int64(count)
        }
    }

    /// The first bytes of a file; fewer if it is shorter.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` or `io`.
    public static func head(of path: FilePath, count: Int) throws(AudioFileError) -> [UInt8] {
        try ByteSource(path: path).bytes(at: 0, count: count)
    }

    /// The last bytes of a file; fewer if it is shorter.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` or `io`.
    public static func tail(of path: FilePath, count: Int) throws(AudioFileError) -> [UInt8] {
        let source = try ByteSource(path: path)
        return try source.bytes(at: max(0, source.byteCount() - Int64(count)), count: count)
    }

    /// Copies a file; an existing file is replaced, and a missing folder is created.
    ///
    /// - Parameter block: called before each piece is copied; if it throws, the copy is dropped.
    /// - Throws: ``AudioFileError`` of kind `cannotCreate` or `io`; an existing file then stays.
    public static func copy(
        _ path: FilePath, to target: FilePath, temporaryFiles: TemporaryFiles, block: () throws -> Void = {}
    ) throws {
        let options = WriterOptions(force: true, temporaryFiles: temporaryFiles)
        try copy(path, to: target, options: options, block: block) { _ in }
    }

    /// Copies a file in the way in which audio is written, and creates a missing folder.
    ///
    /// - Parameter seal: gets the path of the complete copy before that gets its name; if `seal` throws, the copy is dropped.
    /// - Returns: whether a file with the same bytes existed and was kept.
    @discardableResult
    public static func copy(
        _ path: FilePath, to target: FilePath, options: WriterOptions, block: () throws -> Void = {},
        seal: (_ unfinished: FilePath) throws -> Void
    ) throws -> Bool {
        let source = try ByteSource(path: path)
        let file = try OutputFile(
            path: target, force: options.force, makesFolder: true, keepsUnchanged: options.keepsUnchanged,
            temporaryFiles: options.temporaryFiles)
        var offset: Int64 = 0
        while true {
            try block()
            let bytes = try source.bytes(at: offset, count: chunk)
            if bytes.isEmpty { break }
            try file.append(bytes)
            offset += Int64(bytes.count)
        }
        let complete = try OutputFile.complete([file])
        if let path = file.unfinishedPath { try seal(path) }
        try OutputFile.name(complete)
        return file.isUnchanged
    }

    /// The first byte at which two files differ; `nil` if they are equal.
    public static func firstDifference(_ one: FilePath, _ other: FilePath) throws(AudioFileError) -> Int64? {
        let (first, second) = (try ByteSource(path: one), try ByteSource(path: other))
        var offset: Int64 = 0
        while true {
            let (a, b) = (try first.bytes(at: offset, count: chunk), try second.bytes(at: offset, count: chunk))
            if a != b { return offset + Int64(zip(a, b).prefix { $0 == $1 }.count) }
            if a.isEmpty { return nil }
            offset += Int64(a.count)
        }
    }

    private static let chunk = 1 << 18

    private static func tooLong(_ path: FilePath, _ limit: Int) -> AudioFileError {
        AudioFileError(
            .invalidFile, kind: .badData, path: path, "the file is longer than \(limit) bytes",
            nextStep: "name another one")
    }
}
