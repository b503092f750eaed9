internal import KKPCM

extension ContainerFormat {
    /// AC-3 and E-AC-3 (ATSC A/52), whose packets are found and not decoded. Core Audio has no code of its own for the
    /// second; this is that of the packets.
    static let ac3 = ContainerFormat(
        kinds: [
            Kind(typeID: ID.ac3, name: "AC-3", extensions: ["ac3"], formats: [.ac3]),
            Kind(typeID: ID.enhancedAC3, name: "E-AC-3", extensions: ["eac3", "ec3"], formats: [.enhancedAC3]),
        ],
        streams: [.ac3, .enhancedAC3])
}

extension StreamKind {
    static let ac3 = StreamKind(typeID: ID.ac3, name: "AC-3", codec: "AC-3 or E-AC-3", packets: AC3Framer.self) {
        !$0.isEnhanced
    }
    static let enhancedAC3 = StreamKind(
        typeID: ID.enhancedAC3, name: "E-AC-3", codec: "AC-3 or E-AC-3", packets: AC3Framer.self
    ) { $0.isEnhanced }
}
