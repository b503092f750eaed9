public import KKCodecs

/// A packet that could not be decoded.
public struct DamagedPacket: Hashable, Sendable {
    /// Its number, counted from 0 at the start of the stream. Where frames are lost that no packet is left of: that of
    /// the packet behind them.
    public var number: Int64
    /// The frames of silence in its place. 0 where nobody knows how many it has, so that the sound behind it comes the
    /// sooner.
    public var frameCount: Int
    /// What is wrong with it.
    public var error: CodecError

    public init(number: Int64, frameCount: Int, error: CodecError) {
        self.number = number
        self.frameCount = frameCount
        self.error = error
    }
}

extension DamagedPacket: CustomStringConvertible {
    /// A warning: `packet 7: the packet has no marker; 1152 frames of silence in its place`.
    public var description: String {
        "packet \(number): \(error.problem); "
            + (frameCount > 0 ? "\(frameCount) frames of silence in its place" : "it is left out")
    }
}

/// The damaged packets of a stream.
public struct PacketDamage: Hashable, Sendable {
    /// How many there are.
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
