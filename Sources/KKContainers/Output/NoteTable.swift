internal import KKPCM

/// Where each format has what belongs to a sound: the table of fields and containers.
package enum NoteTable {
    package struct Row {
        package let field: String
        package let places: [Place]
        /// What a sound has of it.
        package let example: AudioFileAnnotations
    }

    /// Where one format has it: `nil` where it has no place for it.
    package struct Place {
        package let container: OutputContainer
        package let name: String?
    }

    /// Of several that are alike the first: AIFF-C is as AIFF, RF64 as WAV, Opus as Ogg.
    package static let containers = outputs.map(\.container)
    fileprivate static let outputs = ContainerFormat.all.compactMap(\.outputs.first).filter {
        $0.texts.key(for: "title") != nil
    }

    package static var rows: [Row] {
        texts.map { key, value in
            Row(
                field: key, example: AudioFileAnnotations(information: [FileProperties.Tag(key: key, value: value)])
            ) { output in output.texts.key(for: key).map { _ in output.notes.text(key) } }
        }
            + NotePlaces.Part.allCases.map { part in
                Row(field: title(of: part), example: example(of: part)) { $0.notes.names[part] }
            }
    }

    private static let texts: [(key: String, value: String)] = [
        ("title", "A title"), ("artist", "An artist"), ("album", "An album"), ("album artist", "Somebody"),
        ("track number", "3/9"), ("disc number", "1/2"), ("year", "2021"), ("genre", "Jazz"), ("comments", "A comment"),
        ("composer", "Somebody"), ("lyricist", "Somebody"), ("copyright", "Somebody"), ("ISRC", "DEA012345678"),
        ("tempo", "120"), ("key signature", "Am"), ("lyrics", "la la"), ("replaygain_track_gain", "-3.20 dB"),
        ("description", "A take"), ("originator", "A recorder"), ("originator reference", "XY1"),
        ("origination date", "2021-03-04"), ("origination time", "10:20:30"), ("time reference", "480000"),
        ("umid", String(repeating: "0a", count: 64)), ("loudness value", "-23.00"), ("coding history", "A=PCM"),
        ("any other", "A text"),
    ]

    private static func title(of part: NotePlaces.Part) -> String {
        switch part {
        case .pictures: "cover"
        case .markers: "markers, chapters"
        case .regions: "regions"
        case .loops: "loops"
        case .instrument: "sampler's settings"
        case .productionNotes: "iXML"
        }
    }

    private static func example(of part: NotePlaces.Part) -> AudioFileAnnotations {
        var example = AudioFileAnnotations()
        switch part {
        case .pictures: example.pictures = [AttachedPicture([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0])]
        case .markers:
            example.markers = [
                AudioFileMarker(framePosition: 480, name: "One"), AudioFileMarker(framePosition: 2400, name: "Two"),
            ]
        case .regions: example.regions = [stretch(.regionStart, .regionEnd, [.playForward])]
        case .loops: example.regions = [stretch(.sustainLoopStart, .sustainLoopEnd, [.loopEnable, .playForward])]
        case .instrument:
            var settings = SamplerInstrument()
            settings.baseNote = 48
            example.instrument = settings
        case .productionNotes: example.productionNotes = Array("<BWFXML/>".utf8)
        }
        return example
    }

    private static func stretch(
        _ start: AudioFileMarker.Kind, _ end: AudioFileMarker.Kind, _ flags: AudioFileRegion.Flags
    ) -> AudioFileRegion {
        AudioFileRegion(
            flags: flags,
            markers: [
                AudioFileMarker(framePosition: 480, type: start), AudioFileMarker(framePosition: 960, type: end),
            ])
    }
}

extension NoteTable.Row {
    fileprivate init(
        field: String, example: AudioFileAnnotations, place: (ContainerFormat.Output) -> String?
    ) {
        let places = NoteTable.outputs.map { NoteTable.Place(container: $0.container, name: place($0)) }
        self.init(field: field, places: places, example: example)
    }
}
