internal import KKAudio

/// A buffer list in memory with its own bytes, for callbacks and for clients that have none.
final class BufferMemory {
    let list: UnsafeMutablePointer<CCoreAudio.AudioBufferList>
    /// The bytes of each buffer.
    let capacity: Int
    let count: Int
    private let bytes: UnsafeMutableRawPointer
    private let stride: Int

    init(buffers count: Int, channelsEach: Int, capacity: Int) {
        self.count = max(1, count)
        self.capacity = capacity
        stride = (capacity + 63) & ~63
        bytes = .allocate(byteCount: max(64, stride * self.count), alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, stride * self.count))
        let size = CCoreAudio.AudioBufferList.sizeInBytes(maximumBuffers: self.count)
        list = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16).bindMemory(
            to: CCoreAudio.AudioBufferList.self, capacity: 1)
        list.pointee.mNumberBuffers = UInt32(self.count)
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for index in 0..<self.count {
            buffers[index] = CCoreAudio.AudioBuffer(mNumberChannels: UInt32(channelsEach), mDataByteSize: 0, mData: nil)
        }
    }

    deinit {
        UnsafeMutableRawPointer(list).deallocate()
        bytes.deallocate()
    }

    /// The bytes of a buffer.
    subscript(index: Int) -> UnsafeMutableRawPointer { bytes + index * stride }

    /// Whether this is of the shape of a list and has room for it.
    func fits(_ other: KKPCM.AudioBufferList) -> Bool {
        other.buffers.count == count && other.buffers.allSatisfy { $0.bytes.count <= capacity }
    }

    /// Memory in the shape of a list.
    convenience init(for list: KKPCM.AudioBufferList) {
        self.init(
            buffers: list.buffers.count, channelsEach: list.buffers.first?.channelCount ?? 1,
            capacity: list.buffers.map(\.bytes.count).max() ?? 0)
    }

    /// Points the buffers at their own bytes again, which are those of a list.
    func load(_ other: KKPCM.AudioBufferList) {
        list.pointee.mNumberBuffers = UInt32(count)
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for (index, buffer) in other.buffers.enumerated() where index < count {
            let byteCount = min(max(0, buffer.byteCount), buffer.bytes.count, capacity)
            buffer.bytes.withUnsafeBytes {
                if let first = $0.baseAddress { self[index].copyMemory(from: first, byteCount: byteCount) }
            }
            buffers[index] = CCoreAudio.AudioBuffer(
                mNumberChannels: UInt32(clamping: buffer.channelCount), mDataByteSize: UInt32(byteCount),
                mData: self[index])
        }
    }

    /// Gives a list the sizes that a callback left, as far as they are smaller.
    func storeSizes(to other: inout KKPCM.AudioBufferList) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for index in 0..<min(count, buffers.count, other.buffers.count) {
            other.buffers[index].byteCount = min(other.buffers[index].byteCount, Int(buffers[index].mDataByteSize))
        }
    }

    /// Copies what a callback left, in this memory or in its own, to a list, whose sizes stay as they are.
    func store(to other: inout KKPCM.AudioBufferList) {
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for index in 0..<min(count, buffers.count, other.buffers.count) {
            guard let memory = buffers[index].mData else { continue }
            let byteCount = min(Int(buffers[index].mDataByteSize), other.buffers[index].bytes.count)
            other.buffers[index].bytes.withUnsafeMutableBytes {
                if let first = $0.baseAddress { first.copyMemory(from: memory, byteCount: byteCount) }
            }
        }
    }
}
