public import KKPCM

extension ContainerTypeID {
    public static let amr: FourCharCode = "amrf"
}

extension ContainerFormat {
    /// AMR, narrow- and wide-band, of one channel (RFC 4867, section 5).
    static let amr = ContainerFormat(
        kinds: [
            Kind(
                type: .amr, typeID: ID.amr, name: "AMR", extensions: ["amr", "awb"], readFormats: [.amr, .amrWB],
                identifiers: ["org.3gpp.adaptive-multi-rate-audio"], mimeTypes: ["audio/amr", "audio/amr-wb"])
        ],
        signature: { head in AMRKind.all.contains { head.has($0.magic, at: 0) } ? .amr : nil },
        content: { (source, _, tags) throws(AudioFileError) in
            try Container.stream(source, .amr, behind: tags)
        },
        streams: [.amr],
        inputs: [InputFormats.Row(name: "AMR", reader: "libavcodec", encodings: "amr-nb amr-wb")])
}

extension StreamKind {
    static let amr = StreamKind(typeID: ID.amr, name: "AMR") { AMRFramer(byteCount: $0) }
}

/// One of the two codecs.
struct AMRKind: Sendable {
    let format: StreamDescription
    /// What a file of it begins with.
    let magic: StaticString
    /// The bytes of a frame by its type, its header among them; 0 of types that are none.
    let sizes: [Int]

    /// RFC 4867, tables of 3GPP TS 26.101 (annex A) and TS 26.201: speech, comfort noise, lost and empty frames.
    static let all = [
        AMRKind(
            format: StreamDescription(
                sampleRate: 8000, formatID: .amr, framesPerPacket: 160, channelsPerFrame: 1),
            magic: "#!AMR\n", sizes: [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]),
        AMRKind(
            format: StreamDescription(
                sampleRate: 16_000, formatID: .amrWB, framesPerPacket: 320, channelsPerFrame: 1),
            magic: "#!AMR-WB\n", sizes: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]),
    ]

    static func of(_ formatID: FourCharCode) -> StreamDescription { all[formatID == .amr ? 0 : 1].format }

    /// The bytes of the frame that begins with `header`; `nil` if none does: its first and last two bits are 0.
    func byteCount(_ header: UInt8) -> Int? {
        guard header & 0x83 == 0, case let size = sizes[Int(header >> 3 & 15)], size > 0 else { return nil }
        return size
    }
}
