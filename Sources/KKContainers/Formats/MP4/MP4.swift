public import KKPCM

extension ContainerTypeID {
    public static let mpeg4: FourCharCode = "mp4f"
    public static let m4a: FourCharCode = "m4af"
    /// Audio books.
    public static let m4b: FourCharCode = "m4bf"
    public static let quickTime: FourCharCode = "MooV"
    public static let threeGPP: FourCharCode = "3gpp"
    public static let threeGPP2: FourCharCode = "3gp2"
}

extension ContainerFormat {
    /// ISO's base media files (MP4, M4A, M4B, 3GP) and QuickTime movies, which they come from.
    ///
    /// Source: ISO/IEC 14496-12 (boxes, sample tables, fragments), 14496-14 (MPEG-4 in them), 14496-1 §7.2.6
    /// (descriptors), 14496-3 §1.6 (AAC); Apple, QuickTime File Format; Xiph, "Encapsulation of FLAC in ISO Base Media
    /// File Format" and that of Opus; ETSI TS 102 366 annex F (AC-3).
    static let mp4 = ContainerFormat(
        kinds: [
            Kind(
                type: .m4a, typeID: ID.m4a, name: "M4A", extensions: ["m4a", "m4r"], formats: written,
                family: .boxes, usesCookie: true, readFormats: boxed,
                identifiers: ["com.apple.m4a-audio"], mimeTypes: ["audio/x-m4a", "audio/m4a", "audio/mp4"]),
            Kind(
                type: .m4b, typeID: ID.m4b, name: "M4B", extensions: ["m4b"], formats: written, family: .boxes,
                usesCookie: true, readFormats: boxed,
                identifiers: ["com.apple.protected-mpeg-4-audio-b"], mimeTypes: ["audio/x-m4b"]),
            Kind(
                type: .mp4, typeID: ID.mpeg4, name: "MP4", extensions: ["mp4"], formats: written, family: .boxes,
                usesCookie: true, readFormats: boxed,
                identifiers: ["public.mpeg-4", "public.mpeg-4-audio"], mimeTypes: ["audio/mp4", "video/mp4"]),
            Kind(
                type: .mov, typeID: ID.quickTime, name: "MOV", extensions: ["mov", "qt"],
                readFormats: Kind.linear + written + boxed + [.appleIMA4], identifiers: ["com.apple.quicktime-movie"],
                mimeTypes: ["video/quicktime"]),
            Kind(
                type: .threeGPP, typeID: ID.threeGPP, name: "3GP", extensions: ["3gp"], readFormats: written + boxed,
                identifiers: ["public.3gpp"], mimeTypes: ["audio/3gpp", "video/3gpp"]),
            Kind(
                type: .threeGPP2, typeID: ID.threeGPP2, name: "3G2", extensions: ["3g2"], readFormats: written + boxed,
                identifiers: ["public.3gpp2"], mimeTypes: ["audio/3gpp2", "video/3gpp2"]),
        ],
        signature: { head in MP4Brand.fileType(head) },
        parser: MP4Parser.self,
        reading: { (source, fileType, start, stream) throws(AudioFileError) in
            try Container(MP4Parser(source, fileType, start: start, isWhole: false, stream: stream), start: start)
        },
        content: Container.whole(mp4:_:_:),
        notes: { (source, probe, _) throws(AudioFileError) in try MP4NoteStore(source, probe) },
        demuxer: "mov,mp4,m4a,3gp,3g2,mj2",
        inputs: [
            InputFormats.Row(
                name: "M4A, M4B, MP4, MOV, 3GP, 3G2 with ALAC", reader: "kkmix", encodings: "alac of 16 and 24 bits"),
            InputFormats.Row(
                name: "M4A, MP4, MOV with AAC", reader: "libavcodec", encodings: "aac he-aac he-aac-v2"),
            InputFormats.Row(name: "MP4 with AC-3 or E-AC-3", reader: "libavcodec", encodings: "ac3 eac3"),
            InputFormats.Row(name: "3GP with AMR", reader: "libavcodec", encodings: "amr-nb amr-wb"),
            InputFormats.Row(name: "MP4 with FLAC", reader: "libFLAC", encodings: "flac"),
            InputFormats.Row(name: "MP4 with Opus", reader: "libopus", encodings: "opus"),
            InputFormats.Row(name: "MP4, MOV with MPEG audio", reader: "libmpg123", encodings: "mp2 mp3"),
            InputFormats.Row(name: "MP4 with Vorbis or DTS", reader: "libavformat", encodings: "vorbis dts"),
            InputFormats.Row(name: "MOV", reader: "kkmix", encodings: "u8 s8 s16 s24 s32 f32 f64 ulaw alaw"),
            InputFormats.Row(name: "MOV with IMA4", reader: "kkmix", encodings: "ima-adpcm"),
        ],
        outputs: [
            Output(
                container: .m4a, name: "M4A", extensions: ["m4a", "m4b"], encodings: [.aac, .alac16, .alac24],
                standard: .aac, isStreamable: false, texts: .any,
                notes: NotePlaces(
                    names: [.pictures: "covr", .markers: "chpl, chap"], tags: .boxes,
                    nameLimit: MP4Chapters.nameLimit, keepsPictureKinds: false
                ) { MP4NotesWriter.place(of: $0) }, typeID: ID.m4a)
        ])
}

/// The formats that are written in boxes.
private let written: [FourCharCode] = [.aac, .appleLossless]

/// Those that are found in them besides.
private let boxed: [FourCharCode] = [
    .aacHE, .aacHE2, .ac3, .enhancedAC3, .amr, .amrWB, .flac, .opus, .mpegLayer1, .mpegLayer2, .mpegLayer3,
]

/// What the first box of a file says that the file is.
enum MP4Brand {
    /// Boxes that old movies begin with, which have no `ftyp`.
    private static let oldStarts: [StaticString] = ["moov", "mdat", "free", "skip", "wide", "pnot"]
    /// Pictures, which are files of boxes as well.
    private static let pictures: [StaticString] = [
        "heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "avis", "crx ",
    ]

    /// - Parameter head: the first 12 bytes, or fewer where the file has no more.
    static func fileType(_ head: Span<UInt8>) -> FileType? {
        guard head.count >= 8 else { return nil }
        if head.has("ftyp", at: 4) {
            if isPicture(head) { return nil }
            if head.has("M4A ", at: 8) || head.has("M4P ", at: 8) { return .m4a }
            if head.has("M4B ", at: 8) { return .m4b }
            if head.has("qt  ", at: 8) { return .mov }
            if head.has("3g2", at: 8) { return .threeGPP2 }
            return head.has("3g", at: 8) ? .threeGPP : .mp4
        }
        // Pieces of a stream, which lack what comes before the first of them.
        if head.has("styp", at: 4) || head.has("moof", at: 4) { return .mp4 }
        guard oldStarts.contains(where: { head.has($0, at: 4) }) else { return nil }
        // A size is 0 (to the end), 1 (in 64 bits) or holds its own header, and no text.
        let size = head.bigEndian32(at: 0)
        return size < 2 || size >= 8 && size < 0x2000_0000 || head.has("mdat", at: 4) ? .mov : nil
    }

    static func isPicture(_ head: Span<UInt8>) -> Bool {
        head.has("ftyp", at: 4) && pictures.contains { head.has($0, at: 8) }
    }
}
