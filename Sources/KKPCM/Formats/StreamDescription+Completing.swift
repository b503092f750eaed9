extension StreamDescription {
    /// Linear PCM with the sizes that follow from the other fields filled in: a packet of one frame, and the bytes of a
    /// frame of packed samples. Fields that are set, and other formats, do not change.
    public var completed: StreamDescription {
        guard isLinearPCM else { return self }
        var whole = self
        if whole.framesPerPacket == 0 { whole.framesPerPacket = 1 }
        if whole.bytesPerFrame == 0 {
            let isWhole = whole.bytesPerPacket > 0 && whole.bytesPerPacket % whole.framesPerPacket == 0
            let samples = isInterleaved ? channelsPerFrame : 1
            let bytes = bitsPerChannel / 8 + (bitsPerChannel % 8 > 0 ? 1 : 0)
            let packed = samples.multipliedReportingOverflow(by: bytes)
            whole.bytesPerFrame =
                isWhole ? whole.bytesPerPacket / whole.framesPerPacket : packed.overflow ? 0 : packed.partialValue
        }
        if whole.bytesPerPacket == 0 {
            let bytes = whole.bytesPerFrame.multipliedReportingOverflow(by: whole.framesPerPacket)
            if !bytes.overflow { whole.bytesPerPacket = bytes.partialValue }
        }
        return whole
    }
}
