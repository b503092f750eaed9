package import KKAudio

extension KKPCM.AudioBufferList {
    /// A copy of the valid bytes of a list in memory. A buffer without memory gives none.
    package init(copying list: UnsafePointer<CCoreAudio.AudioBufferList>) {
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
        self.init(
            buffers.map { buffer in
                let bytes = UnsafeRawBufferPointer(
                    start: buffer.mData, count: buffer.mData == nil ? 0 : Int(buffer.mDataByteSize))
                return KKPCM.AudioBuffer(channelCount: Int(buffer.mNumberChannels), bytes: Array(bytes))
            })
    }

    /// Room for what a list in memory has room for.
    package init(roomOf list: UnsafePointer<CCoreAudio.AudioBufferList>) {
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
        self.init(
            buffers.map {
                KKPCM.AudioBuffer(
                    channelCount: Int($0.mNumberChannels), byteCapacity: $0.mData == nil ? 0 : Int($0.mDataByteSize))
            })
    }

    /// Copies the valid bytes into the memory of a list, as far as its buffers have room, and says in it how many they
    /// are.
    package func copy(to list: UnsafeMutablePointer<CCoreAudio.AudioBufferList>) {
        let target = UnsafeMutableAudioBufferListPointer(list)
        for (index, buffer) in buffers.enumerated() where index < target.count {
            guard let memory = target[index].mData else { continue }
            let count = min(max(0, buffer.byteCount), buffer.bytes.count, Int(target[index].mDataByteSize))
            buffer.bytes.withUnsafeBytes { bytes in
                if let first = bytes.baseAddress { memory.copyMemory(from: first, byteCount: count) }
            }
            target[index].mDataByteSize = UInt32(count)
        }
    }
}
