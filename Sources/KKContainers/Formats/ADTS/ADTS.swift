public import KKPCM

extension ContainerTypeID {
    public static let adts: FourCharCode = "adts"
}

extension ContainerFormat {
    /// AAC in ADTS.
    static let adts = ContainerFormat(
        kinds: [
            Kind(
                type: .adts, typeID: ID.adts, name: "ADTS", extensions: ["aac", "adts"], formats: MagicCookieForm.aac,
                usesCookie: true, identifiers: ["public.aac-audio"],
                mimeTypes: ["audio/aac", "audio/aacp", "audio/x-aac"])
        ],
        content: Container.packets,
        notes: TagNotes.opening(),
        streams: [.adts],
        inputs: [InputFormats.Row(name: "ADTS", reader: "libavcodec", encodings: "aac")],
        outputs: [
            Output(
                container: .adts, name: "ADTS", extensions: ["aac", "adts"], encodings: [.aac], standard: .aac,
                typeID: ID.adts)
        ])
}

extension StreamKind {
    static let adts = StreamKind(fileType: .adts, typeID: ID.adts, name: "ADTS", packets: ADTSFramer.self)
}
