internal import KKAudio

/// A file that is read or written frame by frame, and what stands between it and the client's format.
final class HeldExtendedFile {
    enum Side {
        case reading(ExtendedReader)
        case writing(ExtendedWriter)
    }

    let side: Side

    init(_ side: Side) {
        self.side = side
    }

    static func of(_ pointer: OpaquePointer?) throws -> HeldExtendedFile {
        try Open.extendedFiles.object(pointer).orThrow(kAudio_ParamError)
    }

    func reader(or code: OSStatus = kExtAudioFileError_InvalidOperationOrder) throws -> ExtendedReader {
        if case .reading(let reader) = side { return reader }
        throw Status(code)
    }

    func writer() throws -> ExtendedWriter {
        if case .writing(let writer) = side { return writer }
        throw Status(kExtAudioFileError_InvalidOperationOrder)
    }
}

extension StreamDescription {
    /// This as a client's format.
    ///
    /// - Throws: what says that it is not linear PCM, or none that there is.
    func asClient() throws -> StreamDescription {
        let whole = completed
        guard whole.isLinearPCM else { throw Status(kExtAudioFileError_NonPCMClientFormat) }
        guard (1...1024).contains(whole.channelCount), whole.sampleRate > 0, whole.sampleRate <= 0x1p32,
            (try? BufferListConverter(whole)) != nil
        else { throw Status(kExtAudioFileError_InvalidDataFormat) }
        return whole
    }

    /// The frames of this format that a client's buffers have room for.
    ///
    /// - Throws: `paramErr` for another number of buffers, or for one without memory.
    func room(in ioData: UnsafePointer<CCoreAudio.AudioBufferList>) throws -> Int {
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: try ioData.checked()))
        guard buffers.count == (isInterleaved ? 1 : channelCount), bytesPerFrame > 0 else { throw Status.parameter }
        var frames = Int.max
        for buffer in buffers {
            if buffer.mData == nil, buffer.mDataByteSize > 0 { throw Status.parameter }
            frames = min(frames, Int(buffer.mDataByteSize / bytesPerFrame))
        }
        return frames
    }
}
