internal import KKPCM

/// Files that are taken as a whole: a manifest, a golden.
public enum SmallFile {
    /// The bytes of a file.
    ///
    /// - Parameter limit: the most bytes that are taken; of a longer file, or an endless pipe, no more is read.
    /// - Throws: ``AudioFileError`` of kind `noInput`, `io`, and `badData` for a file that is too long, which is not
    ///   read then, and for a device.
    ///
    /// ## Allocation
    /// The bytes of a file once; of a pipe, as they come.
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

    /// Gives the bytes of a file to `body`, of any length and in pieces, in their order.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` or `io`.
    ///
    /// ## Allocation
    /// 256 KiB, once.
    public static func read(_ path: FilePath, pieces body: (ArraySlice<UInt8>) -> Void) throws(AudioFileError) {
        let source = try ByteSource(path: path)
        var bytes = [UInt8](repeating: 0, count: chunk)
        var offset: Int64 = 0
        while true {
            let count = try source.read(at: offset, into: &bytes, count: chunk)
            if count > 0 { body(bytes[..<count]) }
            if count < chunk { return }
            offset += Int64(count)
        }
    }

    /// The first bytes of a file; fewer only where it has no more.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` or `io`.
    public static func head(of path: FilePath, count: Int) throws(AudioFileError) -> [UInt8] {
        try ByteSource(path: path).bytes(at: 0, count: count)
    }

    /// The last bytes of a file; fewer only where it has no more.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` or `io`.
    public static func tail(of path: FilePath, count: Int) throws(AudioFileError) -> [UInt8] {
        let source = try ByteSource(path: path)
        return try source.bytes(at: max(0, source.byteCount() - Int64(count)), count: count)
    }

    /// Copies a file; one that is there is replaced, and a missing folder made.
    ///
    /// - Throws: ``AudioFileError`` of kind `cannotCreate` or `io`; then what was there before is still there.
    public static func copy(_ path: FilePath, to target: FilePath, temporaryFiles: TemporaryFiles) throws {
        try copy(path, to: target, options: WriterOptions(force: true, temporaryFiles: temporaryFiles)) { _ in }
    }

    /// Copies a file as a writer of sound would write it, and makes a missing folder.
    ///
    /// - Parameter seal: is given the path of the complete copy before it gets its name; where it throws, it gets none.
    /// - Returns: whether a file with the same bytes was there, and was left alone.
    @discardableResult
    public static func copy(
        _ path: FilePath, to target: FilePath, options: WriterOptions, seal: (_ unfinished: FilePath) throws -> Void
    ) throws -> Bool {
        let source = try ByteSource(path: path)
        let file = try OutputFile(
            path: target, force: options.force, makesFolder: true, keepsUnchanged: options.keepsUnchanged,
            temporaryFiles: options.temporaryFiles)
        var offset: Int64 = 0
        while true {
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

    /// The first byte at which two files differ; `nil` where they are alike to the end.
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
