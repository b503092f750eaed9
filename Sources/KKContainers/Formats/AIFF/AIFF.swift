public import KKPCM

extension ContainerTypeID {
    public static let aiff: FourCharCode = "AIFF"
    public static let aifc: FourCharCode = "AIFC"
}

extension ContainerFormat {
    /// AIFF (1989) and AIFF-C (1991).
    static let aiff = ContainerFormat(
        kinds: [
            Kind(
                type: .aiff, typeID: ID.aiff, name: "AIFF", extensions: ["aiff", "aif"], formats: [.linearPCM],
                family: .iff, layoutMayFollow: true, identifiers: ["public.aiff-audio"],
                mimeTypes: ["audio/aiff", "audio/x-aiff"]),
            Kind(
                type: .aifc, typeID: ID.aifc, name: "AIFF-C", extensions: ["aifc", "aiff", "aif"], formats: Kind.linear,
                family: .iff, layoutMayFollow: true, identifiers: ["public.aifc-audio"],
                mimeTypes: ["audio/aiff", "audio/x-aiff"]),
        ],
        signature: { head in
            guard head.has("FORM", at: 0) else { return nil }
            return head.has("AIFF", at: 8) ? .aiff : head.has("AIFC", at: 8) ? .aifc : nil
        },
        parser: AIFFParser.self,
        content: { (source, probe, tags) throws(AudioFileError) in
            var container = try Container.chunked(source, probe, tags)
            container.takeID3Chunk()
            try container.takeAIFFLoops(source)
            return container
        },
        notes: { (source, probe, _) throws(AudioFileError) in
            var container = try Container(source, fileType: probe.fileType, start: probe.start)
            if container.regions.isEmpty { try container.takeAIFFLoops(source) }
            return try ChunkNotes(source, container, AIFFNotes.self, probe.fileType == .aiff ? .aiff : .aifc)
        },
        inputs: [
            InputFormats.Row(
                name: "AIFF, AIFF-C", reader: "kkmix", encodings: "u8 s8 s16 s24 s32 f32 f64 ulaw alaw sowt"),
            InputFormats.Row(name: "AIFF-C with IMA4", reader: "kkmix", encodings: "ima-adpcm"),
            InputFormats.Row(name: "AIFF-C with GSM or DWVW", reader: "libsndfile", encodings: "gsm dwvw"),
            InputFormats.Row(name: "AIFF-C with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3"),
        ],
        outputs: [
            // The header states a length that is known only at the end.
            Output(
                container: .aiff, name: "AIFF", extensions: ["aiff", "aif"], encodings: Encoding.signed,
                isStreamable: false, isBigEndian: true, takesAnyRate: true, texts: .any, notes: .aiff,
                channelLimit: { _ in 32_767 },
                header: { (format, layout, notes, name) throws(AudioFileError) in
                    let texts = try AIFFNotes.bytes(notes, format, in: .iff, name: name)
                    return AIFFHeader(dataFormat: format, layout: layout, isAIFC: false, texts: texts)
                }),
            Output(
                container: .aifc, name: "AIFF-C", extensions: ["aifc"], encodings: Encoding.signed,
                isStreamable: false, isBigEndian: true, takesAnyRate: true, texts: .any, notes: .aiff,
                channelLimit: { _ in 32_767 },
                header: { (format, layout, notes, name) throws(AudioFileError) in
                    let texts = try AIFFNotes.bytes(notes, format, in: .iff, name: name)
                    return AIFFHeader(dataFormat: format, layout: layout, isAIFC: true, texts: texts)
                }),
        ])
}

extension NotePlaces {
    static let aiff = NotePlaces(
        names: [.pictures: "ID3 APIC", .markers: "MARK", .loops: "INST, MARK", .instrument: "INST"], tags: .id3,
        markerLimit: 0x7000, nameLimit: 255
    ) { key in
        AIFFNotes.textChunks.first { $0.key == key }?.id.characters ?? "ID3 \(ID3Texts.frame(of: key))"
    }
}
