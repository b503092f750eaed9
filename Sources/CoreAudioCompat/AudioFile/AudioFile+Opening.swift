internal import KKAudio

@implementation @c public func KKAudioFileOpen(
    _ path: UnsafePointer<CChar>, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    answer {
        let path = String(cString: path), out = try outAudioFile.checked()
        let file = try AudioFile(
            opening: path, permission: permission(inPermissions), typeHint: typeHint(inFileTypeHint))
        out.pointee = HeldFile(file, .path(path)).open()
    }
}

/// For Swift, where a `CFURL` is an `NSURL`.
public func AudioFileOpenURL(
    _ inFileRef: NSURL, _ inPermissions: AudioFilePermissions, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    withPath(of: inFileRef) { KKAudioFileOpen($0, inPermissions, inFileTypeHint, outAudioFile) }
}

private func permission(_ permissions: AudioFilePermissions) throws -> AudioFile.Permission {
    try AudioFile.Permission(rawValue: permissions.rawValue).orThrow()
}

private func typeHint(_ hint: AudioFileTypeID) -> FourCharCode? { hint == 0 ? nil : FourCharCode(rawValue: hint) }

@implementation @c public func KKAudioFileCreate(
    _ path: UnsafePointer<CChar>, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    answer {
        let path = String(cString: path), out = try outAudioFile.checked()
        let file = try AudioFile(
            creating: path, fileType: FourCharCode(rawValue: inFileType),
            format: StreamDescription(try inFormat.checked().pointee).completed,
            flags: AudioFile.CreationFlags(rawValue: inFlags.rawValue))
        out.pointee = HeldFile(file, .path(path)).open()
    }
}

/// For Swift, where a `CFURL` is an `NSURL`.
public func AudioFileCreateWithURL(
    _ inFileRef: NSURL, _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    withPath(of: inFileRef) { KKAudioFileCreate($0, inFileType, inFormat, inFlags, outAudioFile) }
}

@implementation @c public func AudioFileOpenWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: @escaping AudioFile_ReadProc,
    _ inWriteFunc: AudioFile_WriteProc?, _ inGetSizeFunc: @escaping AudioFile_GetSizeProc,
    _ inSetSizeFunc: AudioFile_SetSizeProc?, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    answer {
        try requireFunction(inReadFunc)
        try requireFunction(inGetSizeFunc)
        let callbacks = callbacks(inClientData, inReadFunc, inWriteFunc, inGetSizeFunc, inSetSizeFunc)
        let canWrite = inWriteFunc != nil && inSetSizeFunc != nil
        let out = try outAudioFile.checked()
        let file = try openCallbacks(callbacks, canWrite: canWrite, typeHint(inFileTypeHint))
        out.pointee = HeldFile(file, .callbacks(callbacks)).open()
    }
}

/// A file that cannot be changed is read all the same.
private func openCallbacks(
    _ callbacks: AudioFileCallbacks, canWrite: Bool, _ typeHint: FourCharCode?
) throws -> AudioFile {
    if canWrite, let file = try? AudioFile(opening: callbacks, permission: .readWrite, typeHint: typeHint) {
        return file
    }
    return try AudioFile(opening: callbacks, typeHint: typeHint)
}

@implementation @c public func AudioFileInitializeWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer, _ inReadFunc: @escaping AudioFile_ReadProc,
    _ inWriteFunc: @escaping AudioFile_WriteProc, _ inGetSizeFunc: @escaping AudioFile_GetSizeProc,
    _ inSetSizeFunc: @escaping AudioFile_SetSizeProc, _ inFileType: AudioFileTypeID,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>
) -> OSStatus {
    answer {
        try requireFunction(inReadFunc)
        try requireFunction(inWriteFunc)
        try requireFunction(inGetSizeFunc)
        try requireFunction(inSetSizeFunc)
        let out = try outAudioFile.checked()
        let callbacks = callbacks(inClientData, inReadFunc, inWriteFunc, inGetSizeFunc, inSetSizeFunc)
        let file = try AudioFile(
            creating: callbacks, fileType: FourCharCode(rawValue: inFileType),
            format: StreamDescription(try inFormat.checked().pointee).completed)
        out.pointee = HeldFile(file, .callbacks(callbacks)).open()
    }
}

private func callbacks(
    _ data: UnsafeMutableRawPointer, _ read: @escaping AudioFile_ReadProc, _ write: AudioFile_WriteProc?,
    _ size: @escaping AudioFile_GetSizeProc, _ setSize: AudioFile_SetSizeProc?
) -> AudioFileCallbacks {
    AudioFileCallbacks(
        read: { position, count in
            var bytes = [UInt8](repeating: 0, count: count), done: UInt32 = 0
            let status = bytes.withUnsafeMutableBytes { memory -> OSStatus in
                guard let first = memory.baseAddress else { return noErr }
                return inCallback { read(data, position, UInt32(clamping: count), first, &done) }
            }
            if status != noErr && status != kAudioFileEndOfFileError { throw Status(status) }
            return Array(bytes.prefix(Int(done)))
        }, size: { inCallback { size(data) } },
        write: write.map { write in
            { position, bytes in
                var done: UInt32 = 0
                let status = bytes.withUnsafeBytes { memory -> OSStatus in
                    guard let first = memory.baseAddress else { return noErr }
                    return inCallback { write(data, position, UInt32(clamping: bytes.count), first, &done) }
                }
                if status != noErr { throw Status(status) }
                if Int(done) < bytes.count { throw Status(kAudioFilePositionError) }
            }
        },
        setSize: setSize.map { setSize in
            { count in
                let status = inCallback { setSize(data, count) }
                if status != noErr { throw Status(status) }
            }
        })
}

@implementation @c public func AudioFileClose(_ inAudioFile: AudioFileID) -> OSStatus {
    answer { try Open.files.remove(inAudioFile).orThrow(kAudioFileNotOpenError).file.close() }
}

@implementation @c public func AudioFileOptimize(_ inAudioFile: AudioFileID) -> OSStatus {
    answer { try HeldFile.of(inAudioFile).file.optimize() }
}
