public import KKPCM

/// The result of reading packets: the outputs of `AudioFileReadPacketData`.
public struct PacketRead: Hashable, Sendable {
    /// The number of packets read.
    public var packetCount: Int
    /// The number of bytes read, at the start of the buffer.
    public var byteCount: Int
    /// One for each packet if packets differ; none if all have the same size. Frames are set if they are not those of
    /// the format.
    public var descriptions: [PacketDescription]
    /// Whether the end came before all requested packets. Core Audio then returns `-39`, together with the packets.
    public var reachedEnd: Bool

    /// Core Audio's number: 0, or -39.
    public var status: Int32 { reachedEnd ? AudioFileError.Code.endOfFile.rawValue : 0 }
}

extension AudioFile {
    /// Reads `count` packets, starting with number `packet`, into `buffer`, or as many as fit.
    ///
    /// All packets together are all bytes of the audio.
    ///
    /// - Returns: fewer packets if the buffer is full, or, with ``PacketRead/reachedEnd``, at the end of the file;
    ///   after the last packet none.
    /// - Throws: `'!siz'` for a buffer without room for the first packet (``Property/packetSizeUpperBound`` is always
    ///   enough), `'pck?'` for a negative packet, `'prm?'` for a file that was opened for writing, `-38` after
    ///   ``close()``.
    ///
    /// ## Allocation
    /// The descriptions; in a stream also its index, for the part that is read for the first time.
    public func readPackets(
        from packet: Int64, count: Int, into buffer: inout AudioBuffer
    ) throws(AudioFileError) -> PacketRead {
        try requireReading()
        guard packet >= 0, count >= 0 else {
            throw AudioFileError(
                .invalidPacketOffset, kind: .usage, path: name,
                "\(count) packets from number \(packet) is not a possible range",
                nextStep: "read from packet 0 or later")
        }
        buffer.byteCount = 0
        switch content.packets {
        case .constant: return try readConstantPackets(from: packet, count: count, into: &buffer)
        case .table(let index): return try readPackets(of: index, from: packet, count: count, into: &buffer)
        case .scanned(let scan):
            try scan.scan(packets: packet.addingReportingOverflow(Int64(count)).overflow ? .max : packet + Int64(count))
            return try readPackets(of: scan.index, from: packet, count: count, into: &buffer)
        }
    }

    private func readConstantPackets(
        from packet: Int64, count: Int, into buffer: inout AudioBuffer
    ) throws(AudioFileError) -> PacketRead {
        let size = Int64(content.dataFormat.bytesPerPacket)
        let available = max(0, try content.packetCount() - packet)
        let room = Int64(buffer.bytes.count) / max(1, size)
        guard room > 0 || count == 0 || available == 0 else { throw tooSmall(Int(size), packet, buffer) }
        let taken = min(Int64(count), available, room)
        // Far beyond the end there is no place to compute.
        guard taken > 0 else {
            return PacketRead(packetCount: 0, byteCount: 0, descriptions: [], reachedEnd: available < Int64(count))
        }
        let byteCount = Int(taken * size)
        let done = try source.read(at: content.dataOffset + packet * size, into: &buffer.bytes, count: byteCount)
        guard done == byteCount else { throw .shortened(name, at: content.dataOffset + packet * size + Int64(done)) }
        buffer.byteCount = byteCount
        return PacketRead(
            packetCount: Int(taken), byteCount: byteCount, descriptions: [],
            reachedEnd: taken == available && taken < Int64(count))
    }

    private func readPackets(
        of index: PacketIndex, from packet: Int64, count: Int, into buffer: inout AudioBuffer
    ) throws(AudioFileError) -> PacketRead {
        var descriptions: [PacketDescription] = []
        var entries = index.entries(from: packet)
        var run: (file: Int64, buffer: Int, count: Int) = (0, 0, 0)
        var used = 0
        var isFull = false
        while descriptions.count < count, let entry = entries.next() {
            guard entry.byteCount <= buffer.bytes.count - used else {
                guard !descriptions.isEmpty else { throw tooSmall(entry.byteCount, packet, buffer) }
                isFull = true
                break
            }
            // Packets that follow one another are read at once.
            if run.file + Int64(run.count) != entry.offset || run.count == 0 {
                try read(run, into: &buffer)
                run = (entry.offset, used, 0)
            }
            run.count += entry.byteCount
            let frames = entry.frames == Int(content.dataFormat.framesPerPacket) ? 0 : entry.frames
            descriptions.append(
                PacketDescription(startOffset: Int64(used), variableFrames: frames, byteCount: entry.byteCount))
            used += entry.byteCount
        }
        try read(run, into: &buffer)
        buffer.byteCount = used
        return PacketRead(
            packetCount: descriptions.count, byteCount: used, descriptions: descriptions,
            reachedEnd: !isFull && descriptions.count < count)
    }

    private func read(
        _ run: (file: Int64, buffer: Int, count: Int), into buffer: inout AudioBuffer
    ) throws(AudioFileError) {
        guard run.count > 0 else { return }
        let done = try source.read(at: run.file, into: &buffer.bytes, from: run.buffer, count: run.count)
        guard done == run.count else { throw .shortened(name, at: run.file + Int64(done)) }
    }

    /// Reads bytes of the audio, starting at its byte `offset`, into `buffer`, regardless of packets
    /// (`AudioFileReadBytes`).
    ///
    /// - Returns: the number of bytes: fewer than `count` if the audio or the buffer ends; none after the end. There is
    ///   no status for the end; Core Audio has −39.
    /// - Throws: as ``readPackets(from:count:into:)``.
    public func readBytes(from offset: Int64, count: Int, into buffer: inout AudioBuffer) throws(AudioFileError) -> Int
    {
        try requireReading()
        guard offset >= 0, count >= 0 else {
            throw AudioFileError(
                .position, kind: .usage, path: name, "\(count) bytes from byte \(offset) is not a possible range",
                nextStep: "read from byte 0 or later")
        }
        let available = max(0, content.dataByteCount - offset)
        let wanted = Int(min(Int64(count), available, Int64(buffer.bytes.count)))
        buffer.byteCount = 0
        guard wanted > 0 else { return 0 }
        buffer.byteCount = try source.read(at: content.dataOffset + offset, into: &buffer.bytes, count: wanted)
        return buffer.byteCount
    }

    private func tooSmall(_ byteCount: Int, _ packet: Int64, _ buffer: borrowing AudioBuffer) -> AudioFileError {
        AudioFileError(
            .badPropertySize, kind: .usage, path: name,
            "the buffer has \(buffer.bytes.count) bytes, and packet \(packet) has \(byteCount)",
            nextStep: "make it as large as the property 'pkub' states")
    }
}
