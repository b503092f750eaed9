public import KKPCM

extension ContainerTypeID {
    public static let ac3: FourCharCode = "ac-3"
    /// Core Audio has no file type for it; this is the code of the format.
    public static let enhancedAC3: FourCharCode = "ec-3"
}

extension ContainerFormat {
    /// AC-3 and E-AC-3 (ATSC A/52). Core Audio has no code of its own for a file of the second; this is that of the
    /// packets.
    static let ac3 = ContainerFormat(
        kinds: [
            Kind(
                type: .ac3, typeID: ID.ac3, name: "AC-3", extensions: ["ac3"], formats: [.ac3],
                identifiers: ["public.ac3-audio"], mimeTypes: ["audio/ac3"]),
            Kind(
                type: .eac3, typeID: ID.enhancedAC3, name: "E-AC-3", extensions: ["eac3", "ec3"],
                formats: [.enhancedAC3], identifiers: ["public.enhanced-ac3-audio"], mimeTypes: ["audio/eac3"]),
        ],
        content: Container.packets,
        notes: TagNotes.opening(),
        streams: [.ac3, .enhancedAC3],
        inputs: [InputFormats.Row(name: "AC-3, E-AC-3", reader: "libavcodec", encodings: "ac3 eac3")],
        outputs: [
            Output(
                container: .ac3, name: "AC-3", extensions: ["ac3"], encodings: [.ac3], standard: .ac3, typeID: ID.ac3)
        ])
}

extension StreamKind {
    static let ac3 = StreamKind(fileType: .ac3, typeID: ID.ac3, name: "AC-3", packets: AC3Framer.self) {
        !$0.isEnhanced
    }
    static let enhancedAC3 = StreamKind(
        fileType: .eac3, typeID: ID.enhancedAC3, name: "E-AC-3", packets: AC3Framer.self
    ) { $0.isEnhanced }
}
