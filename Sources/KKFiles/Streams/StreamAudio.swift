internal import KKPCM

/// What the start of a stream tells: where its audio is, and how its packets are found.
struct StreamAudio {
    enum Packets {
        /// All of one size, without descriptions.
        case constant(byteCount: Int, frames: Int)
        /// By their own bytes.
        case framed(any StreamFramer)
        /// By a table that stands before them.
        case table(CAFPacketTable)
    }

    /// Core Audio's code; of MPEG audio the first packet tells.
    var fileFormat: FourCharCode
    /// `nil` until the first packet, where the packets tell.
    var stream: FramedStream?
    /// The first byte of the audio.
    var dataOffset: Int64
    /// `nil`: to the end of the stream.
    var dataByteCount: Int64?
    var packets: Packets
    var texts: [FileProperties.Tag] = []
    /// What the parser says, where it has one and its data is linear.
    var container: Container?
    var warnings: [FileWarning] = []
}
