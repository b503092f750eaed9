internal import KKAudio

@implementation @c public func AudioFileCountUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ outNumberItems: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        let count = try HeldFile.of(inAudioFile).file.userDataCount(FourCharCode(rawValue: inUserDataID))
        try outNumberItems.checked().pointee = UInt32(clamping: count)
    }
}

@implementation @c public func AudioFileGetUserDataSize(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        let bytes = try HeldFile.of(inAudioFile).file.userData(FourCharCode(rawValue: inUserDataID), at: Int(inIndex))
        try outUserDataSize.checked().pointee = UInt32(clamping: bytes.count)
    }
}

@implementation @c public func AudioFileGetUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>, _ outUserData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let bytes = try HeldFile.of(inAudioFile).file.userData(FourCharCode(rawValue: inUserDataID), at: Int(inIndex))
        try PropertyBytes(bytes).copyBeginning(to: outUserData, ioUserDataSize)
    }
}

@implementation @c public func AudioFileSetUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inUserDataSize: UInt32,
    _ inUserData: UnsafeRawPointer
) -> OSStatus {
    answer {
        let given = GivenBytes(try inUserData.checked(), inUserDataSize, wrongSize: kAudioFileBadPropertySizeError)
        try HeldFile.of(inAudioFile).file.setUserData(
            FourCharCode(rawValue: inUserDataID), at: Int(inIndex), try given.bytes())
    }
}

@implementation @c public func AudioFileRemoveUserData(
    _ inAudioFile: AudioFileID, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
    answer {
        try HeldFile.of(inAudioFile).file.removeUserData(FourCharCode(rawValue: inUserDataID), at: Int(inIndex))
    }
}
