internal import KKPCM

/// What a container says about the audio inside it, checked against what the file has.
///
/// Containers are read by the project's own code, because the libraries trust headers: they return garbage for an empty
/// data chunk with chunks behind it, refuse a recording that broke off, and believe any count. Here a number from the
/// file is compared with the file before it is used, no allocation depends on one, and each repair is told as a
/// warning.
///
/// Formats: Microsoft and IBM, Multimedia Programming Interface (RIFF WAVE); EBU Tech 3306 (RF64), ITU-R BS.2088
/// (BW64), EBU Tech 3285 (bext); Sony Pictures Digital, Wave64; Apple, Audio Interchange File Format (1989) and AIFF-C
/// (1991); Apple, Core Audio Format.
struct PCMContainer {
    /// Who decodes the data.
    enum Codec {
        /// Linear PCM, µ-law and A-law: ``LinearPCMDecoder``.
        case linear
        /// MPEG audio inside another container: ``MPEGDecoder``.
        case mpeg
        /// Packets of Core Audio files, by their table or all of one size: ``PacketFileDecoder``.
        case packets
        /// Those of IMA4 in AIFF-C.
        case ima4
        /// What libsndfile knows: ADPCM, GSM 06.10.
        case sndfile
    }

    /// What a format chunk says, before the data is known.
    struct StoredFormat {
        var description: StreamDescription
        var codec: Codec
        /// The valid bits of integer PCM.
        var bitDepth: Int?
        /// The channels in the order of the stream; `nil` when the chunk does not say.
        var layout: ChannelLayout?
        /// Bytes and frames of the blocks of ADPCM and its like; `nil` of others, and where nothing tells them.
        var block: Block?
    }

    /// A packet, where all are of one size.
    struct Block {
        var byteCount: Int
        var frameCount: Int

        /// - Returns: `nil` for sizes that are none.
        init?(byteCount: Int, frameCount: Int) {
            guard byteCount > 0, frameCount > 0 else { return nil }
            (self.byteCount, self.frameCount) = (byteCount, frameCount)
        }
    }

    var fileType: FileType
    var dataFormat: StreamDescription
    var codec: Codec
    var sourceBitDepth: Int?
    var block: Block?
    /// The channels in the order of the stream.
    var storedLayout: ChannelLayout
    /// Whether the file says so; one channel is mono, and two are stereo, all the same.
    var statesLayout: Bool
    /// Where the first frame starts.
    var dataOffset: Int64 = 0
    var dataByteCount: Int64 = 0
    /// Whole frames. Only of linear data: of coded data the decoder knows.
    var frameCount: Int64 = 0
    var lengthSource = FileProperties.LengthSource.dataSize
    var claimedFrameCount: Int64?
    /// Of packets: how many there are, and which of their frames are the sound, as the file states it.
    var packetTable: (packetCount: Int64, info: PacketTableInfo)?
    var tags: [FileProperties.Tag] = []
    var markers: [FileProperties.Marker] = []
    /// The numbers of the markers in the file, where they are known.
    var markerIDs: [UInt32] = []
    /// Every chunk but the audio's.
    var chunks: [Chunk] = []
    var warnings: [FileWarning] = []
    /// Which of them says that the last bytes of linear data are no whole frame: where they come as a stream, that
    /// shows at its end.
    private(set) var restWarning: FileWarning?

    init(fileType: FileType, format: StoredFormat, layout: ChannelLayout? = nil) {
        self.fileType = fileType
        dataFormat = format.description
        codec = format.codec
        (sourceBitDepth, block) = (format.bitDepth, format.block)
        storedLayout = layout ?? format.layout ?? .standard(format.description.channelCount)
        statesLayout = layout != nil || format.layout != nil || format.description.channelCount <= 2
    }
}

extension PCMContainer {
    /// The limits of what is believed: numbers beyond them are damage.
    static let channelLimit = 1024
    static let rateLimits = 1.0...100_000_000.0
    /// What is read of text chunks, and of marker lists.
    static let textLimit = 1 << 16
    static let markerLimit = 4096

    /// Places the linear data and counts its whole frames.
    ///
    /// - Parameter claimed: the bytes that the header spoke of, when that is another number.
    mutating func place(data offset: Int64, byteCount: Int64, claimed: Int64?, in source: ByteSource) {
        dataOffset = offset
        dataByteCount = byteCount
        let frameBytes = Int64(dataFormat.bytesPerFrame)
        guard codec == .linear, frameBytes > 0 else { return }
        frameCount = byteCount / frameBytes
        if let claimed, claimed > byteCount { claimedFrameCount = claimed / frameBytes }
        let rest = byteCount % frameBytes
        if rest != 0 {
            let warning = FileWarning(
                path: source.name, at: .byte(offset + byteCount - rest), "the last \(rest) bytes are no whole frame",
                consequence: "they are left out")
            warnings.append(warning)
            restWarning = warning
        }
    }

    /// What the reader tells of a file whose data is linear.
    var properties: FileProperties {
        var properties = FileProperties(
            fileType: fileType, dataFormat: dataFormat, layout: storedLayout.inWaveOrder, frameCount: frameCount,
            lengthSource: lengthSource,
            sourceBitDepth: sourceBitDepth)
        properties.statesLayout = statesLayout
        properties.claimedFrameCount = claimedFrameCount
        properties.tags = tags
        properties.markers = markers
        properties.warnings = warnings
        return properties
    }
}
