public import KKPCM

extension ContainerTypeID {
    public static let wave: FourCharCode = "WAVE"
    public static let rf64: FourCharCode = "RF64"
    public static let bw64: FourCharCode = "BW64"
}

extension ContainerFormat {
    /// RIFF WAVE and its kin: RIFX (big-endian), RF64 and BW64 (64-bit sizes).
    static let wave = ContainerFormat(
        kinds: [
            Kind(
                type: .wav, typeID: ID.wave, name: "WAV", extensions: ["wav", "wave"], formats: Kind.linear,
                family: .riff, identifiers: ["com.microsoft.waveform-audio"],
                mimeTypes: ["audio/wav", "audio/wave", "audio/vnd.wave", "audio/x-wav"]),
            Kind(type: .rifx, typeID: ID.wave, name: "RIFX"),
            Kind(
                type: .rf64, typeID: ID.rf64, name: "RF64", extensions: ["rf64", "wav"], formats: Kind.linear,
                family: .riff, hasLongSizes: true),
            Kind(
                type: .bw64, typeID: ID.bw64, name: "BW64", extensions: ["bw64", "wav"], formats: Kind.linear,
                family: .riff, hasLongSizes: true),
        ],
        signature: { head in
            guard head.has("WAVE", at: 8) else { return nil }
            if head.has("RIFF", at: 0) { return .wav }
            if head.has("RIFX", at: 0) { return .rifx }
            if head.has("RF64", at: 0) { return .rf64 }
            return head.has("BW64", at: 0) ? .bw64 : nil
        },
        parser: WaveParser.self,
        content: { (source, probe, tags) throws(AudioFileError) in
            var container = try Container.chunked(source, probe, tags)
            container.takeID3Chunk()
            try container.takeWaveLoops(source)
            return container
        },
        notes: { (source, probe, _) throws(AudioFileError) in
            var container = try Container(source, fileType: probe.fileType, start: probe.start)
            if container.regions.isEmpty { try container.takeWaveLoops(source) }
            return try ChunkNotes(source, container, WaveNotesWriter.self, probe.fileType == .rifx ? nil : .wav)
        },
        inputs: [
            InputFormats.Row(
                name: "WAV, RIFX, RF64, BW64", reader: "kkmix", encodings: "u8 s16 s24 s32 f32 f64 ulaw alaw"),
            InputFormats.Row(
                name: "WAV with ADPCM or GSM", reader: "libsndfile",
                encodings: "ms-adpcm ima-adpcm g721 nms-adpcm gsm"),
            InputFormats.Row(name: "WAV with MPEG audio", reader: "libmpg123", encodings: "mp1 mp2 mp3"),
        ],
        outputs: [
            Output(
                container: .wav, name: "WAV", extensions: ["wav", "wave"], encodings: Encoding.riff,
                texts: .any, notes: .wave,
                channelLimit: Output.byFrame,
                header: { (format, layout, notes, name) throws(AudioFileError) in
                    let texts = try WaveNotesWriter.bytes(notes, format, in: .riff, name: name)
                    return WaveHeader(dataFormat: format, layout: layout, texts: texts)
                }),
            Output(
                container: .rf64, name: "RF64", extensions: ["rf64"], encodings: Encoding.riff,
                texts: .any, notes: .wave,
                channelLimit: Output.byFrame,
                header: { (format, layout, notes, name) throws(AudioFileError) in
                    let texts = try WaveNotesWriter.bytes(notes, format, in: .riff, name: name)
                    return WaveHeader(dataFormat: format, layout: layout, isAlwaysRF64: true, texts: texts)
                }),
        ])
}

extension NotePlaces {
    static let wave = NotePlaces(
        names: [
            .pictures: "id3 APIC", .markers: "cue , labl", .regions: "cue , ltxt", .loops: "smpl", .instrument: "inst",
            .productionNotes: "iXML",
        ], tags: .id3
    ) { key in
        if BroadcastExtension.keys.contains(key) { return "bext" }
        return WaveNotesWriter.infoID(of: key).map { "INFO \($0)" } ?? "id3 \(ID3Texts.frame(of: key))"
    }
}

extension ContainerFormat.Kind {
    /// What files hold that know linear PCM, µ-law and A-law.
    static let linear: [FourCharCode] = [.linearPCM, .uLaw, .aLaw]
}

extension ContainerFormat.Output {
    /// A frame's size has 16 bits.
    static let byFrame: @Sendable (Int) -> Int = { 65_535 / max(1, $0) }
}

extension Encoding {
    /// Samples of one byte are unsigned in RIFF, and signed elsewhere, where they are not written.
    static let riff: [Encoding] = [.u8] + signed
    static let signed: [Encoding] = [.s16, .s24, .s32, .f32, .f64, .ulaw, .alaw]
}
