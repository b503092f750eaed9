internal import KKMixing

/// `{"schema":1,"files":[…]}`: what `info --json` prints.
typealias InfoDocument = FilesDocument<InfoFacts>

/// Every key is there, null where a file has no such value.
struct InfoFacts: Codable {
    var path: String
    var container: String
    @OrNull var encoding: String?
    var decodable: Bool
    @OrNull var sample_rate: Double?
    var channels: Int
    var layout: String
    var labels: [String]
    @OrNull var stored_labels: [String]?
    var frames: Int64
    var frames_source: FileProperties.LengthSource
    @OrNull var frames_claimed: Int64?
    @OrNull var duration: Double?
    @OrNull var priming: Int64?
    @OrNull var padding: Int64?
    @OrNull var audio_offset: Int64?
    @OrNull var packets: Packets?
    @OrNull var packet_table: PacketTable?
    @OrNull var cookie: Cookie?
    var streams: [String]
    var tags: [String: String]
    var markers: [Marker]
    var regions: [Region]
    var chunks: [Chunk]
    var warnings: [String]
    var notes: [String]

    init(_ file: InfoFile) {
        path = file.path
        container = file.container
        encoding = file.format?.encodingName
        decodable = file.reader != nil
        sample_rate = file.format?.sampleRate
        channels = file.layout.channelCount
        layout = file.layout.name
        labels = file.layout.labels.map(\.description)
        stored_labels = file.storedLayout?.labels.map(\.description)
        frames = file.frameCount
        frames_source = file.lengthSource
        frames_claimed = file.reader?.properties.claimedFrameCount
        duration = file.seconds
        priming = file.priming
        padding = file.padding
        audio_offset = file.stored?.audioOffset
        packets = file.stored.map(Packets.init)
        packet_table = file.stored?.statedTable.map(PacketTable.init)
        cookie = file.stored?.cookie.map(Cookie.init)
        streams = file.streams
        tags = Dictionary(file.tags.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        markers = file.markers.map(Marker.init)
        regions = (file.stored?.regions ?? []).map(Region.init)
        chunks = (file.stored?.chunks ?? []).map(Chunk.init)
        warnings = file.warnings.map(\.description)
        notes = file.notes
    }
}
