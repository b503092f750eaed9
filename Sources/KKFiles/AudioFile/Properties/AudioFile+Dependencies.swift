internal import KKCodecs
internal import KKPCM

/// How a packet depends on its neighbours: the fields of `AudioPacketRollDistanceTranslation`,
/// `AudioIndependentPacketTranslation` and `AudioPacketDependencyInfoTranslation`.
public struct PacketDependency: Hashable, Sendable {
    public var packet: Int64
    /// Whether decoding can begin with it (`mIsIndependentlyDecodable`): true for every packet of the formats here.
    public var isIndependentlyDecodable: Bool
    /// The number of packets before it that must be decoded first, so that its own sound is complete; fewer near the
    /// start (`mRollDistance`, `mNumberPrerollPackets`).
    public var prerollPacketCount: Int64
    /// The packet before or after it, as requested, at which decoding can begin; otherwise the packet itself
    /// (`mIndependentlyDecodablePacket`).
    public var independentPacket: Int64

    public init(
        packet: Int64 = 0, isIndependentlyDecodable: Bool = true, prerollPacketCount: Int64 = 0,
        independentPacket: Int64 = 0
    ) {
        self.packet = packet
        self.isIndependentlyDecodable = isIndependentlyDecodable
        self.prerollPacketCount = prerollPacketCount
        self.independentPacket = independentPacket
    }
}

extension AudioFile {
    /// What a packet needs of its neighbours (`'pkrl'`, `'pkdp'`, and with a neighbour `'pind'` and `'nind'`).
    ///
    /// - Throws: `'pck?'` for a packet or a neighbour that there is not.
    func dependency(ofPacket packet: Int64, neighbour: Int64 = 0) throws(AudioFileError) -> PacketDependency {
        let (other, isBeyond) = packet.addingReportingOverflow(neighbour)
        for place in [packet, other] {
            guard !isBeyond, place >= 0, try hasPacket(place) else { throw noPacket(place) }
        }
        return PacketDependency(
            packet: packet, prerollPacketCount: content.dataFormat.formatID.prerollPacketCount(of: packet),
            independentPacket: other)
    }

    private func hasPacket(_ packet: Int64) throws(AudioFileError) -> Bool {
        if case .scanned(let scan) = content.packets {
            try scan.scan(packets: packet == .max ? packet : packet + 1)
            return packet < scan.index.packetCount
        }
        return try packet < content.packetCount()
    }
}

extension FourCharCode {
    /// The packets before `packet` that must be decoded first for its own sound to be complete.
    func prerollPacketCount(of packet: Int64) -> Int64 {
        guard let codec = AudioCodec.of(self) else { return 0 }
        return codec.prerollPackets.map { min(packet, Int64($0)) } ?? packet
    }
}
