internal import KKMixing

/// What a file says of how it is stored: its packets, its chunks, and everything that is next to the audio.
struct InfoStored {
    var container: String
    var dataFormat: StreamDescription
    /// In the order of the file; `nil` if it does not say.
    var layout: ChannelLayout?
    /// The first byte of the audio, from the start of the file.
    var audioOffset: Int64
    var packetCount: Int64
    var byteCount: Int64
    var largestPacket: Int64
    /// Priming, sound and remainder: all sound where the file says nothing.
    var table: PacketTableInfo
    var cookie: [UInt8]?
    var regions: [AudioFileRegion] = []
    var tags: [FileProperties.Tag] = []
    var chunks: [Chunk]
    var warnings: [FileWarning]
    /// What is wrong with the chunks of a Core Audio file, beyond that.
    var notes: [String] = []

    private let fileType: FourCharCode
    /// What a decoder that knows the extensions makes of the packets, as the file says.
    private var richest: StreamDescription?

    struct Chunk {
        var type: FourCharCode
        /// What it is, in words, where that is known.
        var title: String?
        /// Its first byte after the header, from the start of the file.
        var offset: Int64
        var byteCount: Int64
        var fields: [CAFText.Field] = []
        var problem: String?
    }

    /// Reads all of a stream.
    init(_ bytes: InputBytes) throws(AudioFileError) {
        let file = try AudioFile(opening: bytes)
        fileType = file.fileType
        (container, dataFormat, layout, cookie) = (
            file.containerName, file.dataFormat, file.channelLayout, file.magicCookie
        )
        packetCount = try file.packetCount()
        byteCount = try file.audioByteCount()
        (audioOffset, largestPacket) = (0, 0)
        if case .number(let offset) = try file.property(AudioFile.Property.dataOffset) { audioOffset = offset }
        if case .number(let size) = try file.property(AudioFile.Property.maximumPacketSize) {
            largestPacket = packetCount > 0 ? size : 0
        }
        table = try file.packetTableInfo()
        if case .regions(let list)? = try? file.property(AudioFile.Property.regionList) { regions = list }
        if case .dictionary(let list)? = try? file.property(AudioFile.Property.infoDictionary) { tags = list }
        if case .descriptions(let list)? = try? file.property(AudioFile.Property.formatList) { richest = list.first }
        chunks = file.chunkPlaces.map { Chunk(type: $0.id, offset: $0.offset, byteCount: $0.byteCount) }
        warnings = file.warnings
        if fileType == AudioFile.TypeID.caf { tellChunks(bytes) }
    }

    private mutating func tellChunks(_ bytes: InputBytes) {
        do throws(AudioFileError) {
            chunks = try CAFText(CAFFile(bytes)).chunks.map { reported in
                Chunk(
                    type: reported.chunk.type, title: reported.title, offset: reported.chunk.contentOffset,
                    byteCount: reported.chunk.byteCount,
                    fields: reported.fields, problem: reported.problem)
            }
        } catch {
            // Where it is cut off, that was said already.
            notes = warnings.isEmpty ? [error.description] : []
        }
    }

    /// Counts as who decodes the packets does.
    mutating func takeRichest() {
        guard let richest, dataFormat.sampleRate > 0 else { return }
        let factor = Int64((richest.sampleRate / dataFormat.sampleRate).rounded())
        table = PacketTableInfo(
            validFrames: factor &* table.validFrames, primingFrames: factor &* table.primingFrames,
            remainderFrames: factor &* table.remainderFrames)
        if richest.channelsPerFrame != dataFormat.channelsPerFrame { layout = nil }
        dataFormat = richest
    }

    /// Packets of a frame each, which need no list.
    var isFrames: Bool { dataFormat.framesPerPacket == 1 && dataFormat.bytesPerPacket > 0 }

    /// The table where the file has one, or something to put into it.
    var statedTable: PacketTableInfo? {
        let isStated = chunks.contains { $0.type == "pakt" } || table.primingFrames != 0 || table.remainderFrames != 0
        return isStated ? table : nil
    }

    var lengthSource: FileProperties.LengthSource { fileType == AudioFile.TypeID.caf ? .gaplessTag : .scan }

    /// Whether what it says of itself is enough where nothing here decodes it. Of others a refusal is of this file.
    var isUndecoded: Bool {
        typealias ID = AudioFile.TypeID
        let streams = [ID.adts, ID.ac3, ID.enhancedAC3, ID.amr]
        let boxes = [ID.m4a, ID.m4b, ID.mpeg4, ID.quickTime, ID.threeGPP, ID.threeGPP2]
        // Vorbis is in no Core Audio file.
        let decoded = AudioFormat.decodeFormatIDs.filter { $0 != .vorbis }
        return streams.contains(fileType) || boxes.contains(fileType)
            || fileType == ID.caf && !decoded.contains(dataFormat.formatID)
    }
}
