/// How many frames the packets of a Vorbis stream give, by their first bytes alone: they name a mode, and that one of
/// two block sizes.
///
/// Source: Vorbis I, sections 4.3.1 (the mode) and 1.3.2 (a packet gives a quarter of its block and a quarter of the
/// one before it).
package final class VorbisBlocks {
    private let handle: VorbisHandle
    /// The block of the packet before; `nil` at the start.
    private var before: Int64?

    /// - Returns: `nil` if the headers are not Vorbis', of which a decoder will speak.
    package init?(identification: [UInt8], setup: [UInt8]) {
        guard let handle = try? VorbisHandle(VorbisHeaders(identification: identification, setup: setup)) else {
            return nil
        }
        self.handle = handle
    }

    /// - Parameter magicCookie: all three headers, as ``PacketDecoders/decoder(for:magicCookie:)`` takes them.
    package init?(magicCookie: [UInt8]) {
        guard let headers = try? VorbisHeaders(magicCookie), let handle = try? VorbisHandle(headers) else { return nil }
        self.handle = handle
    }

    /// The frames that the next packet gives, none of them the first; `nil` if it is not audio.
    package func frameCount(_ head: [UInt8]) -> Int64? {
        guard let block = handle.blockSize(head.span).map(Int64.init) else { return nil }
        defer { before = block }
        return before.map { ($0 + block) / 4 } ?? 0
    }

    /// The magic cookie of a stream with these headers, without its texts.
    package static func cookie(identification: [UInt8], setup: [UInt8]) -> [UInt8] {
        let packets = VorbisHeaders(identification: identification, setup: setup).packets
        func lacing(_ count: Int) -> [UInt8] { [UInt8](repeating: 255, count: count / 255) + [UInt8(count % 255)] }
        return [2] + lacing(packets[0].count) + lacing(packets[1].count) + packets[0] + packets[1] + packets[2]
    }

    /// That packets are lost here: the next one gives nothing.
    package func forget() {
        before = nil
    }
}
