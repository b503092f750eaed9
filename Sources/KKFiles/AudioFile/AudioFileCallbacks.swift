internal import KKPCM

/// The bytes of a file as functions of the caller's give and take them: the four of `AudioFileInitializeWithCallbacks`.
///
/// The functions are called by the thread that uses the file, one at a time. What is written through them is written in
/// place.
public struct AudioFileCallbacks {
    /// The name for messages.
    public var name: String
    /// At most `count` bytes from `position` on; none at the end. Fewer may come at any time (`AudioFile_ReadProc`);
    /// none before the end that ``size`` tells is an error.
    public var read: (_ position: Int64, _ count: Int) throws -> [UInt8]
    /// The bytes that there are (`AudioFile_GetSizeProc`).
    public var size: () throws -> Int64
    /// Lays bytes over what is there, and behind it; `nil` where nothing can be written (`AudioFile_WriteProc`).
    public var write: ((_ position: Int64, _ bytes: [UInt8]) throws -> Void)?
    /// Cuts the file off, or makes it longer (`AudioFile_SetSizeProc`).
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
                nextStep: "give as many as asked for at most")
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
