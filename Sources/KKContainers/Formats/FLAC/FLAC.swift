public import KKPCM

extension ContainerTypeID {
    public static let flac: FourCharCode = "flac"
}

extension ContainerFormat {
    /// FLAC (RFC 9639).
    static let flac = ContainerFormat(
        kinds: [
            Kind(
                type: .flac, typeID: ID.flac, name: "FLAC", extensions: ["flac"], formats: [.flac],
                usesCookie: true, identifiers: ["org.xiph.flac"], mimeTypes: ["audio/flac", "audio/x-flac"])
        ],
        signature: { head in head.has("fLaC", at: 0) ? .flac : nil },
        content: { (source, _, tags) throws(AudioFileError) in
            try Container.stream(source, .flac, behind: tags)
        },
        notes: { (source, probe, _) throws(AudioFileError) in try FLACNotes(source, start: probe.start) },
        streams: [.flac],
        inputs: [InputFormats.Row(name: "FLAC", reader: "libFLAC", encodings: "flac of 8, 16 and 24 bits")],
        outputs: [
            Output(
                container: .flac, name: "FLAC", extensions: ["flac"], encodings: [.s16, .s24], texts: .any,
                notes: .vorbis(pictures: "PICTURE"))
        ])
}

extension StreamKind {
    static let flac = StreamKind(typeID: ID.flac, name: "FLAC") { FLACFramer(byteCount: $0) }
}
