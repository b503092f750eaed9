internal import KKPCM

/// What an ``AudioFile`` knows of its file, whatever kind it is: made by the opener of that kind, and kept up to date
/// while one is written.
///
/// Chunks are places in the file and never their bytes; texts and lists are limited before they are read.
struct AudioFileContent {
    /// One of ``AudioFile/TypeID``.
    var typeID: FourCharCode
    /// As the audio is stored.
    var dataFormat: StreamDescription
    /// What else the packets can be taken for, the richest first: CAF's `ldsc`, which names the data format as well.
    /// Empty where nothing says it.
    var formats: [StreamDescription] = []
    /// The first byte of audio, from the start of the file.
    var dataOffset: Int64 = 0
    /// The bytes of audio in a run. Of a stream: to the end of the file, or to the tags there.
    var dataByteCount: Int64 = 0
    /// Where the packets are.
    var packets = PacketMap.constant
    var magicCookie: [UInt8]?
    /// The channels in the order of the file; `nil` when it does not say.
    var layout: ChannelLayout?
    /// What the file says of its priming; `nil` when it says nothing.
    var packetTableInfo: PacketTableInfo?
    var timeType = SMPTETimeType.none
    var markers: [AudioFileMarker] = []
    var regions: [AudioFileRegion] = []
    /// The chunks in whose place others are made, as they were: what a property does not say is taken from them.
    var replaced: [StoredChunk] = []
    /// The info dictionary, in the order of the file.
    var info: [FileProperties.Tag] = []
    /// Everything that is neither audio nor the container itself, in the order of the file.
    var chunks: [ChunkPlace] = []
    /// The first of ID3v2 at the start, or ID3v1 at the end.
    var id3Tag: Range<Int64>?
    /// Packets as a tag or header states them, before anybody has counted: an estimate.
    var statedPacketCount: Int64?
    /// Bits per second, likewise.
    var statedBitRate: Double?
    /// The most bytes that a packet of this kind can have.
    var packetSizeUpperBound = 0
    /// Whether everything but the audio lies before it.
    var isOptimized = true
    /// The valid bits of a sample where the stream description does not say: FLAC, ALAC.
    var sourceBitDepth: Int?
    /// How often the audio was changed, as CAF counts it.
    var editCount: UInt32 = 0
    /// The first byte of the container, behind tags that are none of its own.
    var containerStart: Int64 = 0
    /// The format chunk of a file that is changed, `fmt ` or `COMM`, which stays as it is.
    var storedFormat: [UInt8]?
    /// The text of an AU file, with the zeros behind it.
    var annotation: [UInt8] = []
    /// The instrument of an AIFF file (`INST`), whose loops are among ``regions``.
    var instrument: [UInt8]?
    /// An ID3v2 tag for a stream that is written.
    var newID3Tag: [UInt8]?
    var warnings: [FileWarning] = []

    /// A chunk of the file.
    struct ChunkPlace: Hashable {
        var id: FourCharCode
        var offset: Int64
        var byteCount: Int64
        /// As ``StoredChunk/guidTail``.
        var guidTail: [UInt8]?
    }

    /// The first chunk of this name. A Wave64 chunk whose GUID only begins as the name does is another one.
    func chunk(_ id: FourCharCode) -> ChunkPlace? {
        chunks.first { $0.id == id && $0.guidTail == nil }
    }

    init(typeID: FourCharCode, dataFormat: StreamDescription) {
        self.typeID = typeID
        self.dataFormat = dataFormat
    }
}

/// How the packets of a file are found.
enum PacketMap {
    /// All have ``StreamDescription/bytesPerPacket`` and ``StreamDescription/framesPerPacket``.
    case constant
    /// The file has a table of them, or they were written one by one.
    case table(PacketIndex)
    /// They are found by their own bytes, as far as somebody asks.
    case scanned(PacketScan)
}
