internal import KKPCM

/// The tables of a track's packets: `stts`, `stsc`, `stsz` and `stco` or `co64`. The packets follow one another; half a
/// second of them is a chunk.
struct MP4PacketTables {
    private let index: PacketIndex
    /// The frames that the last packet has beyond the sound.
    private let lastFramesCut: Int
    private let packetsPerChunk: Int64
    private let isLong: Bool

    init(_ index: PacketIndex, lastFramesCut: Int, framesPerChunk: Double, isLong: Bool) {
        self.index = index
        self.lastFramesCut = lastFramesCut
        self.isLong = isLong
        let frames = Double(max(1, index.maximumFrameCount))
        packetsPerChunk = max(1, Int64((framesPerChunk / frames).rounded()))
    }

    /// - Parameter start: where the first packet is going to be.
    func write(to stbl: inout HeaderBytes, start: Int64) {
        var times: [(count: UInt32, frames: UInt32)] = []
        var sizes = HeaderBytes(), chunks = HeaderBytes()
        var chunkCount: UInt32 = 0
        var areAlike = index.maximumByteCount > 0
        var entries = index.entries(from: 0)
        while let packet = entries.next() {
            let isLast = packet.packet == index.packetCount - 1
            let frames = UInt32(clamping: packet.frames - (isLast ? lastFramesCut : 0))
            if let last = times.last, last.frames == frames {
                times[times.count - 1].count += 1
            } else {
                times.append((1, frames))
            }
            sizes.big(UInt32(clamping: packet.byteCount))
            if packet.byteCount != index.maximumByteCount { areAlike = false }
            guard packet.packet % packetsPerChunk == 0 else { continue }
            chunkCount += 1
            let place = start + packet.offset - index.firstOffset
            if isLong { chunks.big(place) } else { chunks.big(UInt32(truncatingIfNeeded: place)) }
        }
        stbl.fullBox("stts") { box in
            box.big(UInt32(times.count))
            for time in times {
                box.big(time.count)
                box.big(time.frames)
            }
        }
        stbl.fullBox("stsc") { writeChunks(chunkCount, to: &$0) }
        // One size for all where there is one: a single packet of a single frame is taken by FFmpeg for a sample of QuickTime's,
        // whose size stands here, and is nothing without it.
        stbl.fullBox("stsz") { box in
            box.big(areAlike ? UInt32(clamping: index.maximumByteCount) : 0)
            box.big(UInt32(clamping: index.packetCount))
            if !areAlike { box.append(sizes.bytes) }
        }
        stbl.fullBox(isLong ? "co64" : "stco") { box in
            box.big(chunkCount)
            box.append(chunks.bytes)
        }
    }

    /// How many packets chunks have: runs, of which each goes on to the next one's first chunk.
    private func writeChunks(_ count: UInt32, to box: inout HeaderBytes) {
        var runs: [(first: UInt32, packets: Int64)] = []
        if index.packetCount >= packetsPerChunk { runs.append((1, packetsPerChunk)) }
        let rest = index.packetCount % packetsPerChunk
        if rest > 0 { runs.append((count, rest)) }
        box.big(UInt32(runs.count))
        for run in runs {
            box.big(run.first)
            box.big(UInt32(clamping: run.packets))
            box.big(1 as UInt32)
        }
    }
}
