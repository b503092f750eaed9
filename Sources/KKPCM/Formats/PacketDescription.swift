/// Where a packet lies in some bytes, and what it holds: the fields of an `AudioStreamPacketDescription`.
///
/// Packets of constant size need none; those that differ in bytes or in frames have one each.
///
/// Source: CoreAudioBaseTypes.h.
public struct PacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer to the packet's first one (`mStartOffset`).
    public var startOffset: Int64
    /// The packet's frames where packets differ in that; 0 where ``StreamDescription/framesPerPacket`` says it for all
    /// (`mVariableFramesInPacket`).
    public var variableFrames: Int
    /// The packet's bytes (`mDataByteSize`).
    public var byteCount: Int

    public init(startOffset: Int64, variableFrames: Int = 0, byteCount: Int) {
        self.startOffset = startOffset
        self.variableFrames = variableFrames
        self.byteCount = byteCount
    }
}
