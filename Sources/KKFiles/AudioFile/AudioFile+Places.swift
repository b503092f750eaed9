public import KKPCM

/// The position of a packet in its file, from ``AudioFile/packetPlaces(from:count:)``.
public struct PacketPlace: Hashable, Sendable {
    /// Its number, from 0.
    public var packet: Int64
    /// Its first byte, from the start of the file.
    public var offset: Int64
    public var byteCount: Int
    /// Its first frame, counting all packets with priming.
    public var firstFrame: Int64
    public var frameCount: Int
}

extension AudioFile {
    /// A chunk other than the audio's.
    public struct ChunkPlace: Hashable, Sendable {
        public var id: FourCharCode
        /// Its first byte after the header, from the start of the file.
        public var offset: Int64
        public var byteCount: Int64
    }

    /// The positions of `count` packets, starting with number `packet`, without reading their contents.
    ///
    /// - Returns: fewer at the end of the file; none after the last packet.
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

    /// All chunks except the audio's, in the order of the file when it was opened; none for a stream.
    public var chunkPlaces: [ChunkPlace] {
        content.chunks.map { ChunkPlace(id: $0.id, offset: $0.offset, byteCount: $0.byteCount) }
    }

    /// The usual name of the kind of file: `WAV`, `CAF`, `MPEG audio`, `ADTS`.
    public var containerName: String { Self.name(of: content.typeID) }
}
