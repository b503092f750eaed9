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

    private let info: UnsafeMutablePointer<vorbis_info>
    private let comment: UnsafeMutablePointer<vorbis_comment>
    private let state: UnsafeMutablePointer<vorbis_dsp_state>
    private let block: UnsafeMutablePointer<vorbis_block>
    private var isReady = false
    /// The block of the packet before; 0 at the start.
    private var before = 0

    init(sampleRate: Int, channelCount: Int, bitRate: Int?, quality: Float) throws(CodecError) {
        try CodecLibrary.libvorbis.load(for: .vorbis)
        try CodecLibrary.libvorbisenc.load(for: .vorbis)
        unsafe info = .allocate(capacity: 1)
        unsafe comment = .allocate(capacity: 1)
        unsafe state = .allocate(capacity: 1)
        unsafe block = .allocate(capacity: 1)
        unsafe info.initialize(to: vorbis_info())
        unsafe comment.initialize(to: vorbis_comment())
        unsafe state.initialize(to: vorbis_dsp_state())
        unsafe block.initialize(to: vorbis_block())
        unsafe vorbis_info_init(info)
        unsafe vorbis_comment_init(comment)
        let code =
            if let bitRate {
                unsafe vorbis_encode_init(info, channelCount, sampleRate, -1, bitRate, -1)
            } else {
                unsafe vorbis_encode_init_vbr(info, channelCount, sampleRate, quality)
            }
        longBlockSize = code == 0 ? Int(unsafe vorbis_info_blocksize(info, 1)) : 0
        guard code == 0 else {
            throw CodecError(
                .usage, format: .vorbis,
                "libvorbisenc has no encoder of \(channelCount) channels at \(sampleRate) Hz"
                    + (bitRate.map { " and \($0) bits per second" } ?? ""), cause: "vorbis_encode_init: \(code)",
                nextStep: "choose another rate, or leave the bit rate out")
        }
        guard unsafe vorbis_analysis_init(state, info) == 0, unsafe vorbis_block_init(state, block) == 0 else {
            throw CodecError(.defect, format: .vorbis, "libvorbis gives no encoder")
        }
        isReady = true
        var (head, words, tables) = unsafe (ogg_packet(), ogg_packet(), ogg_packet())
        guard unsafe vorbis_analysis_headerout(state, comment, &head, &words, &tables) == 0 else {
            throw CodecError(.defect, format: .vorbis, "libvorbis gives no headers")
        }
        identification = unsafe Array(UnsafeBufferPointer(start: head.packet, count: head.bytes))
        setup = unsafe Array(UnsafeBufferPointer(start: tables.packet, count: tables.bytes))
    }

    deinit {
        if isReady {
            unsafe vorbis_block_clear(block)
            unsafe vorbis_dsp_clear(state)
        }
        unsafe vorbis_comment_clear(comment)
        unsafe vorbis_info_clear(info)
        unsafe block.deallocate()
        unsafe state.deallocate()
        unsafe comment.deallocate()
        unsafe info.deallocate()
    }

    /// - Parameter places: for each of the stream's channels the buffer that it is in.
    func encode(
        _ samples: AudioBufferList, frameCount: Int, places: [Int], to packets: inout EncodedPackets
    ) throws(CodecError) {
        guard let room = unsafe vorbis_analysis_buffer(state, Int32(frameCount)) else {
            throw CodecError(.defect, format: .vorbis, "libvorbis has no memory for \(frameCount) frames")
        }
        for (channel, place) in places.enumerated() {
            guard let target = unsafe room[channel] else { continue }
            samples.forEach(Float.self, ofChannel: place, frameCount) { unsafe target[$0] = $1 }
        }
        unsafe vorbis_analysis_wrote(state, Int32(frameCount))
        try take(to: &packets)
    }

    func finish(to packets: inout EncodedPackets) throws(CodecError) {
        unsafe vorbis_analysis_wrote(state, 0)
        try take(to: &packets)
    }

    private func take(to packets: inout EncodedPackets) throws(CodecError) {
        while unsafe vorbis_analysis_blockout(state, block) == 1 {
            guard unsafe vorbis_analysis(block, nil) == 0, unsafe vorbis_bitrate_addblock(block) == 0 else {
                throw CodecError(.defect, format: .vorbis, "libvorbis cannot go on")
            }
            var packet = unsafe ogg_packet()
            while unsafe vorbis_bitrate_flushpacket(state, &packet) == 1 {
                // A packet gives a quarter of its block and a quarter of the one before it (Vorbis I §1.3.2).
                let size = unsafe vorbis_packet_blocksize(info, &packet)
                let frames = before > 0 ? (before + size) / 4 : 0
                before = size
                unsafe packets.append(
                    UnsafeBufferPointer(start: packet.packet, count: packet.bytes), frameCount: frames)
            }
        }
    }
}
