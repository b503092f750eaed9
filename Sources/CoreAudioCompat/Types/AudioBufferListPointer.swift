/// A buffer list in memory as a collection of its buffers, as Apple's overlay for Swift has it.
public struct UnsafeMutableAudioBufferListPointer: @unchecked Sendable {
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    public init(_ pointer: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = pointer
    }

    public init?(_ pointer: UnsafeMutablePointer<AudioBufferList>?) {
        guard let pointer else { return nil }
        unsafeMutablePointer = pointer
    }

    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue) }
    }

    /// The buffers, which begin where the header of the list ends, with the one that it declares, and go on after it.
    fileprivate var buffers: UnsafeMutablePointer<AudioBuffer> {
        let header = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.stride
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + header).assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(index: Int) -> AudioBuffer {
        get {
            precondition((0..<count).contains(index), "no such buffer in the list")
            return buffers[index]
        }
        nonmutating _modify {
            precondition((0..<count).contains(index), "no such buffer in the list")
            yield &buffers[index]
        }
    }
}

extension AudioBufferList {
    /// The bytes of a list of that many buffers.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "a list has a buffer at least")
        return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// Memory for a list of that many buffers, all of them empty. The client frees it: `free(list.unsafeMutablePointer)`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let size = sizeInBytes(maximumBuffers: maximumBuffers)
        guard let memory = calloc(1, size) else { preconditionFailure("no memory for \(maximumBuffers) buffers") }
        let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
        list.count = maximumBuffers
        return list
    }
}

extension AudioBuffer {
    /// A buffer over the client's memory.
    public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(clamping: numberOfChannels),
            mDataByteSize: UInt32(clamping: typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

extension UnsafeMutableBufferPointer {
    public init(_ audioBuffer: AudioBuffer) {
        self.init(
            start: audioBuffer.mData?.assumingMemoryBound(to: Element.self),
            count: Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride)
    }
}

extension UnsafeBufferPointer {
    public init(_ audioBuffer: AudioBuffer) {
        self.init(UnsafeMutableBufferPointer(audioBuffer))
    }
}
