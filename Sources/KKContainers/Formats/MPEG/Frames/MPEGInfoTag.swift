internal import KKCodecs
package import KKPCM

/// What an encoder wrote into a first frame that holds no audio: `Xing`/`Info` with LAME's extension, or Fraunhofer's
/// `VBRI`.
package struct MPEGInfoTag: Hashable, Sendable {
    /// The number of MPEG frames after this one, where the tag states it.
    package var packetCount: Int64?
    /// The bytes of those frames and of this one, where the tag states them.
    var byteCount: Int64?
    /// Frames that the encoder put before the audio, without the decoder's own delay, and after it.
    package var delay: Int64?
    package var padding: Int64?

    /// The delay of a layer III decoder (polyphase filter bank and overlap), which the tag leaves out.
    package static let decoderDelay: Int64 = 529

    /// Whether a tag begins with these four bytes: `Xing`, `Info` or `VBRI`.
    static func isName(_ bytes: UInt32) -> Bool { bytes == 0x5869_6E67 || bytes == 0x496E_666F || bytes == 0x5642_5249 }

    /// - Parameter bytes: the frame from its header on, at least its first 200 bytes where it has so many.
    /// - Returns: `nil` if this is a frame of audio.
    init?(frame bytes: [UInt8], header: MPEGFrameHeader) {
        guard header.format.layer == 3 else { return nil }
        let start = 4 + header.format.sideInformationByteCount
        // LAME puts the tag at the same place with and without a checksum; some others count the checksum in.
        for offset in header.isProtected ? [start, start + 2] : [start] {
            if let tag = Self(bytes, xingAt: offset) {
                self = tag
                return
            }
        }
        guard let tag = Self(vbri: bytes) else { return nil }
        self = tag
    }

    /// What a container's packet table says instead of a tag; its numbers have the decoder's delay in them.
    ///
    /// - Returns: `nil` if they are not what so many packets can hold.
    package init?(packetCount: Int64, _ table: PacketTableInfo, framesPerPacket: Int) {
        guard (0..<1 << 40).contains(packetCount), let sound = table.sound, !sound.isEmpty || table.remainderFrames > 0,
            sound.upperBound <= packetCount * Int64(framesPerPacket)
        else { return nil }
        self.packetCount = packetCount
        delay = sound.lowerBound - Self.decoderDelay
        padding = packetCount * Int64(framesPerPacket) - sound.upperBound + Self.decoderDelay
    }

    private init?(_ bytes: [UInt8], xingAt offset: Int) {
        guard bytes.count >= offset + 8, bytes[6..<offset].allSatisfy({ $0 == 0 }) else { return nil }
        let name = bytes.bigEndian32(at: offset)
        guard name == 0x5869_6E67 /* Xing */ || name == 0x496E_666F /* Info */ else { return nil }
        let flags = bytes.bigEndian32(at: offset + 4) ?? 0
        var next = offset + 8
        if flags & 1 != 0 {
            packetCount = bytes.bigEndian32(at: next).map(Int64.init)
            next += 4
        }
        if flags & 2 != 0 {
            byteCount = bytes.bigEndian32(at: next).map(Int64.init)
            next += 4
        }
        if flags & 4 != 0 { next += 100 }
        if flags & 8 != 0 { next += 4 }
        // The encoder's name opens LAME's extension; the two 12-bit numbers are 21 bytes after it.
        guard bytes.count >= next + 24, bytes[next] != 0 else { return }
        delay = Int64(bytes[next + 21]) << 4 | Int64(bytes[next + 22] >> 4)
        padding = Int64(bytes[next + 22] & 15) << 8 | Int64(bytes[next + 23])
    }

    private init?(vbri bytes: [UInt8]) {
        guard bytes.count >= 36 + 18, bytes.bigEndian32(at: 36) == 0x5642_5249 else { return nil }
        byteCount = bytes.bigEndian32(at: 36 + 10).map(Int64.init)
        packetCount = bytes.bigEndian32(at: 36 + 14).map(Int64.init)
    }
}

extension [UInt8] {
    /// Four bytes as a number, most significant first; `nil` beyond the end.
    package func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset + 4 <= count else { return nil }
        return self[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
