internal import KKCodecs
internal import KKPCM

/// One stream of an Ogg file, as its pages come: headers, and where its packets lie.
///
/// Source: RFC 3533 §6 (pages), RFC 7845 §3 and Vorbis I, A.2 (which packets are headers).
struct OggStream {
    enum Codec { case vorbis, opus }

    /// Where it begins.
    let place: Int64
    let serial: UInt32
    let codecName: String
    /// What comes out of its packets; `nil` before its headers, and where they are not sound.
    private(set) var decoded: (format: StreamDescription, layout: ChannelLayout)?
    /// `nil` as ``decoded``.
    private(set) var timeline: OggTimeline?
    private(set) var index = PacketIndex()
    private(set) var joints = OggJoints()
    /// The first of its headers and the texts.
    private(set) var identification: [UInt8] = []
    private(set) var comment: [UInt8] = []
    private(set) var magicCookie: [UInt8] = []
    /// What is wrong with its packets, in order.
    private(set) var problems: [OggTimeline.Problem] = []
    private(set) var refusal: CodecError?

    let codec: Codec?
    private var packets = 0
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
        codec = codecName == "Vorbis" ? .vorbis : codecName == "Opus" ? .opus : nil
    }

    private var headerCount: Int { codec == .opus ? 2 : 3 }

    /// Whether audio can be decoded of it.
    var hasAudio: Bool { timeline != nil && index.packetCount > 0 }

    /// Takes its next page.
    ///
    /// - Parameter damage: what was met before it that is no page, and how many bytes that are; whether it costs
    ///   anything is told by the page's number.
    mutating func take(_ page: OggPage, damage: (problem: OggTimeline.Problem, byteCount: Int64)?) {
        if page.sequence != sequence {
            let missing = OggTimeline.Problem(
                place: page.place, words: "Ogg page \(sequence) is missing, page \(page.sequence) comes instead",
                consequence: "what is there is used")
            lose(damage?.problem ?? missing, byteCount: damage?.byteCount ?? 0)
        } else if let damage {
            problems.note(damage.problem)
        }
        sequence = page.sequence &+ 1
        if !page.isContinued, start != nil, page.segmentCount > 0 {
            lose(
                .init(
                    place: page.place, words: "a packet does not go on with this Ogg page",
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
                let wanted = packets < headerCount ? Self.longestHeader : 2
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
        timeline?.finish()
        (blocks, head) = (nil, [])
        if !keepsTexts { comment = [] }
    }

    /// A decoder of its packets, before the first of them.
    func newDecoder() throws(CodecError) -> any PacketDecoder {
        try PacketDecoders.decoder(
            for: StreamDescription(sampleRate: 0, formatID: codec == .opus ? .opus : .vorbis, channelsPerFrame: 0),
            magicCookie: magicCookie)
    }

    /// All that is wrong, headers and time.
    var allProblems: [OggTimeline.Problem] { (problems + (timeline?.problems ?? [])).sorted { $0.place < $1.place } }

    private mutating func lose(_ problem: OggTimeline.Problem, byteCount: Int64) {
        let begun = codec == .opus && start != nil ? OpusPacket.frameCount(head) ?? 0 : 0
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
        packets += 1
        defer { forgetPacket() }
        if packets <= headerCount { return takeHeader() }
        guard timeline != nil else { return }
        guard let frames = codec == .vorbis ? blocks?.frameCount(head) : OpusPacket.frameCount(head) else {
            if codec == .opus || byteCount > 0 {
                problems.note(
                    .init(
                        place: start, words: "a packet of \(byteCount) bytes is no audio of \(codecName)",
                        consequence: "it is left out"))
            }
            return
        }
        index.append(offset: start, byteCount: Int(end - start), frames: Int(frames))
        timeline?.take(frames)
    }

    private mutating func takeHeader() {
        switch packets {
        case 1: identification = head
        case 2: comment = Array(head.dropFirst(codec == .opus ? 8 : 7))
        default: break
        }
        guard packets == headerCount, let codec else { return }
        switch codec {
        case .opus: magicCookie = identification
        case .vorbis:
            magicCookie = VorbisBlocks.cookie(identification: identification, setup: head)
            blocks = VorbisBlocks(identification: identification, setup: head)
        }
        do throws(CodecError) {
            let decoder = try newDecoder()
            decoded = (decoder.format, decoder.layout)
            timeline = OggTimeline(
                isOpus: codec == .opus, sampleRate: decoder.format.sampleRate,
                longestPacket: decoder.maximumFramesPerPacket)
        } catch {
            refusal = error
        }
    }
}
