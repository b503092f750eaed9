package import KKCodecs
internal import KKPCM

/// MPEG audio, layers I to III: a packet is a frame.
///
/// A frame that holds an encoder's notes (`Xing`, `Info`, `VBRI`) is a header. The packets of a stream that changes its
/// format go on; ``stream`` is then the new one. Of a file whose end is known ``MPEGScan`` makes segments of its steps.
///
/// Source: see ``MPEGFrameHeader``, ``MPEGInfoTag``.
package struct MPEGFramer: SyncFramer {
    package var state: SyncState
    package private(set) var stream: FramedStream?

    package private(set) var run = StreamRun()
    package private(set) var missingByteCount: Int?
    package var isPacketWhole: Bool { true }

    /// Of the last frame.
    private(set) var lastHeader: MPEGFrameHeader?
    private var format: MPEGFrameHeader.Format?
    private var info: MPEGInfoTag?
    /// The packets since the stream's start or its tag; `nil` after a jump.
    private var packetCount: Int64? = 0
    /// The bytes of an unpadded free-format frame of this run.
    private var freeFormatByteCount: Int?
    /// What was found out of the frame in free format that may begin at a place of the stream.
    private var search: (position: Int64, byteCount: Int?)?
    /// How many more bytes are looked through for the second header of a frame in free format: nothing that claims to
    /// be one may stall a scan.
    private var patience = 1 << 24

    private static let infoByteCount = 256

    /// - Parameters:
    ///   - byteCount: the bytes of the whole stream, where they are known.
    ///   - isBare: whether no tags stand at their end.
    init(byteCount: Int64?, isBare: Bool) {
        state = SyncState(byteCount: byteCount, isBare: isBare)
    }

    package init(byteCount: Int64? = nil) {
        self.init(byteCount: byteCount, isBare: false)
    }

    static let syncByte: UInt8 = 0xFF

    package func header(at place: Int, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> MPEGFrameHeader?
    {
        guard try window.reaches(place + 1, isEnd: isEnd), window[place] == 0xFF else { return nil }
        guard try window.reaches(place + 4, isEnd: isEnd) else { return nil }
        return MPEGFrameHeader(window.bigEndian32(at: place))
    }

    func isSameKind(_ header: MPEGFrameHeader, as first: MPEGFrameHeader) -> Bool { header.isSameKind(as: first) }

    func continuesStream(_ header: MPEGFrameHeader) -> Bool { header.format == format }

    mutating func byteCount(
        of header: MPEGFrameHeader, at place: Int, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Int? {
        if let size = header.byteCount { return size }
        if header.format == format, let freeFormatByteCount { return freeFormatByteCount + header.paddingByteCount }
        return try freeFormatByteCount(of: header, at: place, in: window, isEnd: isEnd)
    }

    func byteCount(of header: MPEGFrameHeader, like first: MPEGFrameHeader, of byteCount: Int) -> Int? {
        header.byteCount ?? byteCount - first.paddingByteCount + header.paddingByteCount
    }

    /// The first frame is believed by an encoder's tag in it.
    func isProof(_ header: MPEGFrameHeader, in window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> Bool {
        guard stream == nil, header.format.layer == 3, let byteCount = header.byteCount else { return false }
        _ = try window.reaches(min(byteCount, Self.infoByteCount), isEnd: isEnd)
        return infoTag(header, byteCount: byteCount, window) != nil
    }

    private func infoTag(_ header: MPEGFrameHeader, byteCount: Int, _ window: Span<UInt8>) -> MPEGInfoTag? {
        isInfo(header, window)
            ? MPEGInfoTag(frame: window.prefix(min(byteCount, Self.infoByteCount)), header: header) : nil
    }

    /// The work is in proportion to the bytes: a place is looked at once, and of hopeless ones not too many.
    private mutating func freeFormatByteCount(
        of header: MPEGFrameHeader, at place: Int, in window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Int? {
        let position = state.position + Int64(place)
        if let search, search.position == position { return search.byteCount }
        guard patience > 0 else { return nil }
        let byteCount: Int?
        do throws(FramingShortage) {
            byteCount = try FreeFormat.byteCount(of: header) { (distance) throws(FramingShortage) in
                guard let next = try self.header(at: place + distance, in: window, isEnd: isEnd),
                    next.isSameKind(as: header)
                else { return nil }
                return next
            } isEnd: { (distance) throws(FramingShortage) in
                try end(reachedBy: place + distance, in: window, isEnd: isEnd) == .here
            }
        } catch {
            // The search begins again with a longer window: with twice the bytes, so that it does not do so often.
            throw FramingShortage(max(error.byteCount, place + 2 * (window.count - place)))
        }
        patience -= byteCount ?? MPEGFrameHeader.longestByteCount
        search = (position, byteCount)
        return byteCount
    }

    package mutating func loseSync() {
        state.loseSync()
        packetCount = nil
        search = nil
    }

    mutating func take(
        _ header: MPEGFrameHeader, byteCount: Int, _ window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> FramingStep {
        missingByteCount = nil
        let frames = header.format.framesPerPacket
        let step = try whole(byteCount, window, isEnd: isEnd, else: .packet(byteCount: byteCount, frames: frames))
        let info = infoTag(header, byteCount: byteCount, window)
        lastHeader = header
        if case .junk(let count) = step, info == nil {
            // What is cut off is a packet of the run, unless it is the first one of another.
            if header.format == format, byteCount > count { missingByteCount = byteCount - count }
            return step
        }
        if stream?.packetTable != nil, isForeign(header, hasInfo: info != nil) { stream?.isTableVoid = true }
        if info == nil, let packetCount { self.packetCount = packetCount + 1 }
        if info != nil || format != header.format {
            let isTableVoid = stream?.isTableVoid ?? false
            freeFormatByteCount = header.byteCount == nil ? byteCount - header.paddingByteCount : nil
            if stream == nil || format != header.format { self.info = nil }
            format = header.format
            if let info, self.info == nil { self.info = info }
            stream = describe(header, byteCount: byteCount)
            stream?.isTableVoid = isTableVoid
            run = StreamRun(
                number: run.number + 1, info: info, format: header.format, freeFormatByteCount: freeFormatByteCount)
        }
        return info == nil ? step : .header(byteCount: step.byteCount)
    }

    /// Whether a frame is another file's, put after the first: one of another format, a second tag, and a packet that
    /// the first does not count.
    private func isForeign(_ header: MPEGFrameHeader, hasInfo: Bool) -> Bool {
        if hasInfo || format != header.format { return packetCount != 0 }
        return packetCount.map { $0 >= info?.packetCount ?? .max } ?? false
    }

    /// Whether a tag's name stands at one of the three places where it can: looked at first, without an array for every
    /// frame.
    private func isInfo(_ header: MPEGFrameHeader, _ window: Span<UInt8>) -> Bool {
        guard header.format.layer == 3 else { return false }
        let start = 4 + header.format.sideInformationByteCount
        return isInfoName(at: start, window) || isInfoName(at: start + 2, window) || isInfoName(at: 36, window)
    }

    private func isInfoName(at place: Int, _ window: Span<UInt8>) -> Bool {
        place + 4 <= window.count && MPEGInfoTag.isName(window.bigEndian32(at: place))
    }

    private func describe(_ header: MPEGFrameHeader, byteCount: Int) -> FramedStream {
        let format = header.format
        let frames = Int64(format.framesPerPacket)
        let formatID: FourCharCode =
            switch format.layer {
            case 1: .mpegLayer1
            case 2: .mpegLayer2
            default: .mpegLayer3
            }
        var stream = FramedStream(
            format: StreamDescription(
                sampleRate: Double(format.sampleRate), formatID: formatID, framesPerPacket: UInt32(frames),
                channelsPerFrame: UInt32(format.channelCount)),
            layout: .standard(format.channelCount), packetSizeUpperBound: MPEGFrameHeader.longestByteCount)
        stream.packetCount = info?.packetCount
        stream.packetTable = info?.packetTable(framesPerPacket: frames)
        stream.bitRate =
            info?.bitRate(of: format, infoByteCount: byteCount)
            ?? header.bitRate.map(Double.init) ?? Double(8 * byteCount * format.sampleRate) / Double(frames)
        return stream
    }
}

extension MPEGFrameHeader {
    /// Whether both can be of one run of frames.
    func isSameKind(as first: MPEGFrameHeader) -> Bool {
        format == first.format && (byteCount == nil) == (first.byteCount == nil)
    }
}

extension MPEGInfoTag {
    /// What the tag's delay, padding and count come to, the decoder's own delay included; `nil` if it lacks one of
    /// them, or they contradict.
    func packetTable(framesPerPacket: Int64) -> PacketTableInfo? {
        guard let delay, let padding, let packetCount, packetCount > 0 else { return nil }
        let priming = delay + Self.decoderDelay
        let remainder = max(0, padding - Self.decoderDelay)
        let valid = packetCount * framesPerPacket - priming - remainder
        return valid >= 0
            ? PacketTableInfo(validFrames: valid, primingFrames: priming, remainderFrames: remainder) : nil
    }

    /// The average that the tag's numbers give: its bytes count its own frame, and its frames do not.
    fileprivate func bitRate(of format: MPEGFrameHeader.Format, infoByteCount: Int) -> Double? {
        guard let byteCount, let packetCount, packetCount > 0, byteCount > infoByteCount else { return nil }
        return Double(byteCount - Int64(infoByteCount)) * 8 * Double(format.sampleRate)
            / (Double(packetCount) * Double(format.framesPerPacket))
    }
}
