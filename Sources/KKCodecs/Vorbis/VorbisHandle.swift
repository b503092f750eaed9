internal import CVorbis
internal import KKPCM

/// A libvorbis decoder: every C call that Vorbis' packets need.
///
/// ## Allocation
/// In `init`; libvorbis' own, for the first packets that need more than those before.
@safe
final class VorbisHandle {
    let channelCount: Int
    let sampleRate: Int
    /// The frames of the longer of the two blocks; two of them give half as many.
    let longBlockSize: Int

    private let memory: VorbisMemory

    init(_ headers: VorbisHeaders) throws(CodecError) {
        try SharedLibrary.libvorbis.load(for: .vorbis)
        let memory = VorbisMemory()
        self.memory = memory
        var code: Int32 = 0
        for (index, packet) in headers.packets.enumerated() where code == 0 {
            code = unsafe Self.withPacket(packet.span, number: index) {
                unsafe vorbis_synthesis_headerin(memory.info, memory.comment, $0)
            }
        }
        if code == 0 {
            code = unsafe vorbis_synthesis_init(memory.state, memory.info)
            memory.isReady = code == 0
        }
        if memory.isReady { code = unsafe vorbis_block_init(memory.state, memory.block) }
        channelCount = Int(unsafe memory.info.pointee.channels)
        sampleRate = unsafe memory.info.pointee.rate
        longBlockSize = code == 0 ? Int(unsafe vorbis_info_blocksize(memory.info, 1)) : 0
        guard code == 0 else {
            throw CodecError(
                format: .vorbis, "the magic cookie's headers are not Vorbis headers",
                cause: Self.words("vorbis_synthesis_headerin", code))
        }
    }

    /// Decodes a packet to frame `offset` of `buffer`.
    ///
    /// - Parameter order: for each channel of the buffer the stream's channel that goes there.
    func decode(
        _ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int, order: [Int]
    ) throws(CodecError) -> Int {
        // libvorbis takes a header for another stream's, and an empty packet for one that is missing.
        var code = unsafe Self.withPacket(packet, number: 3) { unsafe vorbis_synthesis(memory.block, $0) }
        if code == 0 { code = unsafe vorbis_synthesis_blockin(memory.state, memory.block) }
        guard code == 0 else {
            throw CodecError(
                format: .vorbis, "the packet cannot be decoded", cause: Self.words("vorbis_synthesis", code))
        }
        var channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
        let count = Int(unsafe vorbis_synthesis_pcmout(memory.state, &channels))
        guard count > 0, let channels = unsafe channels else { return 0 }
        precondition(offset >= 0 && offset + count <= buffer.frameCapacity, "frames outside the buffer")
        for channel in 0..<channelCount {
            if let samples = unsafe channels[order[channel]] {
                unsafe (buffer.channelPointer(channel) + offset).update(from: samples, count: count)
            }
        }
        unsafe vorbis_synthesis_read(memory.state, Int32(count))
        return count
    }

    /// The frames of the block that a packet with these first bytes holds; `nil` if it is not audio.
    func blockSize(_ head: Span<UInt8>) -> Int? {
        let size = unsafe Self.withPacket(head, number: 3) { [memory] in
            Int32(truncatingIfNeeded: unsafe vorbis_packet_blocksize(memory.info, $0))
        }
        return size > 0 ? Int(size) : nil
    }

    func reset() {
        unsafe vorbis_synthesis_restart(memory.state)
    }

    /// Gives `bytes` as libvorbis wants to see a packet. It only reads them.
    @unsafe
    private static func withPacket(
        _ bytes: Span<UInt8>, number: Int, _ body: (UnsafeMutablePointer<ogg_packet>) -> Int32
    ) -> Int32 {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var packet = unsafe ogg_packet(
                packet: UnsafeMutablePointer(mutating: bytes.baseAddress), bytes: bytes.count,
                b_o_s: number == 0 ? 1 : 0, e_o_s: 0, granulepos: -1,
                packetno: Int64(number))
            return unsafe body(&packet)
        }
    }

    private static func words(_ call: String, _ code: Int32) -> String {
        let names: [Int32: String] = [
            -129: "OV_EFAULT", -130: "OV_EIMPL", -131: "OV_EINVAL", -132: "OV_ENOTVORBIS", -133: "OV_EBADHEADER",
            -134: "OV_EVERSION", -135: "OV_ENOTAUDIO",
            -136: "OV_EBADPACKET",
        ]
        return "\(call): \(names[code] ?? String(code))"
    }
}
