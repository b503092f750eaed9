public import KKPCM

/// A packet's place in its file: what ``AudioFile/packetPlaces(from:count:)`` gives.
public struct PacketPlace: Hashable, Sendable {
    /// Its number, from 0 on.
    public var packet: Int64
    /// Its first byte, from the start of the file.
    public var offset: Int64
    public var byteCount: Int
    /// Counted over all packets, priming included.
    public var firstFrame: Int64
    public var frameCount: Int
}

extension AudioFile {
    /// A chunk that is not the audio's own.
    public struct ChunkPlace: Hashable, Sendable {
        public var id: FourCharCode
        /// Its first byte behind the header, from the start of the file.
        public var offset: Int64
        public var byteCount: Int64
    }

    /// Where `count` packets lie, from number `packet` on, without a look at what is in them.
    ///
    /// - Returns: fewer where the file ends; none from the last packet's end on.
    /// - Throws: as ``readPackets(from:count:into:)``.
    ///
    /// ## Allocation
    /// The list; in a stream also its index, as far as it is read for the first time.
    public func packetPlaces(from packet: Int64, count: Int) throws(AudioFileError) -> [PacketPlace] {
        try requireReading()
        guard packet >= 0, count > 0 else { return [] }
        let (end, isBeyond) = packet.addingReportingOverflow(Int64(count))
        if case .constant = content.packets {
            let (bytes, frames) = (Int(content.dataFormat.bytesPerPacket), Int(content.dataFormat.framesPerPacket))
            let last = min(try content.packetCount(), isBeyond ? .max : end)
            guard packet < last else { return [] }
            return (packet..<last).map { packet in
                PacketPlace(
                    packet: packet, offset: content.dataOffset + packet * Int64(bytes), byteCount: bytes,
                    firstFrame: packet * Int64(frames),
                    frameCount: frames)
            }
        }
        if case .scanned(let scan) = content.packets { try scan.scan(packets: isBeyond ? .max : end) }
        guard var entries = content.index?.entries(from: packet) else { return [] }
        var places: [PacketPlace] = []
        while places.count < count, let entry = entries.next() {
            places.append(
                PacketPlace(
                    packet: entry.packet, offset: entry.offset, byteCount: entry.byteCount,
                    firstFrame: entry.firstFrame, frameCount: entry.frames))
        }
        return places
    }

    /// All chunks but the audio's own, in the order of the file as it was opened; none of a stream.
    public var chunkPlaces: [ChunkPlace] {
        content.chunks.map { ChunkPlace(id: $0.id, offset: $0.offset, byteCount: $0.byteCount) }
    }

    /// The name people know the kind of file by: `WAV`, `CAF`, `MPEG audio`, `ADTS`.
    public var containerName: String { Self.name(of: content.typeID) }
}
