internal import CVorbis

/// The structures that libvorbis keeps of a stream, whichever way it goes. They are cleared with it.
@safe
final class VorbisMemory {
    let info: UnsafeMutablePointer<vorbis_info>
    let comment: UnsafeMutablePointer<vorbis_comment>
    let state: UnsafeMutablePointer<vorbis_dsp_state>
    let block: UnsafeMutablePointer<vorbis_block>
    /// Whether ``state`` was set up.
    var isReady = false

    /// libvorbis is loaded.
    init() {
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
}
