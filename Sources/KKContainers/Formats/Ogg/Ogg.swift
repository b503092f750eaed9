internal import KKPCM

extension ContainerFormat {
    /// Ogg (RFC 3533) with Vorbis, Opus or FLAC. Speex is left to libavformat.
    static let ogg = ContainerFormat(
        kinds: [Kind(type: .ogg, typeID: "Oggf", name: "Ogg")],
        signature: { head in head.has("OggS", at: 0) ? .ogg : nil },
        notes: { (source, probe, _) throws(AudioFileError) in
            if let head = try OggHead(source, start: probe.start) { return head }
            return ReadNotes()
        },
        demuxer: "ogg",
        inputs: [
            InputFormats.Row(name: "Ogg", reader: "libvorbis", encodings: "vorbis"),
            InputFormats.Row(name: "Ogg Opus", reader: "libopus", encodings: "opus"),
            InputFormats.Row(name: "Ogg with FLAC", reader: "libFLAC", encodings: "flac of 8, 16 and 24 bits"),
            InputFormats.Row(name: "Ogg with Speex", reader: "libavformat", encodings: "speex"),
        ],
        outputs: [
            Output(
                container: .ogg, name: "Ogg", extensions: ["ogg", "oga"], encodings: [.vorbis, .opus],
                standard: .vorbis,
                texts: .any, notes: .vorbis(pictures: "METADATA_BLOCK_PICTURE")),
            Output(
                container: .opus, name: "Ogg Opus", extensions: ["opus"], encodings: [.opus], standard: .opus,
                texts: .any, notes: .vorbis(pictures: "METADATA_BLOCK_PICTURE")),
        ])
}
