internal import KKCodecs
internal import KKPCM

/// The packets of a track in the order of the file, with the frames that they have by their own word: a block's time is
/// of milliseconds, and too coarse.
///
/// ## Allocation
/// The index: grows with packets that lie in the file, none over another.
struct MatroskaPackets {
    private enum Count {
        /// All have as many.
        case constant(Int)
        case head(PacketHead)
        case vorbis(VorbisBlocks)
        /// Samples, of so many bytes a frame.
        case samples(Int)
    }

    private(set) var index = PacketIndex()
    private let count: Count
    private let packetHead: [UInt8]
    private var lastFrames = 0
    /// Samples that lie in one piece.
    private var run: (offset: Int64, byteCount: Int)?

    /// - Returns: `nil` if nothing says how many frames a packet has.
    init?(_ track: MatroskaTrack) {
        let format = track.format
        packetHead = track.packetHead
        if track.codec == .linear {
            count = .samples(Int(max(1, format.bytesPerFrame)))
        } else if format.formatID == .vorbis {
            guard let blocks = VorbisBlocks(magicCookie: track.magicCookie ?? []) else { return nil }
            count = .vorbis(blocks)
        } else if let head = PacketHead(format.formatID, magicCookie: track.magicCookie ?? []) {
            count = .head(head)
        } else {
            guard format.framesPerPacket > 0 else { return nil }
            count = .constant(Int(format.framesPerPacket))
        }
    }

    /// Adds a packet.
    mutating func append(offset: Int64, byteCount: Int, in source: ByteSource) throws(AudioFileError) {
        var frames = lastFrames
        switch count {
        case .constant(let number): frames = number
        case .head(let head):
            let bytes = packetHead + (try source.bytes(at: offset, count: min(head.byteCount, byteCount)))
            frames = head.frameCount(bytes[...]) ?? lastFrames
        case .vorbis(let blocks):
            let bytes = packetHead + (try source.bytes(at: offset, count: min(2, byteCount)))
            frames = Int(blocks.frameCount(bytes) ?? 0)
        case .samples(let size):
            let there = byteCount / size * size
            if let last = run, last.offset + Int64(last.byteCount) == offset {
                run = (last.offset, last.byteCount + there)
            } else {
                finish()
                run = (offset, there)
            }
            return
        }
        lastFrames = frames
        index.append(offset: offset, byteCount: byteCount, frames: frames)
    }

    /// Adds the last piece of samples.
    mutating func finish() {
        guard case .samples(let size) = count, let run, run.byteCount > 0 else { return }
        index.append(offset: run.offset, byteCount: run.byteCount, frames: run.byteCount / size)
        self.run = nil
    }
}
