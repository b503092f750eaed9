import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// A FLAC file with a Vorbis comment of these fields in place of its own metadata after STREAMINFO.
///
/// - Parameter blocks: blocks before it, with their headers.
private func commented(_ name: String, _ fields: [String], behind blocks: [UInt8] = []) throws -> [UInt8] {
    let bytes = try fixtureBytes(name)
    let audio = try FramerRun(FLACFramer(), bytes).packets[0].lowerBound
    return Array(bytes[..<4]) + [0] + bytes[5..<42] + blocks + commentBlock(fields, kind: 0x84) + bytes[audio...]
}

private func commentBlock(_ fields: [String], kind: UInt8) -> [UInt8] {
    func counted(_ text: String) -> [UInt8] { Bytes.le(UInt32(text.utf8.count)).all + Array(text.utf8) }
    let comment = counted("none") + Bytes.le(UInt32(fields.count)).all + fields.flatMap(counted)
    return [kind] + Bytes.be(UInt32(comment.count)).all.dropFirst() + comment
}

/// What the three readers say of the channels.
private func layouts(_ bytes: [UInt8]) throws -> [ChannelLayout?] {
    let folder = try KKTestSupport.ScratchFolder()
    try folder.write(bytes, to: "a.flac")
    var reported: ChannelLayout?
    if case .layout(let layout) = try StreamRun(bytes, portions: [7]).value(.channelLayout) { reported = layout }
    return [
        try AudioFileReader(path: folder.path("a.flac")).fileLayout, try AudioFile(opening: bytes).channelLayout,
        reported,
    ]
}

@Suite struct FLACChannelTests {
    /// RFC 9639, section 9.1.3: front left, right and center, LFE, back center, side left and right.
    private static let seven = ChannelLayout([
        .left, .right, .center, .lfe, .centerSurround, .leftSurroundDirect, .rightSurroundDirect,
    ])

    @Test("seven channels have the back center before the sides, for the reader, the packets and the stream")
    func sevenChannels() throws {
        #expect(try layouts(fixtureBytes("channels-7.flac")) == [Self.seven, Self.seven, Self.seven])
        let samples = try AudioFileReader(path: Fixtures.path("channels-7.flac")).readAll()
        #expect(samples.map { $0[0] } == (1...7).map { Float($0) / 16 })
    }

    @Test("seven channels mean what ffmpeg takes them for", .enabled(if: FFmpeg.isInstalled, "ffmpeg is not installed"))
    func sevenOfFFmpeg() throws {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(try FFmpeg.encoded("channels-7.flac", "-c:a pcm_s16le", as: "a.wav"), to: "a.wav")
        let wave = try AudioFileReader(path: folder.path("a.wav"))
        #expect(wave.fileLayout == Self.seven)
        #expect(try wave.readAll() == AudioFileReader(path: Fixtures.path("channels-7.flac")).readAll())
    }

    @Test(
        "a channel mask among the comments says which channel is which",
        arguments: [
            ("channels-6.flac", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x60F", 0x60F),
            ("channels-6.flac", "waveformatextensible_channel_mask=0x060f", 0x60F),
            ("channels-7.flac", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=319", 0x13F),
            ("codec-16.flac", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x00C", 0xC),
        ])
    func mask(_ name: String, _ field: String, _ mask: UInt32) throws {
        let expected = ChannelLayout(waveMask: mask, channels: mask.nonzeroBitCount)
        #expect(try layouts(commented(name, ["TITLE=x", field])) == [expected, expected, expected])
    }

    @Test(
        "a mask of other channels than there are says nothing",
        arguments: [
            "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x3", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x8000001F",
            "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x",
            "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=side", "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=-1",
            "XWAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x60F",
        ])
    func wrongMask(_ field: String) throws {
        #expect(try layouts(commented("channels-6.flac", [field])) == [.fiveOne, .fiveOne, .fiveOne])
    }

    private static let mask = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x60F"
    private static let side = ChannelLayout(waveMask: 0x60F, channels: 6)

    @Test("of several Vorbis comments the first one holds, in a file, for its packets and out of a pipe")
    func twoComments() throws {
        let bytes = try commented(
            "channels-6.flac", ["WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x3F"], behind: commentBlock([Self.mask], kind: 4))
        #expect(try layouts(bytes) == [Self.side, Self.side, Self.side])
    }

    @Test("a Vorbis comment behind 600 other blocks is read, in a file, for its packets and out of a pipe")
    func lateComment() throws {
        let padding = [[UInt8]](repeating: [1, 0, 0, 1, 0], count: 600).flatMap(\.self)
        let bytes = try commented("channels-6.flac", ["TITLE=late", Self.mask], behind: padding)
        #expect(try layouts(bytes) == [Self.side, Self.side, Self.side])
        #expect(try AudioFile(opening: bytes).content.tags.first == FileProperties.Tag(key: "title", value: "late"))
    }

    @Test("the text behind 1,100 others is read")
    func manyTexts() throws {
        let bytes = try commented("channels-6.flac", [String](repeating: "A=b", count: 1100) + [Self.mask])
        #expect(try layouts(bytes) == [Self.side, Self.side, Self.side])
        // A dictionary has one text of a name.
        #expect(try AudioFile(opening: bytes).content.tags.map(\.key) == ["a"])
    }

    @Test("a text that begins with an accent has a name")
    func accentedText() {
        let text = Array("TITLE=\u{301}x".utf8)
        let entries = VorbisComment([0, 0, 0, 0, 1, 0, 0, 0, UInt8(text.count), 0, 0, 0] + text).entries
        #expect(entries.map(\.name) == ["TITLE"] && entries.map { Array($0.value.utf8) } == [Array("\u{301}x".utf8)])
    }

    @Test("comments that are cut or count too many say nothing, and cost nothing")
    func damagedComments() throws {
        let whole = try commented("channels-6.flac", ["WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x60F"])
        for place in 42..<62 {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var bytes = whole
                bytes[place] = value
                _ = try FramerRun(FLACFramer(), bytes, portions: [11])
                _ = FLACChannelMask.read(VorbisComment(Array(bytes[46...])))
            }
        }
        for end in 42..<100 { _ = try FramerRun(FLACFramer(), Array(whole[..<end])) }
    }
}
