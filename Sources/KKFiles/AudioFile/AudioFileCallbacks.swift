internal import KKPCM

/// Functions of the caller that read and write the bytes of a file: the four of `AudioFileInitializeWithCallbacks`.
///
/// The functions are called on the thread that uses the file, one at a time. Files are written in place through them.
public struct AudioFileCallbacks {
    /// The name for messages.
    public var name: String
    /// Returns at most `count` bytes, starting at `position`; none at the end. It may return fewer at any time
    /// (`AudioFile_ReadProc`); none before the end given by ``size`` is an error.
    public var read: (_ position: Int64, _ count: Int) throws -> [UInt8]
    /// The number of bytes (`AudioFile_GetSizeProc`).
    public var size: () throws -> Int64
    /// Writes bytes over existing ones and after the end; `nil` if writing is not possible (`AudioFile_WriteProc`).
    public var write: ((_ position: Int64, _ bytes: [UInt8]) throws -> Void)?
    /// Makes the file shorter or longer (`AudioFile_SetSizeProc`).
    public var setSize: ((_ byteCount: Int64) throws -> Void)?

    public init(
        name: String = "callbacks", read: @escaping (_ position: Int64, _ count: Int) throws -> [UInt8],
        size: @escaping () throws -> Int64,
        write: ((_ position: Int64, _ bytes: [UInt8]) throws -> Void)? = nil,
        setSize: ((_ byteCount: Int64) throws -> Void)? = nil
    ) {
        self.name = name
        self.read = read
        self.size = size
        self.write = write
        self.setSize = setSize
    }
}

extension AudioFileCallbacks {
    /// What ``read`` gives, checked.
    func bytes(at position: Int64, count: Int) throws(AudioFileError) -> [UInt8] {
        let bytes = try calling("read", at: position) { try read(position, count) }
        guard bytes.count <= count else {
            throw AudioFileError(
                .unspecified, kind: .usage, path: name, at: .byte(position),
                "the callback was asked for \(count) bytes and gave \(bytes.count)",
                nextStep: "return at most as many as requested")
        }
        return bytes
    }

    /// What ``size`` gives, checked.
    func byteCount() throws(AudioFileError) -> Int64 {
        let count = try calling("size", at: nil) { try size() }
        guard (0...Int64.max / 2).contains(count) else {
            throw AudioFileError(
                .unspecified, kind: .usage, path: name, "the callback gave a size of \(count) bytes",
                nextStep: "give the true one")
        }
        return count
    }

    /// An error of the caller's function as it is when it is a file's, and with the place otherwise.
    func calling<Result>(
        _ function: String, at position: Int64?, _ body: () throws -> Result
    ) throws(AudioFileError) -> Result {
        do {
            return try body()
        } catch let error as AudioFileError {
            throw error
        } catch {
            throw AudioFileError(
                .unspecified, kind: .io, path: name, at: position.map { .byte($0) },
                "the callback `\(function)` failed",
                cause: String(describing: error))
        }
    }
}
