package import KKPCM

/// What a file says of its audio and of itself, checked against what the file has: made by the parser of its kind, or
/// found by its packets, and kept up to date while an ``AudioFile`` is written. Readers, ``AudioFile``,
/// ``AudioFileStream`` and pipes read it.
///
/// Containers are read by the project's own code, because the libraries trust headers: they return garbage for an empty
/// data chunk with chunks after it, refuse a recording that broke off, and believe any count. Here a number from the
/// file is compared with the file before it is used, no allocation depends on one, and each repair is reported as a
/// warning. Chunks are places in the file and never their bytes; texts and lists are limited before they are read.
///
/// Formats: Microsoft and IBM, Multimedia Programming Interface (RIFF WAVE); EBU Tech 3306 (RF64), ITU-R BS.2088
/// (BW64), EBU Tech 3285 (bext); Sony Pictures Digital, Wave64; Apple, Audio Interchange File Format (1989) and AIFF-C
/// (1991); Apple, Core Audio Format.
package struct Container {
    /// Who decodes the data.
    package enum Codec {
        /// Linear PCM, µ-law and A-law: ``LinearPCMDecoder``.
        case linear
        /// MPEG audio inside another container: ``MPEGDecoder``.
        case mpeg
        /// Packets by a table or all of one size, as Core Audio files have them: ``PacketFileDecoder``.
        case packets
        /// Those of IMA4 in AIFF-C.
        case ima4
        /// What libsndfile knows: ADPCM, GSM 06.10.
        case sndfile
    }

    /// What a format chunk says, before the data is known.
    package struct StoredFormat {
        var description: StreamDescription
        var codec: Codec
        /// The valid bits of integer PCM.
        package var bitDepth: Int?
        /// The channels in the order of the stream; `nil` if the chunk does not say.
        package var layout: ChannelLayout?
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

    /// One of ``AudioFile/TypeID``.
    package var typeID: FourCharCode
    /// As the audio is stored.
    package var dataFormat: StreamDescription
    /// What else the packets can be taken for, the richest first: CAF's `ldsc`, which names the data format as well.
    /// Empty where nothing says it.
    package var formats: [StreamDescription] = []
    package var codec = Codec.packets
    var block: Block?
    /// The valid bits of a sample where the stream description does not say: FLAC, ALAC.
    package var sourceBitDepth: Int?
    /// The channels in the order of the stream; `nil` if it does not say.
    package var layout: ChannelLayout?
    /// The first byte of audio, from the start of the file.
    package var dataOffset: Int64 = 0
    /// The bytes of audio in a run. Of a stream: to the end of the file, or to the tags there.
    package var dataByteCount: Int64 = 0
    /// Whether the file ends before all the audio that it claims.
    private(set) var isCut = false
    /// Of linear data.
    var lengthSource = FileProperties.LengthSource.dataSize
    /// Of linear data, where that is another number than there are.
    var claimedFrameCount: Int64?
    /// Where the packets are.
    package var packets = PacketMap.constant
    /// What every packet begins with that is not in the file.
    package var packetHead: [UInt8] = []
    package var magicCookie: [UInt8]?
    /// What the file says of its priming; `nil` if it says nothing.
    package var packetTableInfo: PacketTableInfo?
    /// Whether that counts the frames of AAC's core, so that ``PacketDecoder/delayOfExtensions`` comes to its priming:
    /// the way of Apple's encoders. Those of Fraunhofer count what comes out of a decoder.
    package var countsCore = false
    /// Packets as a tag, a table or a header states them, before anybody has counted: an estimate.
    package var statedPacketCount: Int64?
    /// Bits per second, likewise.
    var statedBitRate: Double?
    /// The frames of audio where the last packet is filled up, as WAV's `fact` chunk states them.
    package var statedFrameCount: Int64?
    /// The most bytes that a packet of this kind can have.
    package var packetSizeUpperBound = 0
    /// The stream, counted from 1, that libavformat has to take out of the file, for no decoder of packets here knows
    /// its codec; `nil` of all others. Nothing is known of its packets then.
    package var demuxedStream: Int?
    /// What the streams side by side hold, as ``FileProperties/streams``.
    package var streams: [String] = []
    /// Titles and their like, under the keys of the info dictionary, in the order of the file.
    package var tags: [FileProperties.Tag] = []
    package var timeType = SMPTETimeType.none
    package var markers: [AudioFileMarker] = []
    package var regions: [AudioFileRegion] = []
    /// Of a file that is written.
    package var pictures: [AttachedPicture] = []
    /// Likewise: what the file that the tags were read from says beside them.
    package var origin: NoteOrigin?
    /// Everything that is neither audio nor the container itself, in the order of the file.
    package var chunks: [Chunk] = []
    /// What is wrong with their order, of which linear data is played all the same.
    var disorder: AudioFileError?
    /// Whether everything but the audio lies before it.
    package var isOptimized = true
    /// Whether it is a WAVE file whose chunks are big-endian.
    package var isRIFX = false
    /// The first byte of the container, after tags that are none of its own.
    package var start: Int64 = 0
    /// Where the chunk begins that says the format; `nil` if its parser does not tell.
    package var formatOffset: Int64?
    /// The first of ID3v2 at the start, or ID3v1 at the end.
    package var id3Tag: Range<Int64>?
    /// How often the audio was changed, as CAF counts it.
    package var editCount: UInt32 = 0
    package var warnings: [FileWarning] = []
    /// Which of them says that the last bytes of linear data are not a whole frame: where they come as a stream, that
    /// shows at its end.
    package private(set) var restWarning: FileWarning?

    // MARK: While it is written

    /// The chunks in whose place others are made, as they were: what a property does not say is taken from them.
    package var replaced: [StoredChunk] = []
    /// The format chunk of a file that is changed, `fmt ` or `COMM`, which stays as it is.
    package var storedFormat: [UInt8]?
    /// The text of an AU file, with the zeros after it.
    package var annotation: [UInt8] = []
    /// The instrument of an AIFF file (`INST`), whose loops are among ``regions``.
    var instrument: [UInt8]?
    /// An ID3v2 tag for a stream that is written.
    package var newID3Tag: [UInt8]?

    package init(typeID: FourCharCode, dataFormat: StreamDescription) {
        (self.typeID, self.dataFormat) = (typeID, dataFormat)
    }

    /// - Parameter layout: what the file says besides the format chunk. One channel is mono, and two are stereo, all
    ///   the same.
    package init(fileType: FileType, format: StoredFormat, layout: ChannelLayout? = nil) {
        self.init(typeID: fileType.typeID, dataFormat: format.description)
        (codec, block, sourceBitDepth) = (format.codec, format.block, format.bitDepth)
        let count = dataFormat.channelCount
        self.layout = layout ?? format.layout ?? (count <= 2 ? .standard(count) : nil)
    }
}

/// How the packets of a file are found.
package enum PacketMap {
    /// All have ``StreamDescription/bytesPerPacket`` and ``StreamDescription/framesPerPacket``.
    case constant
    /// The file has a table of them, or they were written one by one.
    case table(PacketIndex)
    /// They are found by their own bytes, as far as somebody asks.
    case scanned(PacketScan)
}

extension Container {
    /// The limits of what is believed: numbers beyond them are damage.
    static let channelLimit = 1024
    package static let rateLimits = 1.0...100_000_000.0
    /// What is read of text chunks, and of marker lists.
    package static let textLimit = 1 << 16
    static let markerLimit = 4096

    /// The channels in the order of the stream, named by it or not.
    package var storedLayout: ChannelLayout { layout ?? .standard(dataFormat.channelCount) }

    /// Whether nobody had to guess that.
    package var statesLayout: Bool { layout != nil || dataFormat.channelCount <= 2 }

    /// The first chunk of this name. A Wave64 chunk whose GUID only begins as the name does is another one.
    package func chunk(_ id: FourCharCode) -> Chunk? { chunks.first { $0.id == id && $0.guidTail == nil } }

    /// Places the audio.
    ///
    /// - Parameter claimed: the bytes that the header spoke of, when that is another number.
    mutating func place(data offset: Int64, byteCount: Int64, claimed: Int64?, in source: ByteSource) {
        (dataOffset, dataByteCount) = (offset, byteCount)
        isCut = claimed.map { $0 > byteCount } ?? false
        let frameBytes = Int64(dataFormat.bytesPerFrame)
        guard codec == .linear, frameBytes > 0 else { return }
        if let claimed, isCut { claimedFrameCount = claimed / frameBytes }
        let rest = byteCount % frameBytes
        if rest != 0 {
            let warning = FileWarning(
                path: source.name, at: .byte(offset + byteCount - rest), "the last \(rest) bytes are not a whole frame",
                consequence: "they are left out")
            warnings.append(warning)
            restWarning = warning
        }
    }

    /// The markers as people are told of them, in the order of their frames. A position is a floating-point number: one
    /// that is not a frame is left out.
    package var playedMarkers: [FileProperties.Marker] {
        markers.filter { $0.framePosition >= 0 && $0.framePosition < 0x1p60 }
            .map { FileProperties.Marker(frame: Int64($0.framePosition), name: $0.name) }
            .sorted { ($0.frame, $0.name) < ($1.frame, $1.name) }
    }

    /// What the reader tells of a file of a kind whose data is linear.
    package func properties(of fileType: FileType) -> FileProperties {
        var properties = FileProperties(
            fileType: fileType, dataFormat: dataFormat, layout: storedLayout.inWaveOrder,
            frameCount: dataByteCount / max(1, Int64(dataFormat.bytesPerFrame)), lengthSource: lengthSource,
            sourceBitDepth: sourceBitDepth)
        properties.statesLayout = statesLayout
        properties.claimedFrameCount = claimedFrameCount
        properties.streams = streams
        properties.tags = tags
        properties.markers = playedMarkers
        properties.warnings = warnings
        return properties
    }
}
