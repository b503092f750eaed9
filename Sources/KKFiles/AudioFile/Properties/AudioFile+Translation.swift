internal import KKPCM

/// A packet, and a frame with its position in it: an `AudioFramePacketTranslation`.
public struct FramePacketTranslation: Hashable, Sendable {
    /// The frame, counting all packets with priming (`mFrame`).
    public var frame: Int64
    public var packet: Int64
    /// The frame's offset from the packet's first frame (`mFrameOffsetInPacket`).
    public var frameOffsetInPacket: Int

    public init(frame: Int64 = 0, packet: Int64 = 0, frameOffsetInPacket: Int = 0) {
        self.frame = frame
        self.packet = packet
        self.frameOffsetInPacket = frameOffsetInPacket
    }
}

/// A packet, and a byte of the audio with its position in it: an `AudioBytePacketTranslation`.
public struct BytePacketTranslation: Hashable, Sendable {
    /// The byte, counted from ``AudioFile/Property/dataOffset`` (`mByte`).
    public var byte: Int64
    public var packet: Int64
    /// The byte's offset from the packet's first byte (`mByteOffsetInPacket`).
    public var byteOffsetInPacket: Int
    /// Whether it is an estimate (`kBytePacketTranslationFlag_IsEstimate`). Here it is always exact: the file is read
    /// as far as necessary.
    public var isEstimate: Bool

    public init(byte: Int64 = 0, packet: Int64 = 0, byteOffsetInPacket: Int = 0, isEstimate: Bool = false) {
        self.byte = byte
        self.packet = packet
        self.byteOffsetInPacket = byteOffsetInPacket
        self.isEstimate = isEstimate
    }
}

extension AudioFile {
    /// The first frame of a packet (`'pkfr'`). The packet after the last has the frame after the last.
    ///
    /// - Throws: `'pck?'` for a packet beyond that.
    public func frame(ofPacket packet: Int64) throws(AudioFileError) -> Int64 {
        try requireOpen()
        if case .constant = content.packets {
            guard packet >= 0, packet <= (try content.packetCount()) else { throw noPacket(packet) }
            return packet * Int64(content.dataFormat.framesPerPacket)
        }
        if let entry = try entry(ofPacket: packet) { return entry.firstFrame }
        guard packet == (try content.packetCount()) else { throw noPacket(packet) }
        return try content.frameCount()
    }

    /// The packet with a frame, and the frame's position in it (`'frpk'`).
    ///
    /// - Throws: `-40` for a frame that the file does not have.
    public func packet(ofFrame frame: Int64) throws(AudioFileError) -> FramePacketTranslation {
        try requireOpen()
        if case .constant = content.packets {
            let frames = Int64(content.dataFormat.framesPerPacket)
            guard frame >= 0, frames > 0, frame < (try content.frameCount()) else { throw noPlace("frame", frame) }
            return FramePacketTranslation(
                frame: frame, packet: frame / frames, frameOffsetInPacket: Int(frame % frames))
        }
        if case .scanned(let scan) = content.packets, frame >= 0 { try scan.scan(frame: frame) }
        guard let entry = content.index?.entry(ofFrame: frame) else { throw noPlace("frame", frame) }
        return FramePacketTranslation(
            frame: frame, packet: entry.packet, frameOffsetInPacket: Int(frame - entry.firstFrame))
    }

    /// The first byte of a packet, from the start of the audio (`'pkby'`). The packet after the last begins where the
    /// last ends.
    ///
    /// - Throws: `'pck?'` for a packet beyond that.
    public func byte(ofPacket packet: Int64) throws(AudioFileError) -> BytePacketTranslation {
        try requireOpen()
        if case .constant = content.packets {
            guard packet >= 0, packet <= (try content.packetCount()) else { throw noPacket(packet) }
            return BytePacketTranslation(byte: packet * Int64(content.dataFormat.bytesPerPacket), packet: packet)
        }
        if let entry = try entry(ofPacket: packet) {
            return BytePacketTranslation(byte: entry.offset - content.dataOffset, packet: packet)
        }
        guard packet == (try content.packetCount()), let end = content.index?.end else { throw noPacket(packet) }
        return BytePacketTranslation(byte: max(0, end - content.dataOffset), packet: packet)
    }

    /// The packet with a byte of the audio, and the byte's position in it (`'bypk'`). For a byte between two packets,
    /// the next packet with the offset 0.
    ///
    /// - Throws: `-40` for a byte that the audio does not have.
    public func packet(ofByte byte: Int64) throws(AudioFileError) -> BytePacketTranslation {
        try requireOpen()
        if case .constant = content.packets {
            let size = Int64(content.dataFormat.bytesPerPacket)
            guard byte >= 0, size > 0, byte / size < (try content.packetCount()) else { throw noPlace("byte", byte) }
            return BytePacketTranslation(byte: byte, packet: byte / size, byteOffsetInPacket: Int(byte % size))
        }
        guard byte >= 0, byte < content.dataByteCount else { throw noPlace("byte", byte) }
        let offset = content.dataOffset + byte
        if case .scanned(let scan) = content.packets { try scan.scan(byte: offset) }
        guard let entry = content.index?.entry(ofByte: offset) else { throw noPlace("byte", byte) }
        return BytePacketTranslation(
            byte: byte, packet: entry.packet, byteOffsetInPacket: Int(max(0, offset - entry.offset)))
    }

    private func entry(ofPacket packet: Int64) throws(AudioFileError) -> PacketIndex.Entry? {
        guard packet >= 0 else { throw noPacket(packet) }
        if case .scanned(let scan) = content.packets { try scan.scan(packets: packet == .max ? packet : packet + 1) }
        return content.index?[packet]
    }

    func noPacket(_ packet: Int64) -> AudioFileError {
        AudioFileError(
            .invalidPacketOffset, kind: .usage, path: name, "there is no packet \(packet)",
            nextStep: "the property 'pcnt' says how many there are")
    }

    private func noPlace(_ what: String, _ number: Int64) -> AudioFileError {
        AudioFileError(
            .position, kind: .usage, path: name, "the audio has no \(what) \(number)",
            nextStep: "use one that exists")
    }
}
