public import KKPCM

extension AudioFile {
    /// Writes whole packets.
    ///
    /// - Parameters:
    ///   - bytes: the packets one after another.
    ///   - descriptions: where each of them lies in `bytes`; none where all have one size.
    ///   - packet: the number of the first of them. `nil`: behind the last one. Packets of one size may be written over others; all others
    ///     have to come behind the last one.
    /// - Returns: how many packets were written.
    /// - Throws: `'pck?'` for a place where they cannot be written, `-50` for bytes that are no whole packets or descriptions that lead out of
    ///   them, `'off?'` for what a container of 32-bit sizes cannot count, `'prm?'` for a file that was opened to be read; `io` for a full disk.
    ///
    /// ## Allocation
    /// The packet table, two or three bytes a packet that has a description.
    @discardableResult
    public func writePackets(
        _ bytes: [UInt8], _ descriptions: [PacketDescription] = [], at packet: Int64? = nil
    ) throws(AudioFileError) -> Int {
        try requireOpen()
        _ = try beginWriting()
        let count = try content.packetCount()
        let packet = packet ?? count
        guard packet >= 0, packet <= count else {
            throw AudioFileError(
                .invalidPacketOffset, kind: .usage, path: name, "packet \(packet) does not follow the \(count) that there are",
                nextStep: "write one behind the other")
        }
        if case .constant = content.packets {
            let size = Int(content.dataFormat.bytesPerPacket)
            guard bytes.count % size == 0 else { throw parameter("\(bytes.count) bytes are no whole packets of \(size)") }
            try writeBytes(bytes, at: packet * Int64(size))
            return bytes.count / size
        }
        guard packet == count else {
            throw AudioFileError(
                .invalidPacketOffset, kind: .usage, path: name,
                "packets that differ in size are written behind one another, and packet \(packet) is there",
                nextStep: "write packet \(count)")
        }
        try append(bytes, descriptions)
        return descriptions.count
    }

    private func append(_ bytes: [UInt8], _ descriptions: [PacketDescription]) throws(AudioFileError) {
        let format = content.dataFormat
        guard !descriptions.isEmpty || bytes.isEmpty else { throw parameter("packets of this format need descriptions") }
        var packets: [UInt8] = []
        packets.reserveCapacity(bytes.count)
        for description in descriptions {
            let start = description.startOffset
            guard start >= 0, description.byteCount >= 0, start <= Int64(bytes.count), description.byteCount <= bytes.count - Int(start),
                format.bytesPerPacket == 0 || description.byteCount == Int(format.bytesPerPacket), UInt32(exactly: description.byteCount) != nil
            else { throw parameter("a packet of \(description.byteCount) bytes at byte \(start) of \(bytes.count)") }
            guard format.framesPerPacket > 0 || description.variableFrames > 0 && UInt32(exactly: description.variableFrames) != nil else {
                throw parameter("a packet of \(description.variableFrames) frames, in a format whose packets differ in that")
            }
            packets += bytes[Int(start)..<Int(start) + description.byteCount]
        }
        try write(packets, at: content.dataByteCount)
        guard case .table(var index) = content.packets else { return }
        content.packets = .constant
        var place = content.dataOffset + content.dataByteCount - Int64(packets.count)
        for description in descriptions {
            let frames = format.framesPerPacket > 0 ? Int(format.framesPerPacket) : description.variableFrames
            index.append(offset: place, byteCount: description.byteCount, frames: frames)
            place += Int64(description.byteCount)
        }
        content.packetSizeUpperBound = max(content.packetSizeUpperBound, index.maximumByteCount)
        content.packets = .table(index)
        if writing?.defersSizes == false { try update() }
    }

    /// Writes bytes of the audio, packets or not, of a format whose packets all have one size (`AudioFileWriteBytes`).
    ///
    /// - Parameter offset: from the start of the audio on, at most the audio's end. `nil`: behind the last byte.
    /// - Throws: `-40` for a place beyond the end, `'op??'` for packets that differ in size; as ``writePackets(_:_:at:)``.
    public func writeBytes(_ bytes: [UInt8], at offset: Int64? = nil) throws(AudioFileError) {
        _ = try beginWriting()
        guard case .constant = content.packets else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: name, "bytes alone do not say where packets that differ in size begin",
                nextStep: "use writePackets")
        }
        let offset = offset ?? content.dataByteCount
        guard offset >= 0, offset <= content.dataByteCount else {
            throw AudioFileError(
                .position, kind: .usage, path: name, "byte \(offset) does not follow the \(content.dataByteCount) that there are",
                nextStep: "write one behind the other")
        }
        try write(bytes, at: offset)
        if writing?.defersSizes == false { try update() }
    }

    private func write(_ bytes: [UInt8], at offset: Int64) throws(AudioFileError) {
        if writing?.room == nil { try layOut() }
        guard let writing else { return }
        let end = max(content.dataByteCount, offset + Int64(bytes.count))
        if writing.container.family == .iff, content.dataOffset + end > 0xFFFF_FFFF {
            throw AudioFileError(
                .noLongSizes, kind: .cannotCreate, path: name, at: .byte(content.dataOffset + offset), "AIFF ends at 4 GiB", nextStep: "write caff")
        }
        if !writing.hasNewAudio {
            self.writing?.hasNewAudio = true
            // What was measured of the audio before speaks of other audio now.
            if writing.wasOpened, writing.container.family == .caf { content.editCount &+= 1 }
        }
        try writing.store.write(bytes, at: content.dataOffset + offset)
        content.dataByteCount = end
    }

    func parameter(_ problem: String) -> AudioFileError {
        AudioFileError(.parameter, kind: .usage, path: name, problem, nextStep: "give whole packets, and where they are")
    }
}
