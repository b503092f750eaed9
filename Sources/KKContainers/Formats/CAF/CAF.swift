public import KKPCM

extension ContainerTypeID {
    public static let caf: FourCharCode = "caff"
}

extension ContainerFormat {
    /// Core Audio Format.
    static let caf = ContainerFormat(
        kinds: [
            Kind(
                type: .caf, typeID: ID.caf, name: "CAF", extensions: ["caf"],
                formats: Kind.linear + [
                    .aac, .appleLossless, .flac, .opus, .mpegLayer1, .mpegLayer2, .mpegLayer3, .ac3, .enhancedAC3,
                    .appleIMA4,
                ],
                family: .caf, hasLongSizes: true, layoutMayFollow: true, usesCookie: true,
                readFormats: [.aacHE, .aacHE2],
                identifiers: ["com.apple.coreaudio-format"], mimeTypes: ["audio/x-caf"])
        ],
        signature: { head in head.has("caff", at: 0) && head.count > 4 && head[4] == 0 ? .caf : nil },
        parser: CAFParser.self,
        content: Container.whole(caf:_:_:),
        notes: { (source, probe, tags) throws(AudioFileError) in
            try ChunkNotes(source, Container.whole(caf: source, probe, tags), CAFNotesWriter.self, .caf)
        },
        demuxer: "caf",
        inputs: [
            InputFormats.Row(name: "CAF", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw"),
            InputFormats.Row(name: "CAF with ALAC", reader: "kkmix", encodings: "alac of 16, 20, 24 and 32 bits"),
            InputFormats.Row(name: "CAF with IMA4", reader: "kkmix", encodings: "ima-adpcm"),
            InputFormats.Row(name: "CAF with FLAC", reader: "libFLAC", encodings: "flac"),
            InputFormats.Row(name: "CAF with Opus", reader: "libopus", encodings: "opus"),
            InputFormats.Row(
                name: "CAF with AAC", reader: "libavcodec", encodings: "aac he-aac he-aac-v2"),
            InputFormats.Row(name: "CAF with AC-3 or E-AC-3", reader: "libavcodec", encodings: "ac3 eac3"),
            InputFormats.Row(name: "CAF with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3"),
            InputFormats.Row(name: "CAF with iLBC", reader: "libavformat", encodings: "ilbc"),
        ],
        outputs: [
            Output(
                container: .caf, name: "CAF", extensions: ["caf", "caff"],
                encodings: Encoding.signed + [.alac16, .alac24], takesAnyRate: true, texts: .any, notes: .caf,
                typeID: ID.caf,
                header: { format, layout, annotations, _ in
                    CAFHeader(dataFormat: format, layout: layout, annotations: annotations)
                })
        ])
}

extension NotePlaces {
    static let caf = NotePlaces(
        names: [.markers: "mark, strg", .regions: "regn, strg", .loops: "regn", .instrument: "inst"],
        keepsNames: true, countsFrames: false
    ) { _ in "info" }
}
