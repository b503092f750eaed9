public import KKPCM

extension ContainerTypeID {
    /// Sun and NeXT.
    public static let next: FourCharCode = "NeXT"
}

extension ContainerFormat {
    /// Sun and NeXT sound files.
    static let au = ContainerFormat(
        kinds: [
            Kind(
                type: .au, typeID: ID.next, name: "AU", extensions: ["au", "snd"], formats: Kind.linear, family: .au,
                hasLongSizes: true, statesDataOffset: true, identifiers: ["public.au-audio"],
                mimeTypes: ["audio/basic", "audio/au", "audio/x-au"])
        ],
        signature: { head in head.has(".snd", at: 0) || head.has("dns.", at: 0) ? .au : nil },
        parser: AUParser.self,
        content: { (source, probe, _) throws(AudioFileError) in
            var container = try Container(source, fileType: probe.fileType, start: probe.start)
            // G.721 and G.723 are a run of bits.
            guard case .linear = container.codec else {
                throw AudioFileError(
                    .unsupportedFileType, kind: .unavailable, path: source.name,
                    "the audio cannot be read packet by packet",
                    nextStep: "open it with AudioFileReader, which decodes it")
            }
            container.packetSizeUpperBound = Int(container.dataFormat.bytesPerPacket)
            return container
        },
        inputs: [
            InputFormats.Row(name: "AU", reader: "kkmix", encodings: "s8 s16 s24 s32 f32 f64 ulaw alaw"),
            InputFormats.Row(name: "AU with G.721 or G.723", reader: "libsndfile", encodings: "g721 g723"),
        ],
        outputs: [
            Output(
                container: .au, name: "AU", extensions: ["au", "snd"], encodings: Encoding.signed, isBigEndian: true,
                header: { format, _, _, _ in AUHeader(dataFormat: format) })
        ])
}
