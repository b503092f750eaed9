/// Which of the decoded frames of a stream are the sound: the fields of an `AudioFilePacketTableInfo`.
///
/// The three numbers together are all frames of all packets: an encoder adds silence before the sound while it fills
/// its windows, and fills up the last packet after it.
///
/// Source: AudioFile.h; Apple Core Audio Format Specification, Packet Table Chunk.
public struct PacketTableInfo: Hashable, Sendable {
    /// The frames of the sound (`mNumberValidFrames`).
    public var validFrames: Int64
    /// Frames before the sound, which are decoded but not played (`mPrimingFrames`).
    public var primingFrames: Int64
    /// Frames after the sound, which are decoded but not played (`mRemainderFrames`).
    public var remainderFrames: Int64

    public init(validFrames: Int64, primingFrames: Int64 = 0, remainderFrames: Int64 = 0) {
        self.validFrames = validFrames
        self.primingFrames = primingFrames
        self.remainderFrames = remainderFrames
    }
}

extension PacketTableInfo: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("valid", \.validFrames)
        key("priming", \.primingFrames)
        key("remainder", \.remainderFrames)
    }
}
