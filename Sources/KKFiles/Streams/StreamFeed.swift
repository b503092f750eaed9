internal import KKPCM

/// The packets of a pipe: parsed as they are asked for, so that never more of them wait than a portion of bytes holds.
final class StreamFeed {
    /// Packets that follow one another.
    struct Packets {
        var run: StreamRun
        /// Where the first one lies in the stream.
        var offset: Int64
        var bytes: [UInt8]
        /// None if all packets are of one size.
        var descriptions: [PacketDescription]
        /// What the last one lacks, because the stream ends in it.
        var missingByteCount = 0
    }

    var name: String { source.name }
    let stream: AudioFileStream
    /// Whether everything has been parsed.
    private(set) var hasEnded = false

    private let source: ByteSource
    private let inbox: Inbox

    /// Bytes that are not a packet.
    struct Junk {
        var range: Range<Int64>
        /// Whether packets are on both sides of them.
        var isBetween: Bool
        /// Whether all of them are zeros.
        var isZeros: Bool
    }

    /// What the parser has given out and nobody has taken.
    private final class Inbox {
        var waiting: [Packets] = []
        var junk: [Junk] = []
    }

    /// What is read from the pipe at a time, at most: all that one of the usual size holds.
    private static let portion = 1 << 16
    /// What of a stream is kept until its first packet has come: cover pictures, and room for the header of any
    /// container.
    private static let headerLimit = 1 << 24

    /// Reads the start of a pipe, until there is a packet or a container's audio begins.
    ///
    /// - Returns: `nil` if the parser refuses it, or finds no audio in the first 16 MiB: then it is something to be
    ///   read by position.
    /// - Throws: for a pipe that cannot be read.
    init?(_ source: ByteSource) throws(AudioFileError) {
        let inbox = Inbox()
        guard
            let stream = try? AudioFileStream(packets: { stream, packets in
                // What has a table is read by position: of its packets, however many there are, none is to wait.
                if stream.table != nil { return }
                inbox.waiting.append(
                    Packets(
                        run: stream.delivered.run, offset: stream.delivered.offset, bytes: packets.bytes,
                        descriptions: packets.descriptions))
            })
        else { return nil }
        stream.junkListener = { inbox.junk.append(Junk(range: $0, isBetween: $1, isZeros: $2)) }
        stream.cutListener = { [unowned stream] bytes, offset, missing in
            let run = stream.framer?.run ?? .first
            let packet = PacketDescription(startOffset: 0, variableFrames: 0, byteCount: bytes.count)
            inbox.waiting.append(
                Packets(run: run, offset: offset, bytes: bytes, descriptions: [packet], missingByteCount: missing))
        }
        (self.source, self.stream, self.inbox) = (source, stream, inbox)
        while !stream.isReady {
            guard takenByteCount < Self.headerLimit, !hasEnded else { return nil }
            do {
                try parseMore()
            } catch {
                guard error.kind == .io else { return nil }
                throw error
            }
        }
    }

    /// The packets that come next, in their order; `nil` at the end.
    func next() throws(AudioFileError) -> Packets? {
        while inbox.waiting.isEmpty {
            guard !hasEnded else { return nil }
            try parseMore()
        }
        return inbox.waiting.removeFirst()
    }

    /// The run of what ``next()`` gives; `nil` at the end.
    func nextRun() throws(AudioFileError) -> StreamRun? {
        while inbox.waiting.isEmpty {
            guard !hasEnded else { return nil }
            try parseMore()
        }
        return inbox.waiting.first?.run
    }

    /// Where that lies in the stream, once it has come.
    var nextOffset: Int64? { inbox.waiting.first?.offset }

    /// The junk that was found since this was asked last.
    func takeJunk() -> [Junk] {
        defer { inbox.junk.removeAll() }
        return inbox.junk
    }

    /// The bytes that have come and been parsed.
    var byteCount: Int64 { stream.window.offset }

    /// Parses on until so many bytes have come, or all: what they hold waits.
    func reach(_ byteCount: Int) throws(AudioFileError) {
        while takenByteCount < byteCount, !hasEnded { try parseMore() }
    }

    private var takenByteCount: Int { source.file?.taken.count ?? 0 }

    private func parseMore() throws(AudioFileError) {
        let bytes = try source.file?.take(Self.portion) ?? []
        hasEnded = bytes.isEmpty
        do throws(AudioFileStreamError) {
            try stream.parse(bytes)
        } catch {
            throw AudioFileError(
                .invalidFile, kind: error.kind, path: name, at: error.byteOffset.map { .byte($0) }, error.problem,
                nextStep: error.nextStep)
        }
    }

    /// What a decoder says that is asked to go back.
    func noWayBack(to frame: Int64) -> AudioFileError {
        AudioFileError(
            .invalidSeek, kind: .usage, path: name,
            "frame \(frame) has been passed: the stream can be read only once, from start to end",
            nextStep: "open it without readsOnce")
    }
}

/// The bytes of linear audio that comes through a pipe.
final class StreamedLinearData: LinearData {
    var name: String { feed.name }
    /// That there are fewer than the header claims, and a last piece of a frame.
    private(set) var warnings: [FileWarning] = []
    private(set) var byteCount: Int64?

    private let feed: StreamFeed
    private let start: Int64
    private let claimedByteCount: Int64?
    /// What has come and is not read, and where in the data it begins.
    private var waiting: [UInt8] = []
    private var position: Int64 = 0

    /// - Parameters:
    ///   - start: where the data begins.
    ///   - claimedByteCount: how many bytes the header speaks of; `nil` if it leaves that open.
    init(_ feed: StreamFeed, start: Int64, claimedByteCount: Int64?) {
        (self.feed, self.start, self.claimedByteCount) = (feed, start, claimedByteCount)
    }

    func read(at offset: Int64, into bytes: inout [UInt8], count: Int) throws(AudioFileError) -> Int {
        guard offset >= position else { throw feed.noWayBack(to: 0) }
        while position + Int64(waiting.count) <= offset {
            position += Int64(waiting.count)
            waiting = []
            guard let packets = try feed.next() else {
                try end()
                return 0
            }
            waiting = packets.bytes
        }
        // What came is given on as it is, so that nothing waits for more.
        let skipped = Int(offset - position)
        let given = min(count, waiting.count - skipped)
        if skipped == 0, given == waiting.count {
            bytes = waiting
            waiting = []
        } else {
            bytes = Array(waiting[skipped..<skipped + given])
            waiting.removeSubrange(..<(skipped + given))
        }
        position = offset + Int64(given)
        // What comes after the audio is taken, too, so that the writer is not cut off.
        if let claimedByteCount, claimedByteCount - position < Int64(feed.stream.constant?.byteCount ?? 1) {
            while try feed.next() != nil {}
            try takeTail()
        }
        return given
    }

    /// What the chunks after the audio come to, now that they have passed.
    private func takeTail() throws(AudioFileError) {
        if let claimedByteCount, feed.byteCount < start + claimedByteCount { return try end() }
        defer { if let warning = restWarning { warnings.append(warning) } }
        guard let tail = feed.stream.tail else { return }
        if tail.layout.waveOrder != feed.stream.audio?.container?.storedLayout.waveOrder {
            throw AudioFileError(
                .invalidFile, path: name, at: .byte(start + (claimedByteCount ?? 0)),
                "the channel order is stored after the audio, which was already read from this pipe in another order",
                nextStep: "save it to a file and name that")
        }
        warnings += tail.warnings.map {
            FileWarning(path: name, at: $0.position, $0.problem, consequence: $0.consequence)
        }
    }

    /// That there is a last piece of a frame, once all that is claimed has come.
    private var restWarning: FileWarning? {
        guard let claimedByteCount, position < claimedByteCount else { return nil }
        return FileWarning(
            path: name, at: .byte(start + position),
            "the last \(claimedByteCount - position) bytes are not a whole frame", consequence: "they are left out")
    }

    private func end() throws(AudioFileError) {
        guard byteCount == nil else { return }
        guard feed.byteCount >= start || feed.stream.container?.fileType.kind?.statesDataOffset != true else {
            throw AudioFileError(
                .invalidFile, path: name, at: .byte(feed.byteCount),
                "the header states that the audio starts at byte \(start), which is not possible",
                nextStep: "export the file again, or fetch another copy of it")
        }
        let present = max(0, feed.byteCount - start)
        guard present < claimedByteCount ?? .max else { return }
        byteCount = position
        if let claimedByteCount {
            warnings.append(
                FileWarning(
                    path: name, at: .byte(start),
                    "the header states \(claimedByteCount) bytes of audio, but there are only \(present)",
                    consequence: "the available audio is used"))
        }
        if present > position {
            warnings.append(
                FileWarning(
                    path: name, at: .byte(start + position),
                    "the last \(present - position) bytes are not a whole frame",
                    consequence: "they are left out"))
        }
    }
}
