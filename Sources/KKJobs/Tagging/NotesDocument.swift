public import KKFiles
internal import KKPCM
public import KKSession

/// The document of a file as printed by `kkmix tags --json`, for reading. Its values replace those of the file; missing
/// keys and null change nothing.
public struct NotesDocument: Decodable, Sendable {
    var path: String?
    var tags: [String: String]?
    var pictures: [Picture]?
    var markers: [Marker]?
    var regions: [Region]?
    var instrument: Instrument?
    var ixml: String?
    /// The rate in which the places are counted, in hertz; that of the file if there is none.
    var sampleRate: Double?

    enum CodingKeys: String, CodingKey {
        case path, tags, pictures, markers, regions, instrument, ixml
        case sampleRate = "sample_rate"
    }

    struct Picture: Decodable {
        var kind: UInt8?
        var mimeType: String?
        var description: String?
        /// The file of the picture in base64.
        var data: String

        enum CodingKeys: String, CodingKey {
            case kind, description, data
            case mimeType = "mime_type"
        }
    }

    struct Marker: Decodable {
        var frame: Double
        var name: String?
    }

    struct Region: Decodable {
        var name: String?
        var loop: Bool?
        var backward: Bool?
        var forward: Bool?
        var markers: [Marker]
    }

    struct Instrument: Decodable {
        var baseNote: UInt8
        var detune: Int8?
        var lowNote: UInt8?
        var highNote: UInt8?
        var lowVelocity: UInt8?
        var highVelocity: UInt8?
        var gain: Int16?

        enum CodingKeys: String, CodingKey {
            case detune, gain
            case baseNote = "base_note", lowNote = "low_note", highNote = "high_note"
            case lowVelocity = "low_velocity", highVelocity = "high_velocity"
        }
    }

    private struct List: Decodable {
        var files: [NotesDocument]
    }

    /// The keys of each object; those that are printed and say nothing of the sound are not read.
    private static let keys: [String: [String]] = [
        "files": [
            "path", "tags", "pictures", "markers", "regions", "instrument", "ixml", "container", "sample_rate",
            "changed", "notices", "schema", "files",
        ],
        "pictures": ["kind", "mime_type", "description", "data", "bytes"],
        "markers": ["frame", "name", "channel", "type"],
        "regions": ["name", "loop", "forward", "backward", "markers", "id"],
        "instrument": [
            "base_note", "detune", "low_note", "high_note", "low_velocity", "high_velocity", "gain",
        ],
    ]

    /// The documents of files: a list or a single one.
    ///
    /// - Throws: `badData` for an invalid document or an unknown key.
    public static func read(_ bytes: [UInt8], of path: FilePath) throws(SessionError) -> [NotesDocument] {
        do {
            guard let shape = try? JSONText.read(DocumentShape.self, bytes) else {
                throw SessionError(
                    .badData, "this is not JSON", place: path, nextStep: "use what kkmix tags --json printed")
            }
            if let (problem, nextStep) = shape.stranger(under: "files", known: keys) {
                throw SessionError(.badData, problem, place: path, nextStep: nextStep)
            }
            if case .object(let fields) = shape, fields.contains(where: { $0.key == "files" }) {
                return try JSONText.read(List.self, bytes).files
            }
            return [try JSONText.read(NotesDocument.self, bytes)]
        } catch let error as SessionError {
            throw error
        } catch {
            throw SessionError(
                .badData,
                "this is not a document of tags: \((error as? DecodingError)?.inWords ?? "it cannot be read")",
                place: path, nextStep: "use one that kkmix tags --json printed")
        }
    }

    /// The document for a file: the one with its path, or the only one.
    public static func choose(_ documents: [NotesDocument], for path: FilePath) -> NotesDocument? {
        documents.first { $0.path == path.text } ?? (documents.count == 1 ? documents.first : nil)
    }

    /// The same with its places counted at another rate: at the same times.
    func counted(at rate: Double) -> NotesDocument {
        guard let own = sampleRate, own > 0, own.isFinite, rate > 0, own != rate else { return self }
        func moved(_ markers: [Marker]) -> [Marker] {
            markers.map { Marker(frame: ($0.frame * rate / own).rounded(), name: $0.name) }
        }
        var document = self
        document.sampleRate = rate
        if let text = tags?["time reference"], let frame = Double(text) {
            document.tags?["time reference"] = UInt64(exactly: (frame * rate / own).rounded()).map { "\($0)" } ?? text
        }
        document.markers = markers.map(moved)
        document.regions = regions?.map { region in
            var region = region
            region.markers = moved(region.markers)
            return region
        }
        return document
    }

    var hasPlaces: Bool { markers?.isEmpty == false || regions?.isEmpty == false }

    /// - Throws: `badData` for a marker outside the sound.
    func check(_ places: PlaceCheck) throws(SessionError) {
        func check(_ list: [Marker], _ name: String) throws(SessionError) {
            for (index, marker) in list.enumerated() {
                let title = marker.name.map { " ('\($0)')" } ?? ""
                try places.check(marker.frame, "\(name)[\(index)]\(title)", .badData)
            }
        }
        try check(markers ?? [], "markers")
        for (index, region) in (regions ?? []).enumerated() { try check(region.markers, "regions[\(index)].markers") }
    }

    /// - Throws: `badData` for a picture that is not base64.
    func apply(to notes: inout AudioFileAnnotations) throws(SessionError) {
        if let tags {
            // What is there keeps its place.
            let words = tags.map { FileProperties.Tag(key: TextChoice.key(spelling: $0.key), value: $0.value) }
            notes.information.removeAll { old in !words.contains { $0.isNamed(old.key) } }
            for word in words.sorted(by: { $0.key < $1.key }) { notes.information.set(word) }
        }
        if let pictures {
            notes.pictures = []
            for picture in pictures {
                guard let bytes = Base64.bytes(picture.data.utf8), !bytes.isEmpty else {
                    throw SessionError(
                        .badData, "the data of a picture is not base64", nextStep: "use what kkmix tags --json printed"
                    )
                }
                notes.pictures.append(
                    AttachedPicture(
                        bytes, kind: picture.kind ?? AttachedPicture.frontCover, mimeType: picture.mimeType,
                        description: picture.description ?? ""))
            }
        }
        if let markers {
            notes.markers = markers.map { AudioFileMarker(framePosition: $0.frame, name: $0.name ?? "") }
        }
        if let regions { notes.regions = regions.map(\.region) }
        if let instrument { notes.instrument = instrument.settings }
        if let ixml { notes.productionNotes = Array(ixml.utf8) }
    }
}

extension NotesDocument.Region {
    fileprivate var region: AudioFileRegion {
        var flags: AudioFileRegion.Flags = loop == true ? .loopEnable : []
        if forward != false { flags.insert(.playForward) }
        if backward == true { flags.insert(.playBackward) }
        let kinds: [AudioFileMarker.Kind] =
            loop == true ? [.sustainLoopStart, .sustainLoopEnd] : [.regionStart, .regionEnd]
        return AudioFileRegion(
            name: name ?? "", flags: flags,
            markers: markers.enumerated().map { index, marker in
                AudioFileMarker(
                    framePosition: marker.frame, name: marker.name ?? "", type: index < 2 ? kinds[index] : .generic)
            })
    }
}

extension NotesDocument.Instrument {
    fileprivate var settings: SamplerInstrument {
        var settings = SamplerInstrument()
        settings.baseNote = baseNote
        settings.detune = detune ?? 0
        (settings.lowNote, settings.highNote) = (lowNote ?? 0, highNote ?? 127)
        (settings.lowVelocity, settings.highVelocity) = (lowVelocity ?? 1, highVelocity ?? 127)
        settings.gain = gain ?? 0
        return settings
    }
}
