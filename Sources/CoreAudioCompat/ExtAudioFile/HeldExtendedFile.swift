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

/// Canonical frames and the client's bytes.
struct ClientFormat {
    let description: StreamDescription
    private(set) var converter: BufferListConverter
    private var list = KKPCM.AudioBufferList()

    /// - Throws: what says that it is no linear PCM, or none that there is.
    init(_ description: StreamDescription) throws {
        let description = description.completed
        guard description.isLinearPCM else { throw Status(kExtAudioFileError_NonPCMClientFormat) }
        guard (1...1024).contains(description.channelCount), description.sampleRate > 0,
            description.sampleRate <= 0x1p32, let converter = try? BufferListConverter(description)
        else { throw Status(kExtAudioFileError_InvalidDataFormat) }
        self.description = description
        self.converter = converter
    }

    var canonical: StreamDescription {
        .canonical(sampleRate: description.sampleRate, channels: description.channelCount)
    }

    /// The frames that the client's buffers have room for.
    ///
    /// - Throws: `paramErr` for another number of buffers, or for one without memory.
    func room(in ioData: UnsafePointer<CCoreAudio.AudioBufferList>) throws -> Int {
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: try ioData.checked()))
        guard buffers.count == (description.isInterleaved ? 1 : description.channelCount) else {
            throw Status.parameter
        }
        let bytesPerFrame = Int(description.bytesPerFrame)
        guard bytesPerFrame > 0 else { throw Status.parameter }
        var frames = Int.max
        for buffer in buffers {
            if buffer.mData == nil, buffer.mDataByteSize > 0 { throw Status.parameter }
            frames = min(frames, Int(buffer.mDataByteSize) / bytesPerFrame)
        }
        return frames
    }

    mutating func give(
        _ buffer: borrowing PCMBuffer, _ frameCount: Int, at offset: Int,
        to ioData: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    ) {
        let byteCount = frameCount * Int(description.bytesPerFrame)
        if list.buffers.isEmpty || list.buffers.contains(where: { $0.bytes.count < byteCount }) {
            list = KKPCM.AudioBufferList(for: description, frameCapacity: frameCount)
        }
        converter.pack(buffer, frameCount: frameCount, into: &list)
        let target = UnsafeMutableAudioBufferListPointer(ioData)
        let bytesPerFrame = Int(description.bytesPerFrame)
        for (index, buffer) in list.buffers.enumerated() where index < target.count {
            guard let memory = target[index].mData else { continue }
            buffer.bytes.withUnsafeBytes {
                if let first = $0.baseAddress {
                    (memory + offset * bytesPerFrame).copyMemory(from: first, byteCount: frameCount * bytesPerFrame)
                }
            }
        }
    }

    func take(_ list: KKPCM.AudioBufferList, _ frameCount: Int, into buffer: inout PCMBuffer) {
        guard converter.fits(list, frameCount: frameCount) else { return }
        converter.unpack(list, frameCount: frameCount, into: &buffer)
        buffer.frameLength = frameCount
    }
}
