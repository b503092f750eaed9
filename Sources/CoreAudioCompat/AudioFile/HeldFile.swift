internal import KKAudio

/// A file that a client has a pointer to.
final class HeldFile {
    let file: AudioFile
    let pointer = Handle.next()
    private let origin: Origin

    enum Origin {
        case path(String)
        /// The client's functions.
        case callbacks(AudioFileCallbacks)
    }

    init(_ file: AudioFile, _ origin: Origin) {
        self.file = file
        self.origin = origin
    }

    func open() -> OpaquePointer { Open.files.add(self, as: pointer) }

    static func of(_ pointer: OpaquePointer?) throws -> HeldFile {
        try Open.files.object(pointer).orThrow(kAudioFileNotOpenError)
    }

    /// The sound of the file, for who plays it: a reader of its own.
    /// What the client's functions have is read at once.
    func frameSource() throws -> AudioFileReader {
        switch origin {
        case .path(let path): return try AudioFileReader(path: path)
        case .callbacks(let callbacks):
            let size = Int(clamping: try callbacks.size()), portion = 1 << 20
            var bytes: [UInt8] = []
            while bytes.count < size {
                let part = try callbacks.read(Int64(bytes.count), min(size - bytes.count, portion))
                if part.isEmpty { throw Status(kAudioFilePositionError) }
                bytes.append(contentsOf: part)
            }
            return try AudioFileReader(InputBytes(bytes: bytes, name: callbacks.name))
        }
    }
}

extension AudioFilePacketTableInfo {
    init(_ info: PacketTableInfo) {
        self.init(
            mNumberValidFrames: info.validFrames, mPrimingFrames: Int32(clamping: info.primingFrames),
            mRemainderFrames: Int32(clamping: info.remainderFrames))
    }
}

extension PacketTableInfo {
    init(_ info: AudioFilePacketTableInfo) {
        self.init(
            validFrames: info.mNumberValidFrames, primingFrames: Int64(info.mPrimingFrames),
            remainderFrames: Int64(info.mRemainderFrames))
    }
}
