public import KKPCM

extension ContainerTypeID {
    public static let wave64: FourCharCode = "W64f"
}

extension ContainerFormat {
    /// Sony Wave64.
    static let wave64 = ContainerFormat(
        kinds: [
            Kind(
                type: .w64, typeID: ID.wave64, name: "Wave64", extensions: ["w64"], formats: Kind.linear,
                family: .wave64, hasLongSizes: true)
        ],
        signature: { head in
            head.has("riff", at: 0) && head.has("wave", at: 24) && head.prefix(12, from: 4) == Wave64Parser.riffTail
                && head.prefix(12, from: 28) == Wave64Parser.chunkTail ? .w64 : nil
        },
        signatureByteCount: { head in head.has("riff", at: 0) ? 40 : 12 },
        parser: Wave64Parser.self,
        content: Container.chunked(_:_:_:),
        notes: { (source, probe, _) throws(AudioFileError) in
            let container = try Container(source, fileType: probe.fileType, start: probe.start)
            return try ChunkNotes(source, container, Wave64Notes.self, .w64)
        },
        inputs: [
            InputFormats.Row(name: "Wave64", reader: "kkmix", encodings: "u8 s16 s24 s32 f32 f64 ulaw alaw")
        ],
        outputs: [
            Output(
                container: .w64, name: "Wave64", extensions: ["w64"], encodings: Encoding.riff,
                texts: WaveNotesWriter.places,
                notes: NotePlaces { key in "summary \(WaveNotesWriter.infoID(of: key) ?? key)" },
                channelLimit: Output.byFrame,
                header: { (format, layout, notes, name) throws(AudioFileError) in
                    let texts = try WaveNotesWriter.bytes(notes, in: .wave64, name: name, Wave64Notes.chunk)
                    return Wave64Header(dataFormat: format, layout: layout, texts: texts)
                })
        ])
}
