public import KKPCM

extension ContainerTypeID {
    public static let mpegLayer1: FourCharCode = "MPG1"
    public static let mpegLayer2: FourCharCode = "MPG2"
    public static let mpegLayer3: FourCharCode = "MPG3"

    /// That of a file of MPEG audio, by the format of its packets.
    package static func mpeg(_ formatID: FourCharCode) -> FourCharCode {
        switch formatID {
        case .mpegLayer1: mpegLayer1
        case .mpegLayer2: mpegLayer2
        default: mpegLayer3
        }
    }
}

extension ContainerFormat {
    /// MPEG-1, MPEG-2 and MPEG-2.5 audio, layers I to III. It has no signature: ``FormatProbe`` looks for its frames.
    static let mpeg = ContainerFormat(
        kinds: [
            Kind(
                typeID: ID.mpegLayer1, name: "MPEG audio", extensions: ["mp1", "mpeg", "mpa"], formats: [.mpegLayer1],
                mimeTypes: ["audio/mpeg", "audio/mpg", "audio/x-mpeg"]),
            Kind(
                typeID: ID.mpegLayer2, name: "MPEG audio", extensions: ["mp2", "mpeg", "mpa"], formats: [.mpegLayer2],
                identifiers: ["public.mp2"], mimeTypes: ["audio/mpeg", "audio/mpg", "audio/x-mpeg"]),
            Kind(
                type: .mpeg, typeID: ID.mpegLayer3, name: "MPEG audio", extensions: ["mp3", "mpeg", "mpa"],
                formats: [.mpegLayer3], identifiers: ["public.mp3"],
                mimeTypes: ["audio/mpeg", "audio/mp3", "audio/mpg", "audio/x-mpeg", "audio/x-mp3"]),
        ],
        content: { (source, _, tags) throws(AudioFileError) in
            try Container.stream(source, .mpeg, behind: tags)
        },
        notes: TagNotes.opening(.mp3),
        streams: [.mpeg],
        inputs: [
            InputFormats.Row(
                name: "MPEG-1, MPEG-2, MPEG-2.5, layers I to III", reader: "libmpg123", encodings: "mp1 mp2 mp3")
        ],
        outputs: [
            Output(
                container: .mp3, name: "MP3", extensions: ["mp3"], encodings: [.mp3], standard: .mp3,
                texts: .any,
                notes: NotePlaces(
                    names: [.pictures: "APIC", .markers: "CHAP, CTOC"], tags: .id3
                ) { ID3Texts.frame(of: $0) })
        ])
}

extension StreamKind {
    /// Of which layer it is, the packets tell.
    static let mpeg = StreamKind(typeID: ID.mpegLayer3, name: "MPEG audio", packets: MPEGFramer.self)
}
