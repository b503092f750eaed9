/// The position and contents of a packet in a buffer: the fields of an `AudioStreamPacketDescription`.
///
/// Packets of constant size need no descriptions; packets that differ in bytes or frames have one each.
///
/// Source: CoreAudioBaseTypes.h.
public struct PacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer to the packet (`mStartOffset`).
    public var startOffset: Int64
    /// The frames of the packet, if packets differ in frames; 0 if ``StreamDescription/framesPerPacket`` is valid for
    /// all (`mVariableFramesInPacket`).
    public var variableFrames: Int
    /// The packet's bytes (`mDataByteSize`).
    public var byteCount: Int

    public init(startOffset: Int64, variableFrames: Int = 0, byteCount: Int) {
        self.startOffset = startOffset
        self.variableFrames = variableFrames
        self.byteCount = byteCount
    }
}
