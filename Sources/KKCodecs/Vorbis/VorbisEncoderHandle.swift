internal import CVorbis
internal import KKPCM

/// A libvorbis encoder: every C call that Vorbis' packets need.
///
/// ## Allocation
/// In `init`, and libvorbis' own.
@safe
final class VorbisEncoderHandle {
    /// The first and the third header.
    private(set) var identification: [UInt8] = []
    private(set) var setup: [UInt8] = []
    /// The frames of the longer of the two blocks.
    let longBlockSize: Int

    private let memory: VorbisMemory
    /// The block of the packet before; 0 at the start.
    private var before = 0

    init(
        sampleRate: Int, channelCount: Int, bitRate: Int?, isConstant: Bool, quality: Float
    ) throws(CodecError) {
        try SharedLibrary.libvorbis.load(for: .vorbis)
        try SharedLibrary.libvorbisenc.load(for: .vorbis)
        let memory = VorbisMemory()
        self.memory = memory
        let code =
            if let bitRate {
                unsafe vorbis_encode_init(
                    memory.info, channelCount, sampleRate, isConstant ? bitRate : -1, bitRate, isConstant ? bitRate : -1
                )
            } else {
                unsafe vorbis_encode_init_vbr(memory.info, channelCount, sampleRate, quality)
            }
        longBlockSize = code == 0 ? Int(unsafe vorbis_info_blocksize(memory.info, 1)) : 0
        guard code == 0 else {
            throw CodecError(
                .usage, format: .vorbis,
                "libvorbisenc has no encoder for \(channelCount) channels at \(sampleRate) Hz"
                    + (bitRate.map { " and \($0) bits per second" } ?? ""), cause: "vorbis_encode_init: \(code)",
                nextStep: "choose another rate, or leave the bit rate out")
        }
        memory.isReady = unsafe vorbis_analysis_init(memory.state, memory.info) == 0
        guard memory.isReady, unsafe vorbis_block_init(memory.state, memory.block) == 0 else {
            throw CodecError(.defect, format: .vorbis, "libvorbis could not create an encoder")
        }
        var (head, words, tables) = unsafe (ogg_packet(), ogg_packet(), ogg_packet())
        guard unsafe vorbis_analysis_headerout(memory.state, memory.comment, &head, &words, &tables) == 0 else {
            throw CodecError(.defect, format: .vorbis, "libvorbis could not create the headers")
        }
        identification = unsafe Array(UnsafeBufferPointer(start: head.packet, count: head.bytes))
        setup = unsafe Array(UnsafeBufferPointer(start: tables.packet, count: tables.bytes))
    }

    /// - Parameter places: for each of the stream's channels the buffer that it is in.
    func encode(
        _ samples: AudioBufferList, frameCount: Int, places: [Int], to packets: inout EncodedPackets
    ) throws(CodecError) {
        guard let room = unsafe vorbis_analysis_buffer(memory.state, Int32(frameCount)) else {
            throw CodecError(.defect, format: .vorbis, "libvorbis has no memory for \(frameCount) frames")
        }
        for (channel, place) in places.enumerated() {
            guard let target = unsafe room[channel] else { continue }
            samples.forEach(Float.self, ofChannel: place, frameCount) { unsafe target[$0] = $1 }
        }
        unsafe vorbis_analysis_wrote(memory.state, Int32(frameCount))
        try take(to: &packets)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        unsafe vorbis_analysis_wrote(memory.state, 0)
        try take(to: &packets)
    }

    private func take(to packets: inout EncodedPackets) throws(CodecError) {
        while unsafe vorbis_analysis_blockout(memory.state, memory.block) == 1 {
            guard unsafe vorbis_analysis(memory.block, nil) == 0, unsafe vorbis_bitrate_addblock(memory.block) == 0
            else {
                throw CodecError(.defect, format: .vorbis, "libvorbis cannot continue")
            }
            var packet = unsafe ogg_packet()
            while unsafe vorbis_bitrate_flushpacket(memory.state, &packet) == 1 {
                // A packet gives a quarter of its block and a quarter of the one before it (Vorbis I §1.3.2).
                let size = unsafe vorbis_packet_blocksize(memory.info, &packet)
                let frames = before > 0 ? (before + size) / 4 : 0
                before = size
                unsafe packets.append(
                    UnsafeBufferPointer(start: packet.packet, count: packet.bytes), frameCount: frames)
            }
        }
    }
}
