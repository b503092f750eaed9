internal import KKPCM

extension ContainerFormat {
    /// AAC in ADTS, whose packets are found and not decoded.
    static let adts = ContainerFormat(
        kinds: [Kind(typeID: ID.adts, name: "ADTS", extensions: ["aac", "adts"], formats: MagicCookieForm.aac)],
        streams: [.adts])
}

extension StreamKind {
    static let adts = StreamKind(typeID: ID.adts, name: "ADTS", codec: "AAC (ADTS)", packets: ADTSFramer.self)
}
