import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

@Suite struct StreamBuiltTests {
    @Test("E-AC-3: what adds channels, and other programmes, belong to the packet of the first programme")
    func substreams() throws {
        // 5.1, two rear channels as L/R of a dependent syncframe (Lrs Rrs: bit 6), and a second programme in mono.
        let packet =
            BuiltFrame.enhancedAC3(300, mode: 7, lfe: true) + BuiltFrame.enhancedAC3(100, kind: 1, mode: 2, map: 1 << 9)
            + BuiltFrame.enhancedAC3(80, substream: 1, mode: 1)
        let bytes = Array([[UInt8]](repeating: packet, count: 6).joined())
        let run = try StreamRun(bytes, portions: [13])
        #expect(run.error == nil)
        #expect(run.sizes == [Int](repeating: 480, count: 6))
        #expect(run.bytes == bytes)
        #expect(try run.value(.fileFormat) == .code("ec-3"))
        let layout = ChannelLayout([
            .left, .center, .right, .leftSurround, .rightSurround, .rearSurroundLeft, .rearSurroundRight, .lfe,
        ])
        #expect(try run.value(.channelLayout) == .layout(layout))
    }

    @Test(
        "E-AC-3: packets of one, two, three and six blocks have 256 frames for each",
        arguments: [256, 512, 768, 1536].enumerated())
    func blocks(_ code: Int, _ frames: Int) throws {
        let bytes = Array(
            [[UInt8]](repeating: BuiltFrame.enhancedAC3(64, blocks: UInt32(code), mode: 2), count: 5).joined())
        let run = try StreamRun(bytes)
        let format = try run.format()
        #expect(format.framesPerPacket == UInt32(frames))
        #expect(run.sizes.count == 5)
    }

    @Test(
        "AC-3: the sizes of the table at 44.1 kHz differ by a word, and the mode says where the LFE's bit is",
        arguments: [
            (0, 2, [138, 140]), (1, 1, [138, 140]), (2, 2, [138, 140]), (7, 5, [138, 140]),
        ] as [(UInt32, Int, [Int])])
    func sizes(_ mode: UInt32, _ channels: Int, _ sizes: [Int]) throws {
        let bytes = Array([0, 1, 1, 0, 1, 0].map { BuiltFrame.ac3(mode: mode, odd: $0) }.joined())
        let run = try StreamRun(bytes, portions: [7])
        #expect(run.sizes == [0, 1, 1, 0, 1, 0].map { sizes[$0] })
        let format = try run.format()
        #expect(format.channelCount == channels + 1)
        #expect(try run.value(.bitRate) == .real(32000))
        if mode == 7 { #expect(try run.value(.channelLayout) == .layout(.mpegFiveOneC)) }
    }

    @Test("ADTS: a frame of several blocks is one packet, with 1024 frames for each")
    func severalBlocks() throws {
        let bytes = Array(
            (1...4).map { BuiltFrame.adts([UInt8](repeating: 1, count: 50 * $0), configuration: 2, blocks: UInt32($0)) }
                .joined())
        let run = try StreamRun(bytes)
        // The first one is as the format says; the others say for themselves.
        #expect(run.frames == [0, 2048, 3072, 4096])
        #expect(run.bytes == bytes)
    }

    @Test(
        "ADTS without a channel configuration: the first block's element tells the channels, and goes into the cookie")
    func programConfig() throws {
        // Element 5, tag, LC, 44.1 kHz, two front elements (single, pair), one LFE; no mixdowns.
        let payload = BuiltFrame.bits(
            40, (5, 3), (0, 4), (1, 2), (4, 4), (2, 4), (0, 4), (0, 4), (1, 2), (0, 3), (0, 4), (0, 3), (0, 1), (0, 4),
            (1, 1), (1, 4), (0, 4))
        let bytes = Array([[UInt8]](repeating: BuiltFrame.adts(payload, configuration: 0), count: 5).joined())
        let run = try StreamRun(bytes, portions: [1])
        let format = try run.format()
        guard case .bytes(let cookie) = try run.value(.magicCookieData) else { throw StreamRun.OtherKind() }
        #expect(format.channelCount == 4)
        var reader = BitReader(cookie)
        #expect([5, 4, 4, 3].map { reader.bits($0) } == [2, 4, 0, 0])
        #expect([4, 2, 4, 4].map { reader.bits($0) } == [0, 1, 4, 2])
        #expect(throws: AudioFileStreamError.self) { try run.value(.channelLayout) }
    }

    @Test("a hint decides where a stream is too short to be sure of")
    func hintInDoubt() throws {
        let bytes =
            BuiltFrame.adts([UInt8](repeating: 1, count: 100), configuration: 2) + [UInt8](repeating: 0x33, count: 20)
        #expect(try StreamRun(bytes).error?.code == .unsupportedFileType)
        let hinted = try StreamRun(bytes, hint: "adts")
        #expect(hinted.error == nil)
        #expect(hinted.sizes == [107])
        #expect(try StreamRun(bytes, hint: "ac-3").packetCount == 0)
    }

    @Test("tags around and between frames are no packets", arguments: ["mpeg-cbr-untagged.mp3"])
    func tags(_ name: String) throws {
        let audio = try fixtureBytes(name)
        let half = try FramerRun(MPEGFramer(), audio).packets[5].upperBound
        let id3 = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0xFF, count: 128)
        let ape =
            Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xA0]
            + [UInt8](repeating: 0, count: 8 + 8)
            + Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x80]
            + [UInt8](repeating: 0, count: 8)
        let lyrics = Array("LYRICSBEGIN".utf8) + [UInt8](repeating: 0xFF, count: 50) + Array("000050LYRICS200".utf8)
        let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        let bytes = id3 + id3 + audio[..<half] + id3 + lyrics + audio[half...] + ape + lyrics + id3v1
        let run = try StreamRun(Array(bytes))
        #expect(run.bytes == audio)
        #expect(run.stream.warnings.isEmpty)
        #expect(try run.value(.dataOffset) == .number(Int64(2 * id3.count)))
        #expect(try StreamRun(Array(bytes), portions: [1]).summary == run.summary)
    }

    @Test(
        "a stream that changes its rate goes on: the format stays what was reported, packets say their frames, and a warning says where"
    )
    func changedRate() throws {
        let first = try fixtureBytes("mpeg-cbr-untagged.mp3")
        var second = try fixtureBytes("speech-mpeg2.mp3")
        second.removeFirst(try #require(FramerRun(MPEGFramer(), second).packets.first).lowerBound)
        let run = try StreamRun(first + second)
        let format = try run.format()
        #expect(format.sampleRate == 44100)
        let count = try FramerRun(MPEGFramer(), first).packets.count
        #expect(run.frames[..<count].allSatisfy { $0 == 0 })
        #expect(run.frames[count...].allSatisfy { $0 == 576 })
        #expect(run.stream.warnings.count == 1)
        #expect(try StreamRun(first + second, portions: [1]).summary == run.summary)
    }

    @Test(
        "sizes at the end of what a number can be are no size",
        arguments: [0x7FFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFE0, 1 << 61] as [UInt64])
    func greatestSizes(_ size: UInt64) throws {
        let format =
            Bytes.text("desc") + .be(32 as Int64) + .be(44100.0.bitPattern) + .text("lpcm")
            + .be(2, 4, 1, 2, 16 as UInt32)
        let head = (Bytes.text("caff") + .be(1, 0 as UInt16) + format + .text("data") + .be(size) + .be(0 as UInt32))
            .all
        let run = try StreamRun(head + [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(run.error == nil)
        #expect(run.packetCount == 2)
        #expect(throws: AudioFileStreamError.self) { try run.stream.seek(toPacket: .max) }
        let junk = (Bytes.text("caff") + .be(1, 0 as UInt16) + .text("free") + .be(size)).all
        #expect(try StreamRun(junk + [0]).error?.code == .invalidFile)
        var wave = try fixtureBytes("tone-s16.w64")
        let data = try #require((0..<wave.count - 4).first { Array(wave[$0..<$0 + 4]) == Array("data".utf8) })
        wave.replaceSubrange(data + 16..<data + 24, with: Bytes.le(size).all)
        #expect(try StreamRun(wave).packetCount > 0)
    }
}
