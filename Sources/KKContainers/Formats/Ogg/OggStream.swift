package import KKCodecs
package import KKPCM

/// One stream of an Ogg file, as its pages come: headers, and where its packets lie.
///
/// Source: RFC 3533 §6 (pages), RFC 7845 §3, Vorbis I, A.2 and RFC 9639 §10.1 (which packets are headers).
package struct OggStream {
    package enum Codec: String {
        case vorbis = "Vorbis", opus = "Opus", flac = "FLAC"

        package var formatID: FourCharCode {
            switch self {
            case .vorbis: .vorbis
            case .opus: .opus
            case .flac: .flac
            }
        }
    }

    /// Where it begins.
    package let place: Int64
    let serial: UInt32
    package let codecName: String
    /// What comes out of its packets; `nil` before its headers, and where they are not sound.
    package private(set) var decoded: (format: StreamDescription, layout: ChannelLayout, bitDepth: Int?)?
    /// `nil` as ``decoded``.
    package private(set) var timeline: OggTimeline?
    package private(set) var index = PacketIndex()
    package private(set) var joints = OggJoints()
    /// The first of its headers and the texts.
    private(set) var identification: [UInt8] = []
    package private(set) var comment: [UInt8] = []
    private(set) var magicCookie: [UInt8] = []
    /// What is wrong with its packets, in order.
    private(set) var problems: [OggTimeline.Problem] = []
    package private(set) var refusal: CodecError?

    package let codec: Codec?
    private var packets = 0
    /// FLAC's last one says so, or the first packet of audio does, or pages are lost.
    private var headerCount: Int
    private var sequence: UInt32
    private var blocks: VorbisBlocks?
    /// The packet that is being read: where it begins, and of its bytes the first, which tell how long it sounds; of
    /// headers all that is taken of them.
    private var start: Int64?
    private var head: [UInt8] = []
    private var byteCount = 0
    /// Behind its last piece.
    private var end: Int64 = 0

    /// Of texts no more is taken; Vorbis' setup is some kilobytes long.
    private static let longestHeader = 1 << 20

    /// - Parameter page: its first.
    init(_ page: OggPage) {
        place = page.place
        serial = page.serial
        sequence = page.sequence
        codecName = page.codecName
        codec = Codec(rawValue: codecName)
        headerCount = codec == .opus ? 2 : codec == .flac ? .max : 3
    }

    /// Whether it is audio, if of a codec that is not here.
    var isAudio: Bool { Self.formatID(codecName) != nil }

    /// The format of a codec of audio, by its name; `nil` of another one.
    static func formatID(_ codecName: String) -> FourCharCode? {
        switch codecName {
        case "Speex": "SPEX"
        case "CELT": "CELT"
        default: Codec(rawValue: codecName)?.formatID
        }
    }

    /// Opus' frames before the sound; 0 of another codec.
    package var preSkip: Int64 {
        codec == .opus && identification.count > 11 ? Int64(identification[10]) | Int64(identification[11]) << 8 : 0
    }

    /// Whether Opus' channels are ambisonics behind a matrix (RFC 8486 §3.2).
    var isDemixed: Bool { codec == .opus && identification.count > 18 && identification[18] == 3 }

    /// FLAC's STREAMINFO, after the mark and three numbers.
    package var flacInfo: FLACStreamInfo? {
        codec == .flac ? try? FLACStreamInfo(Array(identification.dropFirst(9))) : nil
    }

    /// Whether there is a decoder for it, by its first page.
    package var isPlayable: Bool {
        codec == .flac
            ? flacInfo.map { FramedStream.readableFLACDepths.contains($0.bitDepth) } ?? false
            : codec != nil && !isDemixed
    }

    /// Whether audio can be decoded of it.
    var hasAudio: Bool { timeline != nil && index.packetCount > 0 }

    /// Takes its next page.
    ///
    /// - Parameter damage: what was met before it that is not a page, and how many bytes that are; whether it costs
    ///   anything is told by the page's number.
    mutating func take(_ page: OggPage, damage: (problem: OggTimeline.Problem, byteCount: Int64)?) {
        if page.sequence != sequence {
            let missing = OggTimeline.Problem(
                place: page.place, words: "Ogg page \(sequence) is missing; page \(page.sequence) follows",
                consequence: "the available audio is used")
            lose(damage?.problem ?? missing, byteCount: damage?.byteCount ?? 0)
        } else if let damage {
            problems.note(damage.problem)
        }
        sequence = page.sequence &+ 1
        if !page.isContinued, start != nil, page.segmentCount > 0 {
            lose(
                .init(
                    place: page.place, words: "a packet is not continued on this Ogg page",
                    consequence: "it is left out"), byteCount: 0)
        }
        var isOrphan = page.isContinued && start == nil
        var body = page.bodyStart
        if start != nil {
            joints.add(seam: end..<page.place + Int64(body))
            end = page.place + Int64(body)
        }
        for length in page.lacing {
            if !isOrphan {
                if start == nil { start = page.place + Int64(body) }
                let wanted = isInHeaders ? Self.longestHeader : headByteCount
                if head.count < wanted {
                    head += page.bytes[body..<min(body + Int(length), body + wanted - head.count)]
                }
                byteCount += Int(length)
            }
            body += Int(length)
            end = page.place + Int64(body)
            if length < 255 {
                if !isOrphan { endPacket() }
                isOrphan = false
            }
        }
        if page.granule != -1, packets > headerCount { timeline?.close(page) }
    }

    /// That no page follows: what the next ones would have needed goes, because a chain may have very many streams.
    ///
    /// - Parameter keepsTexts: whether anybody wants them.
    mutating func finish(keepsTexts: Bool) {
        if headerCount == .max, packets > 0 { endHeaders(packets) }
        timeline?.finish()
        if codec == .flac, let channels = decoded?.format.channelCount {
            decoded?.layout = FLACOrder.layout(channels, mask: FLACChannelMask.read(VorbisComment(comment)))
        }
        (blocks, head) = (nil, [])
        if !keepsTexts { comment = [] }
    }

    /// A decoder of its packets, before the first of them.
    package func newDecoder() throws(CodecError) -> any PacketDecoder {
        guard let codec, codec != .flac else {
            return try PacketDecoders.flac(magicCookie, longestPacket: max(1, index.maximumFrameCount))
        }
        return try PacketDecoders.decoder(
            for: StreamDescription(sampleRate: 0, formatID: codec.formatID, channelsPerFrame: 0),
            magicCookie: magicCookie)
    }

    /// All that is wrong, headers and time.
    var allProblems: [OggTimeline.Problem] { (problems + (timeline?.problems ?? [])).sorted { $0.place < $1.place } }

    private mutating func lose(_ problem: OggTimeline.Problem, byteCount: Int64) {
        if headerCount == .max, packets > 0 { endHeaders(packets) }
        let begun = codec != .vorbis && start != nil ? countFrames() ?? 0 : 0
        forgetPacket()
        guard timeline != nil else { return problems.note(problem) }
        timeline?.lose(problem, before: index.packetCount, frames: begun, byteCount: byteCount)
        blocks?.forget()
        if codec == .vorbis { joints.add(restart: index.packetCount) }
    }

    private mutating func forgetPacket() {
        start = nil
        head.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    private mutating func endPacket() {
        guard let start else { return }
        let isInHeaders = isInHeaders
        packets += 1
        defer { forgetPacket() }
        if isInHeaders, takeHeader() { return }
        guard timeline != nil else { return }
        guard let frames = countFrames() else {
            if codec == .opus || byteCount > 0 {
                problems.note(
                    .init(
                        place: start, words: "a packet of \(byteCount) bytes is not audio of \(codecName)",
                        consequence: "it is left out"))
            }
            return
        }
        index.append(offset: start, byteCount: Int(end - start), frames: Int(frames))
        timeline?.take(frames)
    }

    /// Whether a header may come. Of FLAC's some may have been lost.
    private var isInHeaders: Bool { packets < headerCount || codec == .flac && index.packetCount == 0 }

    /// The bytes of a packet that tell how long it sounds.
    private var headByteCount: Int { codec == .flac ? FLACFrameHeader.byteCountUpperBound : 2 }

    /// How long the packet sounds that comes next, by its first bytes; `nil` of one that is not audio.
    private func countFrames() -> Int64? {
        switch codec {
        case .vorbis: blocks?.frameCount(head)
        case .opus: OpusPacket.frameCount(head)
        case .flac: FLACFrameHeader(head.span, at: 0).map { Int64($0.frameCount) }
        case nil: nil
        }
    }

    /// - Returns: `false` of a packet that is none.
    private mutating func takeHeader() -> Bool {
        switch (codec, packets) {
        case (_, 1): identification = head
        case (.flac, _):
            // A block of metadata, the first bit of the last one set; frames begin like none.
            if head.first == 0xFF {
                if headerCount == .max { endHeaders(packets - 1) }
                return false
            }
            if comment.isEmpty, head.first.map({ $0 & 0x7F }) == 4 { comment = Array(head.dropFirst(4)) }
            if headerCount == .max, head.first ?? 0 >= 0x80 { headerCount = packets }
        case (_, 2): comment = Array(head.dropFirst(codec == .opus ? 8 : 7))
        default: break
        }
        if packets == headerCount { endHeaders(packets) }
        return true
    }

    /// That all headers have come, so many.
    private mutating func endHeaders(_ count: Int) {
        headerCount = count
        guard let codec else { return }
        switch codec {
        case .opus: magicCookie = identification
        case .flac: magicCookie = Array(identification.dropFirst(9))
        case .vorbis:
            magicCookie = VorbisBlocks.cookie(identification: identification, setup: head)
            blocks = VorbisBlocks(identification: identification, setup: head)
        }
        do throws(CodecError) {
            if codec == .flac, identification.count > 5, identification[5] != 1 {
                throw CodecError(
                    .unavailable, format: .flac,
                    "this is version \(identification[5]) of FLAC in Ogg; only version 1 is supported")
            }
            let decoder = try newDecoder()
            decoded = (decoder.format, decoder.layout, decoder.sourceBitDepth)
            timeline = OggTimeline(
                isExact: codec != .vorbis, sampleRate: decoder.format.sampleRate,
                longestPacket: decoder.maximumFramesPerPacket)
        } catch {
            refusal = error
        }
    }
}
