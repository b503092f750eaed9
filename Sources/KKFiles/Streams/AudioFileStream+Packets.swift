internal import KKPCM

extension AudioFileStream {
    /// Gives out all packets that the window has.
    func deliver(isEnd: Bool) throws(AudioFileStreamError) {
        if let constant { return deliverConstant(constant.byteCount, isEnd: isEnd) }
        var batch = Batch(first: nextPacket)
        while true {
            let rest = remainingByteCount
            if let rest, rest <= Int64(batch.byteCount) {
                flush(&batch)
                return passTail()
            }
            let available = rest.map { Int(min($0, Int64(window.count))) } ?? window.count
            let isLast = isEnd || rest.map { $0 <= Int64(window.count) } ?? false
            guard available - batch.byteCount >= needed || isLast else { break }
            let first = window.range.lowerBound
            let run = framer?.run
            switch step(window.bytes.span.extracting(first + batch.byteCount..<first + available), isEnd: isLast) {
            case .packet(let count, let frames):
                if !isReady {
                    flush(&batch)
                    guard let framed = framer?.stream else {
                        throw .damage(at: window.offset, "a packet does not state its format")
                    }
                    endJunk()
                    try begin(framed, at: window.offset)
                }
                if batch.byteCount == 0 { endJunk() }
                if let now = framer?.run {
                    if now != run { flush(&batch) }
                    batch.run = now
                }
                noteFormat(at: window.offset + Int64(batch.byteCount))
                noteTable(at: window.offset + Int64(batch.byteCount))
                batch.append(count, frames: variableFrames(frames))
                followsPacket = true
                needed = 1
                if batch.byteCount >= Self.batchLimit || batch.descriptions.count >= Self.batchPacketLimit {
                    flush(&batch)
                }
            case .header(let count):
                flush(&batch)
                followsPacket = false
                endJunk()
                window.drop(count)
                needed = 1
            case .junk(let count):
                flush(&batch)
                followsPacket = false
                if let missing = framer?.missingByteCount, let cutListener {
                    endJunk()
                    cutListener(window.prefix(count), window.offset, missing)
                } else {
                    noteJunk(count)
                }
                window.drop(count)
                needed = 1
            case .needsBytes(let count):
                // What would show that a packet is whole may never come: it is asked of every portion.
                needed = givesWholePackets ? 1 : count
                flush(&batch)
                return
            case .end:
                flush(&batch)
                return
            }
        }
        flush(&batch)
    }

    /// One step of the framer, in its place.
    private func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep {
        if let step = table?.step(window, isEnd: isEnd) { return step }
        let step = framer?.step(window, isEnd: isEnd) ?? .end
        guard case .needsBytes = step, givesWholePackets, followsPacket, var next = framer else { return step }
        let whole = next.step(window, isEnd: true)
        guard case .packet(window.count, _) = whole, next.isPacketWhole else { return step }
        framer = next
        return whole
    }

    /// Tells when packets are of another rate or channels than those before them. The data format stays what was told.
    private func noteFormat(at offset: Int64) {
        guard let format = framer?.stream?.format, format != latestFormat else { return }
        if let before = latestFormat,
            before.sampleRate != format.sampleRate || before.channelsPerFrame != format.channelsPerFrame
        {
            warn(at: offset, "the packets change to\(format)", "they are passed on unchanged")
        }
        latestFormat = format
    }

    /// Tells when a packet is none of those that the packet table counts. The table has no end from then on that
    /// anybody could know.
    private func noteTable(at offset: Int64) {
        guard let framed = framer?.stream, framed.isTableVoid, let stream, !stream.isTableVoid,
            let table = stream.packetTable
        else { return }
        self.stream?.isTableVoid = true
        warn(
            at: offset,
            "the tag at the start counts \(table.validFrames) frames of sound, but this packet is not one of them",
            "the packet table is known only at the end of the stream")
        tell(.packetTableInfo)
    }

    /// Tells the packet table of a stream that was found to have more packets than its first one counted, when all have
    /// come.
    func endTable() {
        guard isGapless, let framed = stream, framed.isTableVoid, let priming = framed.packetTable?.primingFrames else {
            return
        }
        let all = nextPacket * Int64(framed.format.framesPerPacket)
        stream?.packetTable = PacketTableInfo(validFrames: max(0, all - priming), primingFrames: min(all, priming))
        tell(.packetTableInfo)
    }

    /// The bytes of the audio that are still to come, those in the window included; `nil` if the stream does not tell.
    private var remainingByteCount: Int64? {
        guard let audio, let count = audio.dataByteCount else { return nil }
        return max(0, audio.dataOffset + count - window.offset)
    }

    private func variableFrames(_ frames: Int) -> Int {
        stream.map { Int($0.format.framesPerPacket) == frames } ?? false ? 0 : frames
    }

    // MARK: Batches

    /// Packets at the start of the window.
    private struct Batch {
        var first: Int64
        var byteCount = 0
        var descriptions: [PacketDescription] = []
        var run = StreamRun.first

        init(first: Int64) {
            self.first = first
        }

        mutating func append(_ count: Int, frames: Int) {
            descriptions.append(
                PacketDescription(startOffset: Int64(byteCount), variableFrames: frames, byteCount: count))
            byteCount += count
        }
    }

    private func flush(_ batch: inout Batch) {
        guard !batch.descriptions.isEmpty else { return }
        let start = window.offset - (dataOffset ?? 0)
        if isGapless {
            for packet in batch.descriptions {
                index.append(at: start + packet.startOffset, byteCount: packet.byteCount)
            }
        }
        let packets = Packets(
            firstPacket: batch.first, packetCount: batch.descriptions.count, bytes: window.prefix(batch.byteCount),
            descriptions: batch.descriptions)
        delivered = (window.offset, batch.run)
        window.drop(batch.byteCount)
        nextPacket += Int64(packets.packetCount)
        batch = Batch(first: nextPacket)
        packetReceiver(self, packets)
    }

    private func deliverConstant(_ byteCount: Int, isEnd: Bool) {
        let rest = remainingByteCount
        let available = rest.map { Int(min($0, Int64(window.count))) } ?? window.count
        let count = available / byteCount
        if count > 0 {
            let packets = Packets(
                firstPacket: nextPacket, packetCount: count, bytes: window.prefix(count * byteCount), descriptions: [])
            delivered.offset = window.offset
            window.drop(count * byteCount)
            nextPacket += Int64(count)
            packetReceiver(self, packets)
        }
        let left = available - count * byteCount
        if isEnd || (rest.map { $0 - Int64(count * byteCount) <= Int64(window.count) } ?? false) {
            if left > 0 {
                warn(at: window.offset, "the last \(left) bytes are not a whole packet", "they are left out")
            }
            passTail()
        }
        needed = byteCount
    }

    /// Behind the audio there are chunks at most.
    private func passTail() {
        container?.take(window.bytes[window.range], at: window.offset)
        container?.passTail()
        window.drop(window.count)
    }
}
