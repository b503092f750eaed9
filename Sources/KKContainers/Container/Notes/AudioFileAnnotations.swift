internal import KKPCM

/// The metadata of a sound: tags, pictures, markers, regions and sampler settings.
///
/// Each format can store some of it (``NotePlaces``). In formats with chapters, a marker with a name is a chapter.
public struct AudioFileAnnotations: Hashable, Sendable {
    /// Under the keys of Core Audio's info dictionary (`title`, `artist`, …) or any other.
    public var information: [FileProperties.Tag]
    /// In frames of the written file.
    public var markers: [AudioFileMarker]
    public var regions: [AudioFileRegion]
    /// The type of the markers' time codes.
    public var timeType: SMPTETimeType
    public var pictures: [AttachedPicture] = []
    public var instrument: SamplerInstrument?
    /// The XML text of film and broadcast recorders (iXML), unchanged.
    public var productionNotes: [UInt8]?
    /// What the file that they were read from says beside them.
    package var origin: NoteOrigin?
    /// What the file has besides and nothing here reads, by its names: it stays in that file, and no other gets it.
    package var unread: [String] = []

    public init(
        information: [FileProperties.Tag] = [], markers: [AudioFileMarker] = [], regions: [AudioFileRegion] = [],
        timeType: SMPTETimeType = .none
    ) {
        self.information = information
        self.markers = markers
        self.regions = regions
        self.timeType = timeType
    }

    public var isEmpty: Bool {
        information.isEmpty && markers.isEmpty && regions.isEmpty && pictures.isEmpty && instrument == nil
            && productionNotes == nil
    }

    /// Adds the markers and regions of a track that begins at a frame. They get new ids; the track's tags are left out.
    public mutating func add(_ track: AudioFileAnnotations, at frame: Double) {
        func moved(_ marker: AudioFileMarker) -> AudioFileMarker {
            var marker = marker
            marker.framePosition += frame
            marker.id = 0
            return marker
        }
        markers += track.markers.map(moved)
        regions += track.regions.map { AudioFileRegion(name: $0.name, flags: $0.flags, markers: $0.markers.map(moved)) }
    }

    /// The CAF chunks `info`, `strg`, `mark`, `regn`, without empty ones.
    ///
    /// An id is kept unless another item with a different name has it; 0 and duplicate ids become the next free number.
    public var chunks: [StoredChunk] { chunks(keeping: [], besides: [], regionTimeType: nil) }

    /// - Parameters:
    ///   - strings: those that stay in `strg`, whoever's they are.
    ///   - ids: those of markers and regions that stay beside these ones.
    ///   - regionTimeType: how the time codes in regions count, where that is known to differ.
    func chunks(
        keeping strings: [CAFStrings.Entry], besides ids: [UInt32], regionTimeType: SMPTETimeType?
    ) -> [StoredChunk] {
        var numbering = CAFNumbering(
            keeping: markers.map(\.id) + regions.flatMap { [$0.id] + $0.markers.map(\.id) }, strings: strings,
            besides: ids)
        func numbered(_ marker: AudioFileMarker) -> AudioFileMarker {
            var marker = marker
            marker.id = numbering.id(marker.id, name: marker.name)
            return marker
        }
        let markers = markers.map(numbered)
        var regions = regions
        for index in regions.indices {
            regions[index].id = numbering.id(regions[index].id, name: regions[index].name)
            regions[index].markers = regions[index].markers.map(numbered)
        }
        var chunks: [StoredChunk] = []
        if !information.isEmpty { chunks.append(StoredChunk(CAFInformation(entries: information))) }
        if !numbering.strings.entries.isEmpty { chunks.append(StoredChunk(numbering.strings)) }
        if !markers.isEmpty { chunks.append(StoredChunk(CAFMarkers(timeType: timeType, markers: markers))) }
        if !regions.isEmpty {
            chunks.append(StoredChunk(CAFRegions(timeType: regionTimeType ?? timeType, regions: regions)))
        }
        return chunks
    }
}

extension AudioFileAnnotations {
    /// Refuses what no file gives back as it was: a text with a NUL inside, which ends it, and a place that is not a
    /// number.
    ///
    /// - Throws: `-50`.
    package func requireStorable(name path: String) throws(AudioFileError) {
        for tag in information {
            guard !tag.key.utf8.contains(0) else {
                throw Self.unstorable(path, "the key '\(tag.key)' contains a NUL, which would end it")
            }
            guard !tag.value.utf8.contains(0) else {
                throw Self.unstorable(path, "the text of '\(tag.key)' contains a NUL, which would end it")
            }
        }
        for name in regions.map(\.name) + (markers + regions.flatMap(\.markers)).map(\.name) where name.utf8.contains(0)
        {
            throw Self.unstorable(path, "the name '\(name)' contains a NUL, which would end it")
        }
        for marker in markers + regions.flatMap(\.markers) where !marker.framePosition.isFinite {
            throw AudioFileError(
                .parameter, kind: .usage, path: path,
                "a marker cannot be at frame \(marker.framePosition)",
                nextStep: "give a frame number from the start of the audio")
        }
    }

    private static func unstorable(_ path: String, _ problem: String) -> AudioFileError {
        // What cannot be stored is not printed either.
        let printed = String(decoding: problem.utf8.map { $0 == 0 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
        return AudioFileError(
            .parameter, kind: .usage, path: path, printed, nextStep: "remove it, or give several values")
    }
}

/// Ids for markers and regions, and the strings under them.
private struct CAFNumbering {
    private(set) var strings: CAFStrings
    private let kept: Set<UInt32>
    private var names: [UInt32: String] = [:]
    private var last: UInt32 = 0

    /// - Parameters:
    ///   - ids: those that somebody asks for, which no other thing gets.
    ///   - entries: strings that are there already.
    ///   - others: ids that somebody else has.
    init(keeping ids: [UInt32], strings entries: [CAFStrings.Entry], besides others: [UInt32]) {
        kept = Set(ids)
        strings = CAFStrings(entries: entries)
        for entry in entries where names[entry.id] == nil { names[entry.id] = entry.text }
        for id in others where names[id] == nil { names[id] = "" }
    }

    mutating func id(_ wanted: UInt32, name: String) -> UInt32 {
        if wanted != 0, let other = names[wanted] {
            if other == name { return wanted }
        } else if wanted != 0 {
            take(wanted, name)
            return wanted
        }
        repeat { last += 1 } while kept.contains(last) || names[last] != nil
        take(last, name)
        return last
    }

    private mutating func take(_ id: UInt32, _ name: String) {
        names[id] = name
        if !name.isEmpty { strings.entries.append(CAFStrings.Entry(id: id, text: name)) }
    }
}
