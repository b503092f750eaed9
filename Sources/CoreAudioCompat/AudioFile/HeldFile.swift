internal import KKAudio

/// A file that a client has a pointer to.
final class HeldFile {
    let file: AudioFile
    let pointer = Handle.next()
    /// `nil` for what the client's functions read and write.
    private let path: String?

    init(_ file: AudioFile, path: String?) {
        self.file = file
        self.path = path
    }

    func open() -> OpaquePointer { Open.files.add(self, as: pointer) }

    static func of(_ pointer: OpaquePointer?) throws -> HeldFile {
        try Open.files.object(pointer).orThrow(kAudioFileNotOpenError)
    }

    /// The sound of the file, for who plays it: a reader of its own.
    func frameSource() throws -> AudioFileReader {
        try AudioFileReader(path: path.orThrow(kAudioFileOperationNotSupportedError))
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
