internal import KKPCM

extension StreamDescription {
    /// How many buffers a list of this description has.
    var bufferCount: Int { isInterleaved ? 1 : channelCount }

    /// The channels of a frame that stand in one of them.
    func channels(ofBuffer index: Int) -> Range<Int> {
        isInterleaved ? 0..<channelCount : index..<index + 1
    }
}

extension PCMUnpacker {
    /// Converts `count` frames of `list` from `frame` on to the start of `buffer`.
    func unpack<Buffer: WorkBuffer & ~Copyable>(
        _ list: AudioBufferList, at frame: Int, _ count: Int, into buffer: inout Buffer
    ) {
        let size = Int(format.bytesPerFrame)
        for index in 0..<format.bufferCount {
            unsafe list.buffers[index].bytes.withUnsafeBytes { raw in
                precondition(frame >= 0 && count >= 0 && (frame + count) * size <= raw.count, "fewer bytes than frames")
                guard let start = raw.baseAddress else { return }
                unsafe unpack(
                    start + frame * size, count, channels: format.channels(ofBuffer: index), into: &buffer, at: 0)
            }
        }
    }
}

extension PCMPacker {
    /// Converts the first `count` frames of `buffer` to those of `list` from `frame` on.
    mutating func pack<Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ count: Int, firstFrame: Int64, into list: inout AudioBufferList, at frame: Int
    ) {
        let size = Int(format.bytesPerFrame)
        var done = 0
        while done < count {
            let length = tileLength(firstFrame &+ Int64(done), of: count - done)
            for index in 0..<format.bufferCount {
                unsafe list.buffers[index].bytes.withUnsafeMutableBytes { raw in
                    precondition(frame >= 0 && (frame + done + length) * size <= raw.count, "more frames than bytes")
                    guard let start = raw.baseAddress else { return }
                    unsafe pack(
                        buffer, done..<done + length, channels: format.channels(ofBuffer: index),
                        firstFrame: firstFrame &+ Int64(done),
                        to: start + (frame + done) * size)
                }
            }
            done += length
        }
    }

    /// Back to the state after `init`.
    mutating func reset() {
        overloads = OverloadTally()
        nextFrame = nil
    }
}
