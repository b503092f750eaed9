internal import KKPCM

extension AudioFileStream {
    /// Parses the next bytes of the stream. No bytes mean its end: complete packets are then given out.
    ///
    /// - Parameter discontinuity: whether the bytes do not follow the ones before. They are then at the position of the
    ///   last ``seek(toPacket:)``, or at an unknown one: an incomplete packet is dropped, and packets are searched
    ///   again.
    /// - Throws: a problem of the stream, which then cannot be used any more; `'nope'` for a call from a callback or
    ///   after the end.
    public func parse(_ bytes: [UInt8], discontinuity: Bool = false) throws(AudioFileStreamError) {
        try parse(bytes[...], discontinuity: discontinuity)
    }

    /// As ``parse(_:discontinuity:)-([UInt8],_)``, with a part of an array.
    public func parse(_ bytes: ArraySlice<UInt8>, discontinuity: Bool = false) throws(AudioFileStreamError) {
        guard !isParsing else {
            throw AudioFileStreamError(
                .illegalOperation, kind: .usage, "a callback of the stream called parse",
                nextStep: "call parse after it has returned")
        }
        if let failure { throw failure }
        isParsing = true
        defer { isParsing = false }
        do throws(AudioFileStreamError) {
            if discontinuity { try restart() }
            guard bytes.count > 0 else {
                if !hasEnded { try finish() }
                return
            }
            guard !hasEnded else {
                throw AudioFileStreamError(
                    .illegalOperation, kind: .usage, at: window.offset, "bytes follow after the end of the stream")
            }
            var rest = bytes
            while !rest.isEmpty {
                window.append(rest.prefix(Self.portion))
                rest = rest.dropFirst(Self.portion)
                try advance(isEnd: false)
            }
        } catch {
            if error.code != .illegalOperation, error.code != .discontinuityCantRecover { failure = error }
            throw error
        }
    }

    private func finish() throws(AudioFileStreamError) {
        try advance(isEnd: true)
        endOpenTag()
        hasEnded = true
        endJunk()
        if !isReady, let framed = framer?.stream {
            // FLAC that has metadata and no audio.
            try begin(framed, at: window.offset)
        }
        endTable()
        guard isReady else {
            guard phase == .probing, junkBeforeAudio > 0 else {
                throw .damage(
                    at: window.offset,
                    phase == .audio ? "there is no packet in this stream" : "the stream ends before its audio")
            }
            throw AudioFileStreamError(.unsupportedFileType, at: window.offset, "this is not a recognised audio stream")
        }
        tail = isGapless ? container?.finish() : nil
        for warning in tail?.warnings ?? [] { warnings.addPlace(warning) }
        if let audio, let claimed = audio.dataByteCount, window.offset - audio.dataOffset < claimed, isGapless {
            let present = max(0, window.offset - audio.dataOffset)
            warn(
                at: window.offset, "the header states \(claimed) bytes of audio, but there are only \(present)",
                "the available audio is used")
        }
    }

    /// A tag after audio that the stream's end cuts off has swallowed what may have been sound: its size is as likely
    /// damaged as the end is missing. So it is reported as junk between packets is, not as what is left at an end.
    private func endOpenTag() {
        guard let count = framer?.openTagByteCount, count > 0, nextPacket > 0 else { return }
        junk = (junk?.lowerBound ?? window.offset - count)..<window.offset
        isJunkZeros = false
        endJunk()
    }

    private func advance(isEnd: Bool) throws(AudioFileStreamError) {
        while true {
            if skipping > 0 {
                let count = Int(min(skipping, Int64(window.count)))
                window.drop(count)
                skipping -= Int64(count)
                if skipping > 0 { return }
            }
            guard window.count >= needed || isEnd else { return }
            let isGoingOn: Bool
            switch phase {
            case .probing: isGoingOn = try probe(isEnd: isEnd)
            case .header: isGoingOn = try collect(isEnd: isEnd)
            case .audio: return try deliver(isEnd: isEnd)
            }
            if !isGoingOn { return }
        }
    }

    /// Takes bytes of a container's header; `false` when more are needed.
    private func collect(isEnd: Bool) throws(AudioFileStreamError) -> Bool {
        container?.take(window.bytes[window.range], at: window.offset)
        window.drop(window.count)
        needed = 1
        guard let seen = try container?.findAudio(isEnd: isEnd), let container else { return false }
        window.restart(at: seen.offset)
        window.append(seen.bytes[...])
        try begin(StreamAudio(container))
        return true
    }

    /// Goes over to the audio.
    func begin(_ found: StreamAudio) throws(AudioFileStreamError) {
        audio = found
        switch found.packets {
        case .constant(let byteCount, let frames): constant = (byteCount, frames)
        case .framed(let framer): self.framer = framer
        case .table(let table): self.table = TableFramer(table, found.stream?.format.formatID)
        }
        phase = .audio
        needed = 1
        skipping = max(0, found.dataOffset - window.offset)
        for warning in found.warnings { warnings.addPlace(warning) }
        if let stream = found.stream { try begin(stream, at: found.dataOffset) }
    }

    /// Tells what is known, once.
    func begin(_ framed: FramedStream, at offset: Int64) throws(AudioFileStreamError) {
        stream = framed
        dataOffset = offset
        guard framed.format.channelsPerFrame > 0 else {
            throw AudioFileStreamError(
                .unsupportedDataFormat, at: offset, "the number of channels of this stream is not stated")
        }
        if audio?.fileFormat == AudioFile.TypeID.mpegLayer3 {
            audio?.fileFormat = AudioFile.TypeID.mpeg(framed.format.formatID)
        }
        isReady = true
        for reported in Self.reported where (try? property(reported)) != nil { tell(reported) }
        tell(.readyToProducePackets)
    }

    private static let reported: [AudioFileStreamProperty] = [
        .fileFormat, .dataFormat, .formatList, .dataOffset, .magicCookieData, .channelLayout, .audioDataByteCount,
        .audioDataPacketCount,
        .maximumPacketSize, .packetSizeUpperBound, .packetTableInfo, .bitRate, .infoDictionary,
    ]

    /// The bytes of the stream are at another place from now on.
    private func restart() throws(AudioFileStreamError) {
        if phase == .header {
            throw AudioFileStreamError(
                .discontinuityCantRecover, kind: .usage, at: window.offset,
                "the stream jumps before its header is complete")
        }
        let target = pendingSeek
        if let table, target.map({ $0.isEstimated || $0.packet > table.table.packetCount }) ?? true {
            throw AudioFileStreamError(
                .discontinuityCantRecover, kind: .usage, at: window.offset,
                "the packets of this stream can be found only by number",
                nextStep: "seek to a packet and continue at its byte")
        }
        guard framer?.canLoseSync ?? true else {
            throw AudioFileStreamError(
                .discontinuityCantRecover, kind: .usage, at: window.offset,
                "the packets of this stream can be found only from its start",
                nextStep: "parse it from front to back, or open it as a file")
        }
        pendingSeek = nil
        (hasEnded, followsPacket) = (false, false)
        endJunk()
        needed = 1
        skipping = 0
        guard phase == .audio else {
            tags.reset()
            return window.restart(at: window.offset + Int64(window.count))
        }
        isGapless = false
        if let target, let dataOffset {
            window.restart(at: dataOffset + target.offset)
            nextPacket = target.packet
            table?.move(to: target.packet)
        } else {
            window.restart(at: window.offset + Int64(window.count))
        }
        framer?.loseSync()
    }
}
