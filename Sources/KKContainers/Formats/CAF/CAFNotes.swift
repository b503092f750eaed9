internal import KKPCM

/// What a CAF file tells beside the audio: its information entries, markers, regions and the strings that name them. Of
/// several chunks of one name, what all of them say; the first says how time codes count.
struct CAFNotes {
    /// Whether all is read that a file is edited by, as far as its kind's limit allows for all chunks of a name
    /// together, and what is wrong with it is reported; or else what a player shows.
    let isWhole: Bool
    /// What else the packets can be taken for.
    private(set) var formats: [StreamDescription] = []
    private(set) var warnings: [FileWarning] = []
    private var entries: [FileProperties.Tag] = []
    private var strings: [CAFStrings.Entry] = []
    private var markers: CAFMarkers?
    private var regions: CAFRegions?
    /// The bytes that were read, by the chunks' name.
    private var taken: [FourCharCode: Int] = [:]

    init(isWhole: Bool) {
        self.isWhole = isWhole
    }

    /// Takes a chunk if it is one of these, as far as it can be followed.
    mutating func take(_ chunk: Chunk, from scanner: inout ChunkScanner) throws(AudioFileError) {
        switch chunk.id {
        case CAFInformation.chunkType: entries += try remark(CAFInformation.self, chunk, &scanner)?.entries ?? []
        case CAFStrings.chunkType: strings += try remark(CAFStrings.self, chunk, &scanner)?.entries ?? []
        case CAFMarkers.chunkType:
            guard let more = try remark(CAFMarkers.self, chunk, &scanner) else { break }
            if markers == nil { markers = more } else { markers?.markers += more.markers }
        case CAFRegions.chunkType where isWhole:
            guard let more = try remark(CAFRegions.self, chunk, &scanner) else { break }
            if regions == nil { regions = more } else { regions?.regions += more.regions }
        case CAFFormatList.chunkType where isWhole:
            let list = try? scanner.source.content(CAFFormatList.self, of: chunk)
            formats = list?.items.map(\.format.streamDescription) ?? []
        default: break
        }
    }

    private mutating func remark<Remark: CAFRemark>(
        _ kind: Remark.Type, _ chunk: Chunk, _ scanner: inout ChunkScanner
    ) throws(AudioFileError) -> Remark? {
        if isWhole {
            let room = kind.byteLimit - taken[chunk.id, default: 0]
            taken[chunk.id, default: 0] += min(room, Int(chunk.byteCount))
            return try scanner.source.remark(kind, of: chunk, limit: room, &warnings)
        }
        guard chunk.id == CAFMarkers.chunkType else { return kind.followed(try scanner.texts(of: chunk).bytes) }
        let room = Container.markerLimit - (markers?.markers.count ?? 0)
        return kind.followed(try scanner.fields(of: chunk, limit: 8 + CAFMarkers.markerByteCount * room).bytes)
    }

    /// The information; to a player, that which says something.
    var tags: [FileProperties.Tag] {
        isWhole ? entries : entries.filter { !$0.key.isEmpty && !$0.value.isEmpty }
    }

    /// The markers and regions in the order of the file, each with its name.
    var named: (markers: CAFMarkers?, regions: CAFRegions?) {
        let names = CAFStrings(entries: strings).texts
        var (markers, regions) = (markers, regions)
        markers?.take(names: names)
        regions?.take(names: names)
        return (markers, regions)
    }
}
