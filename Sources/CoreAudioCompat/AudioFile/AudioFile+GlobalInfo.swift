internal import KKAudio

@implementation @c public func AudioFileGetGlobalInfoSize(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    answer {
        let info = try globalInfo(inPropertyID, inSpecifier, inSpecifierSize)
        // An object has the size of its pointer, whatever it holds.
        let size =
            switch info {
            case .codes(let codes): 4 * codes.count
            case .descriptions(let formats): MemoryLayout<AudioStreamBasicDescription>.stride * formats.count
            default: MemoryLayout<UInt>.size
            }
        try outDataSize.checked().pointee = UInt32(clamping: size)
    }
}

@implementation @c public func AudioFileGetGlobalInfo(
    _ inPropertyID: AudioFilePropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeMutableRawPointer?,
    _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    answer {
        let info = try globalInfo(inPropertyID, inSpecifier, inSpecifierSize)
        let room = Int(try ioDataSize.checked().pointee)
        let memory = try outPropertyData.checked()
        // Of lists as many as there is room for.
        var list: PropertyBytes?
        if case .codes(let codes) = info { list = PropertyBytes(codes.prefix(room / 4).map(\.rawValue)) }
        if case .descriptions(let formats) = info {
            let fitting = formats.prefix(room / MemoryLayout<AudioStreamBasicDescription>.stride)
            list = PropertyBytes(fitting.map { AudioStreamBasicDescription($0) })
        }
        if let list { return try list.copy(to: memory, ioDataSize, tooSmall: kAudioFileBadPropertySizeError) }
        guard room >= MemoryLayout<UInt>.size else { throw Status(kAudioFileBadPropertySizeError) }
        let object: AnyObject =
            switch info {
            case .text(let text): NSString(string: text)
            case .texts(let texts): NSArray(array: texts.map { NSString(string: $0) })
            default: throw Status(kAudioFileUnsupportedPropertyError)
            }
        try PropertyBytes(object: object).copy(to: memory, ioDataSize, tooSmall: kAudioFileBadPropertySizeError)
    }
}

private func globalInfo(
    _ id: AudioFilePropertyID, _ specifier: UnsafeMutableRawPointer?, _ size: UInt32
) throws -> AudioFile.PropertyValue {
    let given = GivenBytes(specifier, size, wrongSize: kAudioFileBadPropertySizeError)
    switch id {
    case kAudioFileGlobalInfo_FileTypeName, kAudioFileGlobalInfo_AvailableFormatIDs,
        kAudioFileGlobalInfo_ExtensionsForType, kAudioFileGlobalInfo_UTIsForType, kAudioFileGlobalInfo_MIMETypesForType:
        return try AudioFile.globalInfo(
            FourCharCode(rawValue: id), .code(FourCharCode(rawValue: try given.value(UInt32.self))))
    case kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat:
        let asked = try given.value(AudioFileTypeAndFormatID.self)
        return try AudioFile.globalInfo(
            FourCharCode(rawValue: id),
            .codes([FourCharCode(rawValue: asked.mFileType), FourCharCode(rawValue: asked.mFormatID)]))
    case kAudioFileGlobalInfo_TypesForExtension, kAudioFileGlobalInfo_TypesForUTI,
        kAudioFileGlobalInfo_TypesForMIMEType:
        let object = try UnsafeRawPointer(bitPattern: given.value(UInt.self)).orThrow()
        let text = Unmanaged<NSString>.fromOpaque(object).takeUnretainedValue()
        return try AudioFile.globalInfo(FourCharCode(rawValue: id), .text(text.description))
    default: return try AudioFile.globalInfo(FourCharCode(rawValue: id))
    }
}
