package import KKPCM

/// What the start of a stream tells: where its audio is, and how its packets are found.
package struct StreamAudio {
    package enum Packets {
        /// All of one size, without descriptions.
        case constant(byteCount: Int, frames: Int)
        /// By their own bytes.
        case framed(any StreamFramer)
        /// By a table that comes before them.
        case table(CAFPacketTable)
    }

    /// Core Audio's code; of MPEG audio the first packet tells.
    package var fileFormat: FourCharCode
    /// `nil` until the first packet, where the packets tell.
    package var stream: FramedStream?
    /// The first byte of the audio.
    package var dataOffset: Int64
    /// `nil`: to the end of the stream.
    package var dataByteCount: Int64?
    package var packets: Packets
    package var texts: [FileProperties.Tag] = []
    /// What the parser says, where it has one and its data is linear.
    package var container: Container?
    package var warnings: [FileWarning] = []
}

extension StreamAudio {
    /// Packets that tell everything themselves.
    package init(
        _ framer: any StreamFramer, _ fileFormat: FourCharCode, at dataOffset: Int64, texts: [FileProperties.Tag]
    ) {
        self.init(
            fileFormat: fileFormat, stream: nil, dataOffset: dataOffset, dataByteCount: nil, packets: .framed(framer),
            texts: texts)
    }
}
