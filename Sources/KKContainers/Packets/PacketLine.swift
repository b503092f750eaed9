internal import KKMath

/// The packets of a file one after another, each with its bytes and its frames, and what is lost between them.
///
/// Its frames are those of all packets, priming and remainder among them, and of the gaps.
package struct PacketLine {
    /// A packet's bytes in the file, and its frames in the line.
    package struct Entry: Hashable {
        package var offset: Int64
        package var byteCount: Int
        package var frames: Range<Int64>

        package var place: Range<Int64> { offset..<offset + Int64(byteCount) }
    }

    /// Frames of which no packet is left.
    package struct Gap: Hashable {
        /// The packet after them.
        var packet: Int64
        var frames: Range<Int64>

        package init(packet: Int64, frames: Range<Int64>) {
            (self.packet, self.frames) = (packet, frames)
        }
    }

    /// What is at a frame.
    package enum Place: Hashable {
        case packet(Int64)
        case gap(Range<Int64>)
    }

    private enum Map {
        case constant(offset: Int64, byteCount: Int, frames: Int)
        case index(PacketIndex)
    }

    private let map: Map
    package let packetCount: Int64
    /// All frames.
    package let frameCount: Int64
    /// In order; none if nothing is lost.
    private let gaps: [Gap]
    /// The frames of all gaps up to each of them, itself among them.
    private let lost: [Int64]

    /// Packets of one size.
    package init(offset: Int64, byteCount: Int, frames: Int, packetCount: Int64) {
        map = .constant(offset: offset, byteCount: byteCount, frames: frames)
        self.packetCount = packetCount
        frameCount = packetCount * Int64(frames)
        (gaps, lost) = ([], [])
    }

    package init(_ index: PacketIndex, gaps: [Gap] = []) {
        map = .index(index)
        packetCount = index.packetCount
        var sum: Int64 = 0
        lost = gaps.map { gap in
            sum += Int64(gap.frames.count)
            return sum
        }
        frameCount = index.frameCount + sum
        self.gaps = gaps
    }

    /// The same, and frames that no packet has behind the last one; as it is for 0 or fewer.
    package func followed(bySilence count: Int64) -> PacketLine {
        guard count > 0, case .index(let index) = map else { return self }
        return PacketLine(index, gaps: gaps + [Gap(packet: packetCount, frames: frameCount..<frameCount + count)])
    }

    /// The frames of the first gaps.
    private func frames(ofGaps count: Int) -> Int64 { count > 0 ? lost[count - 1] : 0 }

    /// What is at `frame`, which is one of the line's.
    package func place(ofFrame frame: Int64) -> Place {
        let count = gaps.partitioningIndex { $0.frames.lowerBound > frame }
        if count > 0, frame < gaps[count - 1].frames.upperBound { return .gap(gaps[count - 1].frames) }
        let lost = frames(ofGaps: count)
        switch map {
        case .constant(_, _, let frames): return .packet((frame - lost) / Int64(max(1, frames)))
        case .index(let index): return .packet(index.entry(ofFrame: frame - lost)?.packet ?? packetCount)
        }
    }

    /// Calls `body` with every packet, in order.
    func forEachEntry(_ body: (Entry) throws(AudioFileError) -> Void) throws(AudioFileError) {
        guard case .index(let index) = map, gaps.isEmpty else {
            for packet in 0..<packetCount {
                if let entry = entry(packet) { try body(entry) }
            }
            return
        }
        var entries = index.entries(from: 0)
        while let entry = entries.next() {
            try body(
                Entry(
                    offset: entry.offset, byteCount: entry.byteCount,
                    frames: entry.firstFrame..<entry.firstFrame + Int64(entry.frames)))
        }
    }

    /// The most frames that the line gives one packet.
    package var maximumFramesPerPacket: Int {
        switch map {
        case .constant(_, _, let frames): frames
        case .index(let index): index.maximumFrameCount
        }
    }

    /// `nil` if there is no such packet.
    package func entry(_ packet: Int64) -> Entry? {
        guard (0..<packetCount).contains(packet) else { return nil }
        switch map {
        case .constant(let offset, let byteCount, let frames):
            let first = packet * Int64(frames)
            return Entry(
                offset: offset + packet * Int64(byteCount), byteCount: byteCount, frames: first..<first + Int64(frames))
        case .index(let index):
            guard let entry = index[packet] else { return nil }
            let first = entry.firstFrame + frames(ofGaps: gaps.partitioningIndex { $0.packet > packet })
            return Entry(offset: entry.offset, byteCount: entry.byteCount, frames: first..<first + Int64(entry.frames))
        }
    }
}
