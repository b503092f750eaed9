internal import KKPCM

/// AC-3 and E-AC-3: a packet is an independent syncframe of the first programme with all that belong to it: those that
/// add channels, and those of other programmes at the same time.
package struct AC3Framer: SyncFramer {
    package var state: SyncState
    package private(set) var stream: FramedStream?
    private var kind: AC3Header?
    /// The syncframes of the last packet. Streams have as many in each.
    private var syncframeCount = 0
    package private(set) var isPacketWhole = false

    /// Eight programmes, each with eight syncframes that add channels.
    private static let maximumSyncframes = 72

    package init(byteCount: Int64? = nil) {
        state = SyncState(byteCount: byteCount)
    }

    static let syncByte: UInt8 = 0x0B

    func byteCount(
        of header: AC3Header, at place: Int, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Int? {
        header.byteCount
    }

    func opensPacket(_ header: AC3Header) -> Bool { !header.isDependent && header.substream == 0 }

    func continuesStream(_ header: AC3Header) -> Bool { kind.map { isSameKind(header, as: $0) } ?? false }

    func isSameKind(_ header: AC3Header, as first: AC3Header) -> Bool {
        header.sampleRate == first.sampleRate
            && (header.isEnhanced == first.isEnhanced || header.isEnhanced && !opensPacket(header))
    }

    mutating func take(
        _ header: AC3Header, byteCount: Int, _ window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> FramingStep {
        var size = byteCount
        var map = AC3ChannelMap(header)
        var (programme, count) = (0, 1)
        for _ in 1..<Self.maximumSyncframes {
            guard let next = try self.header(at: size, in: window, isEnd: isEnd), !opensPacket(next),
                isSameKind(next, as: header)
            else { break }
            guard try window.reaches(size + next.byteCount, isEnd: isEnd) else { break }
            if !next.isDependent { programme = next.substream }
            if programme == 0 { map.formUnion(AC3ChannelMap(next, syncframe: window.prefix(16, from: size))) }
            size += next.byteCount
            count += 1
        }
        let step = try whole(size, window, isEnd: isEnd, else: .packet(byteCount: size, frames: header.frameCount))
        if case .junk = step { return step }
        (isPacketWhole, syncframeCount) = (count == syncframeCount, count)
        if kind.map({ !describesSame($0, header) }) ?? true {
            kind = header
            stream = describe(header, map: map, byteCount: size)
        }
        return step
    }

    private func describesSame(_ first: AC3Header, _ header: AC3Header) -> Bool {
        first.isEnhanced == header.isEnhanced && first.sampleRate == header.sampleRate && first.mode == header.mode
            && first.hasLFE == header.hasLFE && first.frameCount == header.frameCount
    }

    private func describe(_ header: AC3Header, map: AC3ChannelMap, byteCount: Int) -> FramedStream {
        let layout = map.layout(mode: header.mode)
        var stream = FramedStream(
            format: StreamDescription(
                sampleRate: Double(header.sampleRate), formatID: header.isEnhanced ? .enhancedAC3 : .ac3,
                framesPerPacket: UInt32(header.frameCount), channelsPerFrame: UInt32(layout.channelCount)),
            layout: layout, packetSizeUpperBound: header.isEnhanced ? 4096 * Self.maximumSyncframes : 3840)
        stream.bitRate =
            header.bitRate.map(Double.init) ?? Double(8 * byteCount * header.sampleRate) / Double(header.frameCount)
        return stream
    }
}
