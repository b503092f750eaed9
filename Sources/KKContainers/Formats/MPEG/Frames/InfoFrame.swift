internal import KKCodecs

/// The empty frame at the start of an MP3, which the encoder fills in at the end with the length, delay and padding.
///
/// A stream has no way back to it; left empty it would play as a frame of silence, so a stream goes without.
package struct InfoFrame {
    private var held: [UInt8] = []
    private var isPast = false

    package init() {}

    /// Takes the next bytes from the start of the file on.
    ///
    /// - Returns: those after the empty frame; all, when there is none.
    package mutating func rest(of bytes: [UInt8]) -> [UInt8] {
        if isPast { return bytes }
        held += bytes
        guard held.count >= 4 else { return [] }
        guard let size = Self.frameSize(held) else { return pass(0) }
        guard held.count >= size else { return [] }
        // A frame that only reserves room holds nothing but zeros.
        return pass(held[4..<size].allSatisfy { $0 == 0 } ? size : 0)
    }

    private mutating func pass(_ count: Int) -> [UInt8] {
        defer { held = [] }
        isPast = true
        return Array(held[count...])
    }

    /// The bytes of the layer III frame whose header `bytes` begins with.
    private static func frameSize(_ bytes: [UInt8]) -> Int? {
        guard let header = bytes.bigEndian32(at: 0).flatMap(MPEGFrameHeader.init), header.format.layer == 3 else {
            return nil
        }
        return header.byteCount
    }
}
