internal import CCoreAudio
internal import KKAudio

/// Between kkmix's canonical frames and those of a list in memory, in any linear PCM.
final class FrameBridge {
    let format: AVAudioFormat
    private let isStandard: Bool
    private let channelCount: Int
    private let bytesPerFrame: Int
    private var converter: BufferListConverter
    private var list = FrameList()
    private var frames: PCMBuffer

    private static let turn = 4096

    /// - Throws: what says that the format is not linear PCM, or none that there is.
    init(_ format: AVAudioFormat) throws {
        let stream = format.stream.completed
        guard format.shape != nil else {
            throw AVFAudioError.make(kAudioConverterErr_FormatNotSupported, "\(stream) is not linear PCM")
        }
        converter = try BufferListConverter(stream)
        self.format = format
        isStandard = format.isStandard
        channelCount = stream.channelCount
        bytesPerFrame = Int(stream.bytesPerFrame)
        frames = PCMBuffer(channelCount: isStandard ? 0 : channelCount, frameCapacity: Self.turn)
        if !isStandard { list = FrameList(for: stream, frameCapacity: Self.turn) }
    }

    /// Whether a list has the format's buffers with room for `frameCount` frames from `offset` on.
    func fits(_ memory: UnsafePointer<CBufferList>, _ frameCount: Int, at offset: Int = 0) -> Bool {
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: memory))
        return buffers.count == format.shape?.buffers
            && buffers.allSatisfy { $0.mData != nil && Int($0.mDataByteSize) >= (offset + frameCount) * bytesPerFrame }
    }

    /// Copies frames of a list that has them to a buffer that has room for them.
    func load(
        _ memory: UnsafePointer<CBufferList>, from offset: Int = 0, _ frameCount: Int, into buffer: inout PCMBuffer,
        at place: Int = 0
    ) {
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: memory))
        if isStandard {
            for channel in 0..<channelCount {
                guard let data = buffers[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
                buffer.withMutableChannel(channel) { samples in
                    for frame in 0..<frameCount { samples[place + frame] = data[offset + frame] }
                }
            }
            return
        }
        for start in Swift.stride(from: 0, to: frameCount, by: Self.turn) {
            let count = min(Self.turn, frameCount - start)
            for index in list.buffers.indices {
                guard let data = buffers[index].mData else { continue }
                list.buffers[index].bytes.withUnsafeMutableBytes {
                    $0.baseAddress?.copyMemory(
                        from: data + (offset + start) * bytesPerFrame, byteCount: count * bytesPerFrame)
                }
            }
            converter.unpack(list, frameCount: count, into: &frames)
            buffer.copy(count, framesFrom: frames, to: place + start)
        }
    }

    /// Copies frames of a buffer to a list that has room for them; its sizes stay as they are.
    func store(
        _ buffer: borrowing PCMBuffer, from place: Int = 0, _ frameCount: Int,
        to memory: UnsafeMutablePointer<CBufferList>, at offset: Int = 0
    ) {
        let buffers = UnsafeMutableAudioBufferListPointer(memory)
        if isStandard {
            for channel in 0..<channelCount {
                guard let data = buffers[channel].mData?.assumingMemoryBound(to: Float.self) else { continue }
                buffer.withChannel(channel) { samples in
                    for frame in 0..<frameCount { data[offset + frame] = samples[place + frame] }
                }
            }
            return
        }
        for start in Swift.stride(from: 0, to: frameCount, by: Self.turn) {
            let count = min(Self.turn, frameCount - start)
            frames.copy(count, framesFrom: buffer, at: place + start)
            converter.pack(frames, frameCount: count, into: &list)
            for index in list.buffers.indices {
                guard let data = buffers[index].mData else { continue }
                list.buffers[index].bytes.withUnsafeBytes {
                    if let first = $0.baseAddress {
                        (data + (offset + start) * bytesPerFrame).copyMemory(
                            from: first, byteCount: count * bytesPerFrame)
                    }
                }
            }
        }
    }
}
