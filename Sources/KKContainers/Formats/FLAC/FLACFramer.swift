internal import KKCodecs
internal import KKPCM

/// FLAC: a packet is a frame of it, found by its checksums: it ends where the one of the whole frame is right and
/// another header, a tag or the end follows. Where none of them does, after it is damage or junk, and the frame ends
/// where its own bits say, if the checksum is right there (``FLACSubframes``). The metadata are headers; STREAMINFO is
/// the magic cookie. It has no checksum, and frames have two: where the first sound frame and the next one contradict
/// it, the stream is what they say.
///
/// Source: RFC 9639, sections 8 and 9.
package struct FLACFramer: SteppingFramer {
    package private(set) var stream: FramedStream?
    /// What frames must be: STREAMINFO, or what they say in its place.
    private(set) var info: FLACStreamInfo?
    /// STREAMINFO as it is in the stream.
    private var stated: FLACStreamInfo?
    private var isSettled = false
    private var mask: UInt32?

    var state = SyncState()
    private var stage = Stage.marker
    /// The bytes of the metadata block that is being stepped over.
    private var remaining = 0
    private var hasComment = false
    /// The last packet has the last of the frames that STREAMINFO counts.
    package private(set) var isPacketWhole = false
    /// How far the end of the frame at the start of the window was looked for, while more bytes are awaited.
    private var search: FrameSearch?

    private enum Stage {
        case marker, blocks, frames
    }

    /// What is known of the bytes from a frame's header on.
    private struct FrameSearch {
        /// The first byte that was not looked at.
        var place = 0
        /// The checksum of those before it.
        var checksum: UInt16 = 0
        /// Headers of the stream among them.
        var passed = 0
        /// The first and the last place where the checksum was right and nothing that ends a frame followed.
        var firstZero: Int?
        var lastZero = 0
        /// Where more headers had been passed than a frame has by chance.
        var crowd: Int?
    }

    /// Headers that are passed before a frame is nearly given up: inside a frame one comes by chance about once in ten
    /// million bytes.
    private static let maximumPassedHeaders = 4
    /// The bytes after so many headers that are still looked through in vain. Sound may be the bytes of FLAC, but a
    /// file that is made to be slow to read is not read a hundred times.
    private var patience = 1 << 24

    /// - Parameter byteCount: the bytes of the whole stream, where they are known.
    package init(byteCount: Int64? = nil) {
        state.byteCount = byteCount
    }

    package mutating func loseSync() {
        state.isInJunk = false
        state.tags.reset()
        remaining = 0
        search = nil
        if info != nil { stage = .frames }
    }

    mutating func nextStep(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep {
        if remaining > 0 {
            let count = min(remaining, window.count)
            remaining -= count
            return .header(byteCount: count)
        }
        if stage == .blocks { return try block(window, isEnd: isEnd) }
        if !state.isInJunk, let count = try state.tags.step(window, isEnd: isEnd, rest: state.rest) {
            return .header(byteCount: count)
        }
        switch stage {
        case .marker:
            if try window.reaches(4, isEnd: isEnd), window.has("fLaC", at: 0) {
                stage = .blocks
                state.isInJunk = false
                return .header(byteCount: 4)
            }
            state.isInJunk = true
            return .junk(byteCount: window.count(before: UInt8(ascii: "f")))
        default: return try frame(window, isEnd: isEnd)
        }
    }

    /// A metadata block. STREAMINFO, which is the first, is taken whole.
    private mutating func block(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep {
        guard try window.reaches(4, isEnd: isEnd) else { return .junk(byteCount: window.count) }
        // A stream without its last block's mark still has frames, which no block begins like.
        guard let header = FLACMetadata.BlockHeader(window.bigEndian32(at: 0)) else {
            stage = .frames
            return try frame(window, isEnd: isEnd)
        }
        let size = header.byteCount
        var taken = 4
        if header.kind == FLACMetadata.BlockHeader.streamInfo, info == nil {
            guard try window.reaches(4 + FLACStreamInfo.byteCount, isEnd: isEnd) else {
                return .junk(byteCount: window.count)
            }
            let bytes = window.prefix(FLACStreamInfo.byteCount, from: 4)
            if size >= FLACStreamInfo.byteCount, let info = try? FLACStreamInfo(bytes) {
                (self.info, stated) = (info, info)
                stream = describe(info)
                taken += FLACStreamInfo.byteCount
            }
        } else if header.kind == FLACMetadata.BlockHeader.comment, !hasComment {
            // The first Vorbis comment may say which channel is which.
            let limit = min(size, FLACChannelMask.commentLimit)
            if try window.reaches(4 + limit, isEnd: isEnd) {
                taken += limit
                hasComment = true
                mask = FLACChannelMask.read(VorbisComment(window.prefix(limit, from: 4)))
                if let info { stream = describe(info) }
            }
        }
        remaining = size + 4 - taken
        if header.isLast { stage = .frames }
        return .header(byteCount: taken)
    }

    private mutating func frame(_ window: Span<UInt8>, isEnd: Bool) throws(FramingShortage) -> FramingStep {
        if window[0] == 0xFF {
            if let first = try header(window, at: 0, isEnd: isEnd),
                let size = try frameByteCount(first, window, isEnd: isEnd)
            {
                state.isInJunk = false
                isPacketWhole = isLast(first)
                return .packet(byteCount: size, frames: first.frameCount)
            }
        }
        state.isInJunk = true
        return .junk(byteCount: window.count(before: 0xFF))
    }

    /// Whether a frame has the last of the samples that STREAMINFO counts.
    private func isLast(_ header: FLACFrameHeader) -> Bool {
        guard let info, let total = stated?.frameCount,
            let samples = header.samples(blockSize: info.isFixed ? info.maximumBlock : nil)
        else { return false }
        return samples.lowerBound + Int64(header.frameCount) == total
    }

    /// Where the frame at the start of the window ends; `nil` if that is nowhere, or when it does not belong to the
    /// stream.
    ///
    /// The first frame is looked for as it says itself what it is. Where that is not what STREAMINFO says, another one
    /// like it must follow, or the end.
    private mutating func frameByteCount(
        _ first: FLACFrameHeader, _ window: Span<UInt8>, isEnd: Bool
    ) throws(FramingShortage) -> Int? {
        if let info, !isSettled {
            guard let rule = info.like(first), let size = try frameByteCount(first, window, isEnd: isEnd, rule) else {
                return nil
            }
            if rule != info, try !isBoundary(size, window, isEnd: isEnd, rule) { return nil }
            isSettled = true
            let next = FLACFrameHeader(window, at: size)
            self.info = info.settled(by: first, next.flatMap { fits($0, rule) ? $0 : nil })
            stream = self.info.map(describe)
            return size
        }
        return fits(first, info) ? try frameByteCount(first, window, isEnd: isEnd, info) : nil
    }

    /// The header at `place`. A frame can be shorter than the longest header, so one that is whole awaits nothing.
    private func header(
        _ window: Span<UInt8>, at place: Int, isEnd: Bool
    ) throws(FramingShortage) -> FLACFrameHeader? {
        if let header = FLACFrameHeader(window, at: place) { return header }
        _ = try window.reaches(place + FLACFrameHeader.byteCountUpperBound, isEnd: isEnd)
        return nil
    }

    /// Whether a frame is of the stream's rate and channels. Of how many bits and samples it is, is its own affair.
    private func fits(_ header: FLACFrameHeader, _ rule: FLACStreamInfo?) -> Bool {
        rule.map { $0.like(header) == $0 } ?? true
    }

    /// The same of a frame that belongs to the stream if `rule` is right.
    ///
    /// The work is in proportion to the bytes, however few come at a time: the search goes on where it stopped, and
    /// asks for half as much again.
    private mutating func frameByteCount(
        _ header: FLACFrameHeader, _ window: Span<UInt8>, isEnd: Bool, _ rule: FLACStreamInfo?
    ) throws(FramingShortage) -> Int? {
        let depth = header.bitDepth ?? rule?.bitDepth
        let bound = Self.byteCountUpperBound(
            header.frameCount, channelCount: header.channelCount, bitDepth: depth ?? 32)
        var search = search ?? FrameSearch()
        if search.place > window.count { search = FrameSearch() }
        do throws(FramingShortage) {
            var end = try find(&search, window, isEnd: isEnd, bound: bound, rule)
            self.search = nil
            // An earlier place where the checksum was right may be the end as well: the frame's own bits tell.
            if search.firstZero != nil, let depth {
                let own = FLACSubframes.end(of: header, bitDepth: depth, in: window, limit: search.lastZero)
                if let own, isSound(window, upTo: own) { end = own }
            }
            if end == nil, let crowd = search.crowd { patience -= min(patience, search.place - crowd) }
            return end
        } catch {
            self.search = search
            throw FramingShortage(max(error.byteCount, min(bound + 32, search.place + max(256, search.place / 2))))
        }
    }

    /// The first place where the checksum is right and a frame may end; `nil` if the stream, the bound or too many
    /// headers come before it.
    private func find(
        _ search: inout FrameSearch, _ window: Span<UInt8>, isEnd: Bool, bound: Int, _ rule: FLACStreamInfo?
    ) throws(FramingShortage) -> Int? {
        while true {
            if search.crowd == nil {
                FLACFrameChecksum.skip(&search.checksum, &search.place, to: min(bound, window.count), in: window)
            }
            let place = search.place
            if search.checksum == 0, place > 8 {
                if try isBoundary(place, window, isEnd: isEnd, rule) { return place }
                search.firstZero = search.firstZero ?? place
                search.lastZero = place
            }
            if place > 1, search.crowd == nil, place < window.count, window[place] == 0xFF {
                if let header = try header(window, at: place, isEnd: isEnd), fits(header, rule) { search.passed += 1 }
                if search.passed > Self.maximumPassedHeaders { search.crowd = place }
            }
            guard place < bound, search.crowd.map({ place - $0 < patience }) ?? true else { return nil }
            guard place < window.count else {
                guard isEnd else { throw FramingShortage(place + 1) }
                return nil
            }
            search.checksum = FLACFrameChecksum.next(search.checksum, window[place])
            search.place += 1
        }
    }

    private func isSound(_ window: Span<UInt8>, upTo end: Int) -> Bool {
        var checksum: UInt16 = 0
        for place in 0..<end { checksum = FLACFrameChecksum.next(checksum, window[place]) }
        return checksum == 0
    }

    /// Whether a frame may end at `place`.
    private func isBoundary(
        _ place: Int, _ window: Span<UInt8>, isEnd: Bool, _ rule: FLACStreamInfo?
    ) throws(FramingShortage) -> Bool {
        guard try window.reaches(place + 1, isEnd: isEnd) else { return place == window.count }
        if window[place] == 0xFF, let header = try header(window, at: place, isEnd: isEnd), fits(header, rule) {
            return true
        }
        return try StreamTags.tag(at: place, in: window, isEnd: isEnd) != nil
    }

    /// Where the search for a frame's end stops: twice what its samples take as they are. What an encoder makes is
    /// never longer than once (``FLACFrameHeader/usualByteCountUpperBound(_:channelCount:bitDepth:)``).
    private static func byteCountUpperBound(_ frameCount: Int, channelCount: Int, bitDepth: Int) -> Int {
        frameCount * channelCount * (bitDepth + 1) / 4 + 1024
    }

    private func describe(_ info: FLACStreamInfo) -> FramedStream {
        // The first frames may be shorter than all others: then it is STREAMINFO that says how long one gets.
        let longestBlock = max(info.maximumBlock, stated?.maximumBlock ?? 0)
        var stream = FramedStream(
            format: StreamDescription(
                sampleRate: Double(info.sampleRate), formatID: .flac, formatFlags: .lossless(bitDepth: info.bitDepth),
                framesPerPacket: UInt32(info.isFixed ? info.maximumBlock : 0),
                channelsPerFrame: UInt32(info.channelCount)),
            layout: FLACOrder.layout(info.channelCount, mask: mask),
            magicCookie: info.bytes, sourceBitDepth: info.bitDepth,
            packetSizeUpperBound: FLACFrameHeader.usualByteCountUpperBound(
                longestBlock, channelCount: info.channelCount, bitDepth: info.bitDepth))
        stream.streamInfo = stated
        if let total = info.frameCount {
            let block = Int64(info.maximumBlock)
            let count = (total + block - 1) / block
            stream.packetTable = PacketTableInfo(
                validFrames: total, remainderFrames: info.isFixed ? count * block - total : 0)
            if info.isFixed { stream.packetCount = count }
        }
        return stream
    }
}
