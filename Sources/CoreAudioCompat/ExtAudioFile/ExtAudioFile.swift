internal import KKAudio

@implementation @c public func KKExtAudioFileOpen(
    _ path: UnsafePointer<CChar>, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    answer {
        let out = try outExtAudioFile.checked()
        let reader = try ExtendedReader(path: String(cString: path))
        out.pointee = Open.extendedFiles.add(HeldExtendedFile(.reading(reader)))
    }
}

/// For Swift, where a `CFURL` is an `NSURL`.
public func ExtAudioFileOpenURL(_ inURL: NSURL, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>) -> OSStatus {
    withPath(of: inURL) { KKExtAudioFileOpen($0, outExtAudioFile) }
}

@implementation @c public func ExtAudioFileWrapAudioFileID(
    _ inFileID: AudioFileID, _ inForWriting: Bool, _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    answer {
        let file = try HeldFile.of(inFileID), out = try outExtAudioFile.checked()
        let side: HeldExtendedFile.Side =
            inForWriting ? .writing(try ExtendedWriter(file)) : .reading(try ExtendedReader(file))
        out.pointee = Open.extendedFiles.add(HeldExtendedFile(side))
    }
}

@implementation @c public func KKExtAudioFileCreate(
    _ path: UnsafePointer<CChar>, _ inFileType: AudioFileTypeID,
    _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    answer {
        let layout = try inChannelLayout.map {
            try ChannelLayout(
                $0, byteCount: .max, wrongSize: kAudio_ParamError, unknown: kExtAudioFileError_InvalidChannelMap)
        }
        let out = try outExtAudioFile.checked()
        let writer = try ExtendedWriter(
            path: String(cString: path), fileType: inFileType,
            format: StreamDescription(try inStreamDesc.checked().pointee), layout: layout,
            erases: inFlags & AudioFileFlags.eraseFile.rawValue != 0)
        out.pointee = Open.extendedFiles.add(HeldExtendedFile(.writing(writer)))
    }
}

/// For Swift, where a `CFURL` is an `NSURL`.
public func ExtAudioFileCreateWithURL(
    _ inURL: NSURL, _ inFileType: AudioFileTypeID, _ inStreamDesc: UnsafePointer<AudioStreamBasicDescription>,
    _ inChannelLayout: UnsafePointer<AudioChannelLayout>?, _ inFlags: UInt32,
    _ outExtAudioFile: UnsafeMutablePointer<ExtAudioFileRef?>
) -> OSStatus {
    withPath(of: inURL) {
        KKExtAudioFileCreate($0, inFileType, inStreamDesc, inChannelLayout, inFlags, outExtAudioFile)
    }
}

@implementation @c public func ExtAudioFileDispose(_ inExtAudioFile: ExtAudioFileRef) -> OSStatus {
    answer {
        switch try Open.extendedFiles.remove(inExtAudioFile).orThrow().side {
        case .reading(let reader): reader.close()
        case .writing(let writer): try writer.close()
        }
    }
}

@implementation @c public func ExtAudioFileRead(
    _ inExtAudioFile: ExtAudioFileRef, _ ioNumberFrames: UnsafeMutablePointer<UInt32>,
    _ ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
) -> OSStatus {
    answer {
        let reader = try HeldExtendedFile.of(inExtAudioFile).reader()
        let wanted = Int(try ioNumberFrames.checked().pointee)
        ioNumberFrames.pointee = 0
        ioNumberFrames.pointee = UInt32(try reader.read(wanted, into: try ioData.checked()))
    }
}

@implementation @c public func ExtAudioFileWrite(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<CCoreAudio.AudioBufferList>
) -> OSStatus {
    answer { try HeldExtendedFile.of(inExtAudioFile).writer().write(Int(inNumberFrames), try ioData.checked()) }
}

/// There is no thread that must not wait: it is written before the call is over.
@implementation @c public func ExtAudioFileWriteAsync(
    _ inExtAudioFile: ExtAudioFileRef, _ inNumberFrames: UInt32, _ ioData: UnsafePointer<CCoreAudio.AudioBufferList>?
) -> OSStatus {
    answer {
        let writer = try HeldExtendedFile.of(inExtAudioFile).writer()
        if inNumberFrames > 0 { try writer.write(Int(inNumberFrames), try ioData.orThrow()) }
    }
}

@implementation @c public func ExtAudioFileSeek(_ inExtAudioFile: ExtAudioFileRef, _ inFrameOffset: Int64) -> OSStatus {
    answer {
        try HeldExtendedFile.of(inExtAudioFile).reader(or: kExtAudioFileError_InvalidSeek).reader.seekWithinFile(
            to: inFrameOffset)
    }
}

@implementation @c public func ExtAudioFileTell(
    _ inExtAudioFile: ExtAudioFileRef, _ outFrameOffset: UnsafeMutablePointer<Int64>
) -> OSStatus {
    answer {
        let held = try HeldExtendedFile.of(inExtAudioFile)
        switch held.side {
        case .reading(let reader): try outFrameOffset.checked().pointee = reader.reader.tell
        case .writing(let writer): try outFrameOffset.checked().pointee = writer.framesWritten
        }
    }
}
