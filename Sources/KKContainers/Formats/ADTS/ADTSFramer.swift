internal import KKPCM

/// AAC in ADTS: a packet is a frame of it, header included, of one block of 1024 frames or of up to four.
///
/// The format is `'aac '` whether the decoder is to double the rate (HE-AAC) or not: ADTS does not say.
package struct ADTSFramer: SyncFramer {
    package var state: SyncState
    package private(set) var stream: FramedStream?
    private var format: ADTSHeader.Format?

    package init(byteCount: Int64? = nil) {
        state = SyncState(byteCount: byteCount)
    }

    static let syncByte: UInt8 = 0xFF
    package var isPacketWhole: Bool { true }

    func byteCount(
        of header: ADTSHeader, at place: Int, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Int? {
        header.byteCount
    }

    func continuesStream(_ header: ADTSHeader) -> Bool { header.format == format }

    func isSameKind(_ header: ADTSHeader, as first: ADTSHeader) -> Bool { header.format == first.format }

    mutating func take(
        _ header: ADTSHeader, byteCount: Int, _ window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> FramingStep {
        let frames = header.blockCount * ADTSHeader.framesPerBlock
        let step = try whole(byteCount, window, isEnd: isEnd, else: .packet(byteCount: byteCount, frames: frames))
        if case .junk = step { return step }
        if format != header.format {
            let block = window.prefix(byteCount - header.headerByteCount, from: header.headerByteCount)
            let config = AudioSpecificConfig(header, block: block)
            format = header.format
            stream = FramedStream(
                format: StreamDescription(
                    sampleRate: header.sampleRate, formatID: .aac, framesPerPacket: UInt32(ADTSHeader.framesPerBlock),
                    channelsPerFrame: UInt32(config?.channelCount ?? 0)),
                layout: header.layout, magicCookie: config?.bytes ?? [],
                packetSizeUpperBound: ADTSHeader.byteCountUpperBound)
        }
        return step
    }
}
