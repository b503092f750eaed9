internal import KKPCM

/// Where each format has what belongs to a sound: the table of fields and containers.
package enum NoteTable {
    package struct Row {
        package let field: String
        /// Where it stands, by ``containers``; `nil` if there is no place for it.
        package let places: [String?]
        /// What a sound has of it.
        package let example: AudioFileAnnotations
    }

    /// Of several that are alike the first: AIFF-C is as AIFF, RF64 as WAV, Opus as Ogg.
    package static let containers: [OutputContainer] = [.wav, .w64, .aiff, .caf, .flac, .ogg, .mp3, .m4a, .wavpack]

    package static var rows: [Row] {
        texts.map { key, value in
            Row(
                field: key, places: containers.map { place(of: key, in: $0) },
                example: AudioFileAnnotations(information: [FileProperties.Tag(key: key, value: value)]))
        } + parts.map { part in Row(field: part.field, places: part.places, example: part.example) }
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

    private static func place(of key: String, in container: OutputContainer) -> String? {
        guard let places = container.output?.texts, let placed = places.key(for: key) else { return nil }
        let frame =
            switch key {
            case "comments": "COMM"
            case "lyrics": "USLT"
            default: ID3Texts.keys.first { $0.key == key && !["TYER", "TDES"].contains($0.frame) }?.frame ?? "TXXX"
            }
        switch container {
        case .wav, .w64:
            if BroadcastExtension.keys.contains(key) { return "bext" }
            let known = WaveNotesWriter.places.key(for: placed)
            let id = WaveNotesWriter.keys.first { $0.key == known }?.id.characters
            return id.map { container == .wav ? "INFO \($0)" : "summary \($0)" } ?? "id3 \(frame)"
        case .aiff: return AIFFNotes.textChunks.first { $0.key == key }?.id.characters ?? "ID3 \(frame)"
        case .caf: return "info"
        case .flac, .ogg: return VorbisComment.name(of: key)
        case .mp3: return frame
        case .m4a: return MP4NotesWriter.place(of: key)
        case .wavpack: return APETags.name(of: key)
        default: return nil
        }
    }

    private static var parts: [(field: String, places: [String?], example: AudioFileAnnotations)] {
        let places = [
            AudioFileMarker(framePosition: 480, name: "One"), AudioFileMarker(framePosition: 2400, name: "Two"),
        ]
        func stretch(
            _ start: AudioFileMarker.Kind, _ end: AudioFileMarker.Kind, _ flags: AudioFileRegion.Flags
        )
            -> AudioFileAnnotations
        {
            let ends = [
                AudioFileMarker(framePosition: 480, type: start), AudioFileMarker(framePosition: 960, type: end),
            ]
            return AudioFileAnnotations(regions: [AudioFileRegion(flags: flags, markers: ends)])
        }
        var (cover, instrument, production) = (
            AudioFileAnnotations(), AudioFileAnnotations(), AudioFileAnnotations()
        )
        cover.pictures = [AttachedPicture([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0])]
        var settings = SamplerInstrument()
        settings.baseNote = 48
        instrument.instrument = settings
        production.productionNotes = Array("<BWFXML/>".utf8)
        return [
            (
                "cover",
                [
                    "id3 APIC", nil, "ID3 APIC", nil, "PICTURE", "METADATA_BLOCK_PICTURE", "APIC", "covr",
                    "Cover Art (Front)",
                ], cover
            ),
            (
                "markers, chapters",
                [
                    "cue , labl", nil, "MARK", "mark, strg", "CHAPTER001", "CHAPTER001", "CHAP, CTOC", "chpl, chap",
                    nil,
                ], AudioFileAnnotations(markers: places)
            ),
            (
                "regions", ["cue , ltxt", nil, nil, "regn, strg", nil, nil, nil, nil, nil],
                stretch(.regionStart, .regionEnd, [.playForward])
            ),
            (
                "loops", ["smpl", nil, "INST, MARK", "regn", nil, nil, nil, nil, nil],
                stretch(.sustainLoopStart, .sustainLoopEnd, [.loopEnable, .playForward])
            ),
            ("sampler's settings", ["inst", nil, "INST", "inst", nil, nil, nil, nil, nil], instrument),
            ("iXML", ["iXML", nil, nil, nil, nil, nil, nil, nil, nil], production),
        ]
    }
}
