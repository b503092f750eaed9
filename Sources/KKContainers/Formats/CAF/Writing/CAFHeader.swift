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
    private let chunks: [UInt8]

    init(
        dataFormat: StreamDescription, layout: ChannelLayout, annotations: AudioFileAnnotations = AudioFileAnnotations()
    ) {
        self.dataFormat = dataFormat
        let stored = StoredLayout(layout)
        channelOrder = stored.channelOrder
        let layoutChunk = stored.isPlain ? [] : [StoredChunk(id: CAFChannelLayout.chunkType, bytes: stored.bytes)]
        chunks = (layoutChunk + annotations.chunks + [annotations.instrument?.cafChunk].compactMap(\.self)).flatMap(
            ChunkFamily.caf.bytes)
    }

    var maximumByteCount: Int64 { .max - Int64(bytes(byteCount: nil).count) }

    func padding(byteCount: Int64) -> Int { 0 }

    func bytes(byteCount: Int64?) -> [UInt8] {
        Self.bytes(CAFDescription(storing: dataFormat), chunks: chunks, audioByteCount: byteCount)
    }

    /// All before the audio, of files of any packets.
    ///
    /// - Parameters:
    ///   - chunks: those between the description and the audio, with their headers.
    ///   - audioByteCount: `nil` if it is not known.
    static func bytes(
        _ description: CAFDescription, chunks: [UInt8], audioByteCount: Int64?, editCount: UInt32 = 0
    ) -> [UInt8] {
        var header = HeaderBytes()
        header.cafStart()
        header.append(ChunkFamily.caf.bytes(of: StoredChunk(description)))
        header.append(chunks)
        header.cafAudio(byteCount: audioByteCount, editCount: editCount)
        return header.bytes
    }
}

extension HeaderBytes {
    package mutating func cafStart(flags: UInt16 = 0) {
        text("caff")
        big(UInt16(1))
        big(flags)
    }

    /// The header of the audio, and how often that was changed.
    package mutating func cafAudio(byteCount: Int64?, editCount: UInt32) {
        let size = byteCount.map { $0 + CAFFile.Audio.editCountByteCount } ?? -1
        append(ChunkFamily.caf.header("data", byteCount: size))
        big(editCount)
    }
}
