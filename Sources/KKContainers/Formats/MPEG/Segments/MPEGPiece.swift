internal import KKCodecs

/// A run of a segment's MPEG frames that is decoded by itself, by a fresh decoder that starts some frames earlier.
///
/// Where the pieces lie follows from the file alone, and all reading goes through them: straight on, after a seek, on
/// one thread or on many. So the samples never depend on how they were come by, not even where damage makes a decoder
/// stumble.
///
/// In a sound stream they are the very samples of one decoder that goes through from the start. That takes three
/// things:
///
/// - The decoder starts at a frame whose number is a multiple of ``alignment(of:)``. libmpg123's synthesis goes round a
///   ring of 16 places, one for each 32 samples, and the order of its sums depends on the place.
/// - Layer III's frames before the piece hold all the bytes that the piece may reach back to
///   (``MPEGFrameHeader/Format/reservoirByteCount``).
/// - Then come as many whole frames as the filters remember (``memory(of:)``).
package struct MPEGPiece: Hashable, Sendable {
    /// Where in the segment's stream the decoder starts.
    package var entry: Int64
    /// The frames of audio that it gives before the piece begins.
    package var warmUp: Int64
    /// Where in the stream the piece ends; `nil` is the end of the segment.
    package var end: Int64?
    /// The first of its frames, in frames of decoded audio.
    package var firstFrame: Int64

    /// MPEG frames in every piece but the last: 6.7 seconds at 44,100 Hz. The few frames that are decoded twice cost
    /// some 1.5 %.
    static let packetCount: Int64 = 256

    /// The MPEG frames after which the synthesis ring is in the same place again: a layer III frame of MPEG-2 makes 18
    /// steps, any other 36 or 12.
    static func alignment(of format: MPEGFrameHeader.Format) -> Int {
        format.layer == 3 && format.version != .mpeg1 ? 8 : 4
    }

    /// The MPEG frames that a decoder's filters remember: 480 samples of the synthesis window, and before them, in
    /// layer III, the granule of 576 whose second half overlaps.
    static func memory(of format: MPEGFrameHeader.Format) -> Int {
        let samples = format.layer == 3 ? 2 * 576 : 480
        return (samples + format.framesPerPacket - 1) / format.framesPerPacket
    }
}
