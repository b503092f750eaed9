internal import KKPCM

/// Tells where the packets of one kind of stream begin and end, by the bytes alone: MPEG audio, ADTS, AC-3, FLAC.
///
/// A framer keeps what it has learnt of the stream (its format, its tags) and no bytes. Who asks keeps the bytes, hands
/// over a window that begins where the last step ended, and makes the window longer when more is needed.
package protocol PacketFramer {
    /// What the window begins with.
    ///
    /// - Parameters:
    ///   - isEnd: whether the stream ends with the window. Then it never asks for more.
    /// - Returns: a step of at least one byte, ``FramingStep/needsBytes(_:)``, or ``FramingStep/end`` for an empty
    ///   window at the end.
    mutating func step(_ window: Span<UInt8>, isEnd: Bool) -> FramingStep
}

/// One step through a stream.
package enum FramingStep: Hashable, Sendable {
    /// A whole packet; `frames` of audio are in it.
    case packet(byteCount: Int, frames: Int)
    /// Bytes that belong to the file and hold no audio: tags, headers, a frame with an encoder's notes.
    case header(byteCount: Int)
    /// Bytes that are nothing: damage, junk, the rest of a packet that is cut off.
    case junk(byteCount: Int)
    /// A window of at least so many bytes is wanted.
    case needsBytes(Int)
    case end
}
