public import KKCodecs

/// The damaged packets of a stream.
public struct PacketDamage: Hashable, Sendable {
    /// Their number.
    public private(set) var count: Int64 = 0
    /// The first of them, at most 32.
    public internal(set) var first: [DamagedPacket] = []

    static let limit = 32

    public init() {}

    /// Empty, with the other's memory.
    init(keeping other: PacketDamage) {
        first = other.first
        first.removeAll(keepingCapacity: true)
    }

    mutating func add(_ packet: DamagedPacket) {
        count += 1
        if first.count < Self.limit { first.append(packet) }
    }
}
