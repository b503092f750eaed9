/// What of a stream's frames is not sound.
struct PacketTrims: Hashable, Sendable {
    var leading: Int64 = 0
    /// Frames at the end, where the length is not known: as many are held back.
    var trailing = 0
    /// The frames between, where that is known.
    var valid: Int64?
    /// What a packet table says is after them, which is cut off because the sound is complete.
    var remainder: Int64 = 0

    /// The most frames that are held back.
    static let trailingLimit = 1 << 20
}
