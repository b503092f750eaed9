public import KKPCM

extension ContainerTypeID {
    /// Core Audio has no codes for these two.
    public static let matroska: FourCharCode = "MKV "
    public static let webM: FourCharCode = "WEBM"
}

extension ContainerFormat {
    /// Matroska and WebM, of which a track of sound is read by its packets. A stream of them goes through a file.
    ///
    /// Source: RFC 8794 (EBML), RFC 9559 (Matroska), and the codec mappings of the Matroska project (matroska-codec).
    static let matroska = ContainerFormat(
        kinds: [
            Kind(type: .matroska, typeID: ID.matroska, name: "Matroska", extensions: ["mka", "mkv"]),
            Kind(type: .webm, typeID: ID.webM, name: "WebM", extensions: ["webm", "weba"]),
        ],
        signature: { head in MatroskaDocument.fileType(head) },
        signatureByteCount: { head in MatroskaDocument.begins(head) ? MatroskaDocument.headByteCount : 12 },
        reading: { (source, fileType, start, stream) throws(AudioFileError) in
            try MatroskaReader(source, fileType, start: start, stream: stream).container()
        },
        demuxer: "matroska,webm",
        inputs: [
            InputFormats.Row(name: "Matroska, WebM with Opus", reader: "libopus", encodings: "opus"),
            InputFormats.Row(name: "Matroska, WebM with Vorbis", reader: "libvorbis", encodings: "vorbis"),
            InputFormats.Row(name: "Matroska with FLAC", reader: "libFLAC", encodings: "flac"),
            InputFormats.Row(name: "Matroska with ALAC", reader: "kkmix", encodings: "alac"),
            InputFormats.Row(
                name: "Matroska with AAC, AC-3 or E-AC-3", reader: "libavcodec", encodings: "aac ac3 eac3"),
            InputFormats.Row(name: "Matroska with MPEG audio", reader: "libmpg123", encodings: "mp2 mp3"),
            InputFormats.Row(
                name: "Matroska with DTS, TrueHD, WavPack or TTA", reader: "libavformat",
                encodings: "dts truehd wavpack tta"),
            InputFormats.Row(name: "Matroska", reader: "kkmix", encodings: "u8 s16 s24 s32 f32 f64"),
        ])
}

/// What the head of a file of EBML says that the file is.
enum MatroskaDocument {
    /// What every file of EBML begins with.
    static let magic: UInt32 = 0x1A45_DFA3

    /// What a file's own head fits in, of some forty bytes.
    static let headByteCount = 64

    static func begins(_ head: Span<UInt8>) -> Bool { head.count >= 4 && head.bigEndian32(at: 0) == magic }

    /// - Parameter head: the first bytes of the file.
    static func fileType(_ head: Span<UInt8>) -> FileType? {
        guard begins(head) else { return nil }
        // DocType: `webm`, or `matroska`.
        for place in 4..<max(4, min(head.count, headByteCount) - 6) where head[place] == 0x42 && head[place + 1] == 0x82
        {
            if head.has("webm", at: place + 3) { return .webm }
        }
        return .matroska
    }
}

/// The elements that are read.
enum MatroskaID {
    static let segment: UInt32 = 0x1853_8067
    static let info: UInt32 = 0x1549_A966
    static let tracks: UInt32 = 0x1654_AE6B
    static let cluster: UInt32 = 0x1F43_B675
    static let tags: UInt32 = 0x1254_C367
    static let chapters: UInt32 = 0x1043_A770
    /// What is next to clusters, and so ends one without a size: with those above the list of seeks, cues and
    /// attachments.
    static let topLevel: [UInt32] = [
        info, tracks, cluster, tags, chapters, 0x114D_9B74, 0x1C53_BB6B, 0x1941_A469,
    ]

    static let title: UInt32 = 0x7BA9

    static let simpleBlock: UInt32 = 0xA3
    static let blockGroup: UInt32 = 0xA0
    static let block: UInt32 = 0xA1
    static let discardPadding: UInt32 = 0x75A2

    static let trackEntry: UInt32 = 0xAE
    static let trackNumber: UInt32 = 0xD7
    static let trackUID: UInt32 = 0x73C5
    static let trackType: UInt32 = 0x83
    static let flagDefault: UInt32 = 0x88
    static let codecID: UInt32 = 0x86
    static let codecPrivate: UInt32 = 0x63A2
    static let codecDelay: UInt32 = 0x56AA
    static let audio: UInt32 = 0xE1
    static let samplingFrequency: UInt32 = 0xB5
    static let channels: UInt32 = 0x9F
    static let bitDepth: UInt32 = 0x6264
    static let contentEncodings: UInt32 = 0x6D80
    static let contentEncoding: UInt32 = 0x6240
    static let contentEncodingType: UInt32 = 0x5033
    static let contentEncodingScope: UInt32 = 0x5032
    static let contentCompression: UInt32 = 0x5034
    static let contentCompAlgo: UInt32 = 0x4254
    static let contentCompSettings: UInt32 = 0x4255

    static let tag: UInt32 = 0x7373
    static let targets: UInt32 = 0x63C0
    static let targetType: UInt32 = 0x68CA
    static let tagTrackUID: UInt32 = 0x63C5
    static let simpleTag: UInt32 = 0x67C8
    static let tagName: UInt32 = 0x45A3
    static let tagString: UInt32 = 0x4487

    static let edition: UInt32 = 0x45B9
    static let chapter: UInt32 = 0xB6
    static let chapterStart: UInt32 = 0x91
    static let chapterDisplay: UInt32 = 0x80
    static let chapterText: UInt32 = 0x85
}
