internal import KKCodecs
internal import KKPCM

/// The audio of one run of MPEG packets that come through a pipe, priming and padding cut off: what
/// ``MPEGSegmentReader`` is to a file's segment.
///
/// It is cut into the pieces of a file (``MPEGPiece``), each of which is decoded when all of its packets have come, by
/// a fresh decoder. So the samples are those of the file, to the bit, and 256 packets are what a stream is behind. How
/// many frames an encoder's notes take off the end is settled at the end: a stream that has more packets than they
/// count, or too few, loses what its file would.
///
/// ## Allocation
/// The packets of a piece and of its decoder's start, at most 1 MB, and a decoder for every piece.
final class StreamedMPEGRun: FrameSource {
    let format: StreamDescription
    let mpegFormat: MPEGFrameHeader.Format
    /// Nobody knows before the end.
    var frameCount: Int64? { nil }
    /// Whether it is the stream's first one.
    let isFirst: Bool
    /// Where its first packet lies in the stream.
    let firstOffset: Int64
    /// Whether an encoder's frame of notes (`Xing`, `Info`, `VBRI`) comes before it.
    var hasNotes: Bool { run.info != nil }

    private let feed: StreamFeed
    private let run: StreamRun
    private let outputChannelCount: Int
    /// Counts what has come. Its pieces are those that are not decoded yet.
    private var segment: MPEGSegment
    private var cutter = MPEGPieceCutter()
    /// Packets from the start of the next piece's decoder on.
    private var packets: [Packet] = []
    /// Packets of the feed that are not collected yet, and the next one of them.
    private var waiting: StreamFeed.Packets?
    private var next = 0
    private var isComplete = false
    private var findings: [Finding] = []

    private var piece: Piece?
    /// The frame of decoded audio, priming included, that comes next.
    private var decoded: Int64 = 0

    /// Something that is wrong with the run.
    struct Finding {
        var offset: Int64
        var problem: String
        var consequence: String?
    }

    private struct Packet {
        var fileOffset: Int64
        var streamOffset: Int64
        var bytes: [UInt8]
    }

    /// A piece on its way.
    private final class Piece {
        var decoder: Mpg123Handle
        /// The frame of decoded audio before which it ends.
        let end: Int64

        init(_ decoder: consuming Mpg123Handle, end: Int64) {
            self.decoder = decoder
            self.end = end
        }
    }

    /// - Parameter run: the one that comes next.
    init(
        _ feed: StreamFeed, _ run: StreamRun, _ format: MPEGFrameHeader.Format, outputChannelCount: Int,
        isFirst: Bool = false
    ) {
        (self.feed, self.run, self.outputChannelCount) = (feed, run, outputChannelCount)
        mpegFormat = format
        self.isFirst = isFirst
        firstOffset = feed.nextOffset ?? 0
        self.format = .canonical(sampleRate: Double(format.sampleRate), channels: outputChannelCount)
        segment = MPEGSegment(format: format, info: run.info)
        segment.freeFormatByteCount = run.freeFormatByteCount
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0 else { return 0 }
        while true {
            guard let piece = try current() else { return 0 }
            let start = priming
            if decoded < start { decoded += try piece.decoder.skip(min(start, piece.end) - decoded) }
            let wanted = Int(min(Int64(frameCount), piece.end - decoded))
            let count =
                wanted > 0 && decoded >= start
                ? try piece.decoder.read(into: &buffer, at: offset, frameCount: wanted) : 0
            decoded += Int64(count)
            if count > 0 { return count }
            self.piece = nil
        }
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        throw feed.noWayBack(to: frame)
    }

    /// What was found wrong since this was asked last.
    func takeFindings() -> [Finding] {
        defer { findings.removeAll() }
        return findings
    }

    /// Frames at the start that are cut off; an encoder that counts more of them than there is audio has none left.
    private var priming: Int64 { segment.info?.delay.map { $0 + MPEGInfoTag.decoderDelay } ?? 0 }

    // MARK: Pieces

    /// The piece that is being decoded, or the next one; `nil` at the end.
    private func current() throws(AudioFileError) -> Piece? {
        if let piece { return piece }
        while segment.pieces.count < 2, !isComplete { try collect() }
        guard let cut = segment.pieces.first else { return nil }
        let framesPerPacket = Int64(segment.format.framesPerPacket)
        var end = segment.pieces.count > 1 ? segment.pieces[1].firstFrame : segment.decodedFrameCount
        if let padding = segment.info?.padding, let claimed = segment.info?.packetCount, segment.info?.delay != nil {
            let audioEnd = claimed * framesPerPacket - max(0, padding - MPEGInfoTag.decoderDelay)
            if end > audioEnd {
                // Only what comes after the claimed end tells whether the claim is true.
                while segment.packetCount <= claimed, !isComplete { try collect() }
                if segment.packetCount <= claimed { end = min(end, max(priming, audioEnd)) }
            }
        }
        let byteEnd = cut.end ?? segment.byteCount
        segment.pieces.removeFirst()
        if segment.pieces.isEmpty, !isComplete { return nil }
        var memory = MemoryBytes()
        var extents: [MPEGSegment.Extent] = []
        for packet in packets where packet.streamOffset >= cut.entry && packet.streamOffset < byteEnd {
            memory.append(packet.bytes, at: packet.fileOffset)
            memory.byteCount = packet.fileOffset + Int64(packet.bytes.count)
            extents.append(
                MPEGSegment.Extent(
                    fileOffset: packet.fileOffset, streamOffset: packet.streamOffset,
                    byteCount: Int64(packet.bytes.count)))
        }
        let stream = MPEGByteStream(
            ByteSource(memory, name: feed.name), extents: extents, byteCount: byteEnd, start: cut.entry)
        if let kept = segment.pieces.first?.entry { packets.removeAll { $0.streamOffset < kept } }
        stream.silenceOrphans(format: segment.format, freeFormatByteCount: segment.freeFormatByteCount)
        var decoder = try Mpg123Handle(
            stream, format: segment.format, freeFormatByteCount: segment.freeFormatByteCount,
            outputChannelCount: outputChannelCount)
        if cut.warmUp > 0 { _ = try decoder.skip(cut.warmUp) }
        decoded = cut.firstFrame
        let piece = Piece(decoder, end: end)
        self.piece = piece
        return piece
    }

    /// Takes the next packet of the run in, or finds that there is none.
    private func collect() throws(AudioFileError) {
        while next >= waiting?.descriptions.count ?? 0 {
            guard try feed.nextRun()?.number == run.number else { return complete() }
            waiting = try feed.next()
            next = 0
        }
        guard let waiting else { return complete() }
        let place = waiting.descriptions[next]
        next += 1
        let start = Int(place.startOffset)
        let bytes = Array(waiting.bytes[start..<start + place.byteCount])
        guard let header = bytes.bigEndian32(at: 0).flatMap(MPEGFrameHeader.init) else { return }
        let fileOffset = waiting.offset + place.startOffset
        let missing = next == waiting.descriptions.count ? Int64(waiting.missingByteCount) : 0
        let streamOffset = segment.byteCount
        cutter.note(header, byteCount: bytes.count + Int(missing), at: streamOffset, in: &segment)
        segment.append(at: fileOffset, byteCount: Int64(bytes.count) + missing, missing: missing)
        // Where the packets lie is with them; a stream that is damaged without end must not make this longer.
        segment.extents.removeFirst(segment.extents.count - 1)
        packets.append(Packet(fileOffset: fileOffset, streamOffset: streamOffset, bytes: bytes))
        if missing > 0 {
            let problem =
                "the last MPEG frame is cut short: \(missing) of \(bytes.count + Int(missing)) bytes are missing"
            findings.append(Finding(offset: fileOffset, problem: problem))
        }
    }

    private func complete() {
        guard !isComplete else { return }
        isComplete = true
        guard let claimed = segment.info?.packetCount, claimed != segment.packetCount else { return }
        let problem = "the header states \(claimed) MPEG frames, but there are \(segment.packetCount)"
        findings.append(Finding(offset: firstOffset, problem: problem, consequence: "the available audio is used"))
    }
}
