internal import KKPCM

/// The header of a Core Audio file: `desc`, `chan` where the layout is not plain mono or stereo, the annotations, and
/// `data` with edit count 0. The samples are little-endian; the chunks are big-endian as everything else in CAF. No
/// `free` chunk pads the data to a page.
///
/// A stream's `data` has the size −1: until the end of the file (Apple Core Audio Format Specification, "Audio Data
/// Chunk").
struct CAFHeader: PCMHeader {
    let dataFormat: StreamDescription
    let channelOrder: [Int]
    private let chunks: CAFLayout

    init(
        dataFormat: StreamDescription, layout: ChannelLayout, annotations: AudioFileAnnotations = AudioFileAnnotations()
    ) {
        self.dataFormat = dataFormat
        let stored = StoredLayout(layout)
        channelOrder = stored.channelOrder
        // kCAFLinearPCMFormatFlagIsFloat 1, …IsLittleEndian 2: the opposite sense to a stream description's flag.
        let description = CAFDescription(
            sampleRate: dataFormat.sampleRate, formatID: dataFormat.formatID,
            formatFlags: dataFormat.isLinearPCM
                ? CAFDescription.isLittleEndian | (dataFormat.isFloat ? CAFDescription.isFloat : 0) : 0,
            bytesPerPacket: dataFormat.bytesPerPacket, framesPerPacket: dataFormat.framesPerPacket,
            channelsPerFrame: dataFormat.channelsPerFrame, bitsPerChannel: dataFormat.bitsPerChannel)
        let layoutChunk = stored.isPlain ? [] : [CAFNewChunk(type: CAFChannelLayout.chunkType, content: stored.bytes)]
        chunks = CAFLayout(description, chunks: layoutChunk + annotations.chunks)
    }

    var maximumByteCount: Int64 { .max - chunks.audioOffset }

    func padding(byteCount: Int64) -> Int { 0 }

    func bytes(byteCount: Int64?) -> [UInt8] { chunks.head(audioByteCount: byteCount) }
}
