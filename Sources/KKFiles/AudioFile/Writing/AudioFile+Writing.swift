internal import KKCodecs
public import KKPCM

extension AudioFile {
    /// Writes whole packets.
    ///
    /// - Parameters:
    ///   - bytes: the packets one after another.
    ///   - descriptions: the position of each packet in `bytes`; none if all have the same size.
    ///   - packet: the number of the first one. `nil` means after the last. Packets of constant size may overwrite
    ///     others; all other packets must follow the last one.
    /// - Returns: the number of packets written.
    ///
    ///   If the file states the frames of every packet, the last packet may have fewer; `'pnfo'` then has the
    ///   remainder. Headers of ADTS are removed if a container stores the packets, and added in an ADTS stream to
    ///   packets that have none: the cookie says what they are, without one AAC LC is assumed.
    /// - Throws: `'pck?'` for a packet number that is not possible, `-50` for incomplete packets, wrong descriptions,
    ///   and frames that differ from the file's frames per packet, `'off?'` for sizes that a container with 32 bits
    ///   cannot state, `'prm?'` for a file that was opened to be read, `-38` after ``close()``; `io` for a full disk.
    ///
    /// ## Allocation
    /// The packet table, two or three bytes for each packet with a description.
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
                .invalidPacketOffset, kind: .usage, path: name,
                "packet \(packet) does not follow the \(count) existing packets",
                nextStep: "write them in order")
        }
        if case .constant = content.packets {
            let size = Int(content.dataFormat.bytesPerPacket)
            guard bytes.count % size == 0 else {
                throw parameter("\(bytes.count) bytes are not whole packets of \(size)")
            }
            try writeBytes(bytes, at: packet * Int64(size))
            return bytes.count / size
        }
        guard packet == count else {
            throw AudioFileError(
                .invalidPacketOffset, kind: .usage, path: name,
                "packets of different sizes must be written in order, and packet \(packet) exists already",
                nextStep: "write packet \(count)")
        }
        try append(bytes, descriptions)
        return descriptions.count
    }

    private func append(_ bytes: [UInt8], _ descriptions: [PacketDescription]) throws(AudioFileError) {
        guard !descriptions.isEmpty || bytes.isEmpty else {
            throw parameter("packets of this format need descriptions")
        }
        var packets: [UInt8] = []
        packets.reserveCapacity(bytes.count)
        var places: [(byteCount: Int, frames: Int)] = []
        var endsShort = writing?.endsShort ?? false
        for description in descriptions {
            let (header, range) = try stored(description, in: bytes)
            var frames = try frames(of: description, endsShort: &endsShort)
            // The last frame of FLAC is mostly a shorter one, and says so itself.
            if content.typeID == TypeID.flac, let header = FLACFrameHeader(bytes.span, at: range.lowerBound) {
                frames = header.frameCount
            }
            places.append((header.count + range.count, frames))
            packets += header
            packets += bytes[range]
        }
        try write(packets, at: content.dataByteCount)
        writing?.endsShort = endsShort
        guard case .table(var index) = content.packets else { return }
        content.packets = .constant
        var place = content.dataOffset + content.dataByteCount - Int64(packets.count)
        for packet in places {
            index.append(offset: place, byteCount: packet.byteCount, frames: packet.frames)
            place += Int64(packet.byteCount)
        }
        content.packetSizeUpperBound = max(content.packetSizeUpperBound, index.maximumByteCount)
        content.packets = .table(index)
        if writing?.updatesAtOnce == true { try update() }
    }

    /// What the file is to have of a packet: AAC goes without ADTS's header into a container, and with one into an ADTS
    /// stream.
    private func stored(
        _ description: PacketDescription, in bytes: [UInt8]
    ) throws(AudioFileError) -> (header: [UInt8], Range<Int>) {
        let (start, size) = (description.startOffset, content.dataFormat.bytesPerPacket)
        guard start >= 0, description.byteCount >= 0, start <= Int64(bytes.count),
            description.byteCount <= bytes.count - Int(start),
            size == 0 || description.byteCount == Int(size), description.byteCount <= CAFPacketTable.packetByteLimit
        else { throw parameter("a packet of \(description.byteCount) bytes at byte \(start) of \(bytes.count)") }
        let range = Int(start)..<Int(start) + description.byteCount
        guard MagicCookieForm.aac.contains(content.dataFormat.formatID) else { return ([], range) }
        let header = ADTSHeader(bytes.span, at: range.lowerBound).flatMap { $0.byteCount == range.count ? $0 : nil }
        guard writing?.container.family == .stream else {
            let bare = range.lowerBound + (header?.headerByteCount ?? 0)..<range.upperBound
            guard size == 0 || bare.count == Int(size) else {
                throw parameter("a packet has \(bare.count) bytes without its header, but all must have \(size)")
            }
            return ([], bare)
        }
        return (header == nil ? try adtsHeader(byteCount: range.count) : [], range)
    }

    /// The frames that a packet is counted with.
    ///
    /// - Parameter endsShort: whether the packets end with one of fewer frames than the format says, which only the
    ///   last one can have.
    private func frames(of description: PacketDescription, endsShort: inout Bool) throws(AudioFileError) -> Int {
        let (whole, own) = (Int(content.dataFormat.framesPerPacket), description.variableFrames)
        guard own >= 0, UInt32(exactly: own) != nil else { throw parameter("a packet of \(own) frames") }
        guard whole > 0 else {
            guard own > 0 else {
                throw parameter("a packet of \(own) frames, in a format with variable packet lengths")
            }
            return own
        }
        // The packets of a stream say themselves how many they are.
        if writing?.container.family == .stream { return own > 0 ? own : whole }
        guard own <= whole else {
            throw AudioFileError(
                .parameter, kind: .usage, path: name,
                "a packet of \(own) frames, in a file with packets of \(whole)",
                nextStep: "describe the format with 0 frames in a packet, or cut the packet into several")
        }
        guard !endsShort else {
            throw parameter("a packet after one with fewer frames than the file's packets have, \(whole)")
        }
        endsShort = own > 0 && own < whole
        return whole
    }

    /// Writes bytes of the audio, regardless of packets, in a format with packets of constant size (`AudioFileWriteBytes`).
    ///
    /// - Parameter offset: from the start of the audio, at most its end. `nil` means after the last byte.
    /// - Throws: `-40` for an offset beyond the end, `'op??'` for packets that differ in size, `-38` after ``close()``;
    ///   as ``writePackets(_:_:at:)``.
    public func writeBytes(_ bytes: [UInt8], at offset: Int64? = nil) throws(AudioFileError) {
        _ = try beginWriting()
        guard case .constant = content.packets else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: name,
                "bytes alone do not tell where packets of different sizes begin",
                nextStep: "use writePackets")
        }
        let offset = offset ?? content.dataByteCount
        guard offset >= 0, offset <= content.dataByteCount else {
            throw AudioFileError(
                .position, kind: .usage, path: name,
                "byte \(offset) does not follow the \(content.dataByteCount) existing bytes",
                nextStep: "write them in order")
        }
        try write(bytes, at: offset)
        if writing?.updatesAtOnce == true { try update() }
    }

    private func write(_ bytes: [UInt8], at offset: Int64) throws(AudioFileError) {
        if writing?.room == nil { try layOut() }
        guard let writing else { return }
        let end = max(content.dataByteCount, offset + Int64(bytes.count))
        let start = writing.store == nil ? writing.audioOffset : content.dataOffset
        if writing.container.family == .iff, start + end > 0xFFFF_FFFF {
            throw AudioFileError(
                .noLongSizes, kind: .cannotCreate, path: name, at: .byte(start + offset), "AIFF ends at 4 GiB",
                nextStep: "write caff")
        }
        try startStore()
        guard let store = self.writing?.store else { return }
        if !writing.hasNewAudio {
            self.writing?.hasNewAudio = true
            // What was measured of the audio before speaks of other audio now.
            if writing.wasOpened, writing.container.family == .caf { content.editCount &+= 1 }
        }
        try storing { () throws(AudioFileError) in try store.write(bytes, at: content.dataOffset + offset) }
        content.dataByteCount = end
    }

    func parameter(_ problem: String, _ nextStep: String = "give whole packets and their positions") -> AudioFileError {
        AudioFileError(.parameter, kind: .usage, path: name, problem, nextStep: nextStep)
    }
}
