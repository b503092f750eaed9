/// What a packet of Apple Lossless says of itself in its first bytes: its first element's type (3 bits) and, after its
/// number (4) and zeros (12), whether the element has a length of its own (1), which comes after three more bits (32).
///
/// Source: Apple's ALAC (bit stream version 0), as ``ALACElement`` reads it.
package enum ALACPacket {
    /// The bytes that tell.
    package static let headByteCount = 7

    /// The frames that it holds; `nil` if the bytes are not there, when it begins with an element that is not sound,
    /// and for a number that no packet has.
    ///
    /// - Parameter frameLength: the frames of a packet that states none, the most that one has.
    package static func frameCount(_ packet: Span<UInt8>, frameLength: Int) -> Int? {
        guard packet.count >= headByteCount else { return nil }
        var cursor = BitCursor()
        guard [0, 1, 3].contains(cursor.read(3, packet)) else { return nil }
        cursor.position += 4
        guard cursor.read(12, packet) == 0 else { return nil }
        let hasLength = cursor.read(1, packet) == 1
        cursor.position += 3
        let stated = hasLength ? Int(cursor.read(32, packet)) : frameLength
        return (1...max(1, frameLength)).contains(stated) ? stated : nil
    }
}
