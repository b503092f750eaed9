import KKConvert
import KKPCM
import Testing

@Suite struct AudioFormatTests {
    private func description(_ id: FourCharCode, rate: Double = 44_100, channels: UInt32 = 2) -> StreamDescription {
        StreamDescription(sampleRate: rate, formatID: id, channelsPerFrame: channels)
    }

    /// Apple Lossless: 48 kHz, one channel of 24 bits, 512 frames in a packet.
    private static let alacCookie: [UInt8] =
        [0, 0, 2, 0, 0, 24, 40, 10, 14, 1, 0, 255] + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xBB, 0x80]

    private func code(_ body: () throws -> Void) -> AudioFormatError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? AudioFormatError)?.code
        }
    }

    @Test func `a description is filled with what its kind says`() throws {
        let packets: [(FourCharCode, Double, UInt32, UInt32)] = [
            (.mpegLayer1, 44_100, 384, 0), (.mpegLayer2, 44_100, 1152, 0), (.mpegLayer3, 44_100, 1152, 0),
            (.mpegLayer3, 22_050, 576, 0), (.appleLossless, 44_100, 4096, 0), (.appleIMA4, 44_100, 64, 68),
            (.microsoftGSM, 8000, 320, 130), (.aac, 44_100, 1024, 0), (.ac3, 48_000, 1536, 0), (.uLaw, 8000, 1, 2),
            (.flac, 44_100, 0, 0), (.opus, 48_000, 0, 0),
        ]
        for (id, rate, frames, bytes) in packets {
            let filled = try AudioFormat.formatInfo(description(id, rate: rate))
            #expect(filled.framesPerPacket == frames && filled.bytesPerPacket == bytes, "\(id)")
            #expect(filled.sampleRate == rate && filled.channelsPerFrame == 2)
        }
        var given = description(.mpegLayer3)
        given.framesPerPacket = 77
        #expect(try AudioFormat.formatInfo(given).framesPerPacket == 77)
        var pcm = StreamDescription.linearPCM(
            sampleRate: 48_000, channels: 3, bits: 24, flags: [.isSignedInteger])
        let whole = pcm
        (pcm.bytesPerFrame, pcm.bytesPerPacket, pcm.framesPerPacket) = (0, 0, 0)
        #expect(try AudioFormat.formatInfo(pcm) == whole)
    }

    @Test func `a magic cookie is believed`() throws {
        let filled = try AudioFormat.formatInfo(description(.appleLossless), magicCookie: Self.alacCookie)
        #expect(filled.sampleRate == 48_000 && filled.channelsPerFrame == 1 && filled.framesPerPacket == 512)
        #expect(filled.formatFlags.rawValue == 3, "24 bits")
        let list = try AudioFormat.formatList(description(.appleLossless), magicCookie: Self.alacCookie)
        #expect(list == [AudioFormat.ListItem(description: filled, channelLayoutTag: 100 << 16 | 1)])
        #expect(
            code { _ = try AudioFormat.formatInfo(description(.appleLossless), magicCookie: [1, 2, 3]) }
                == .unsupportedDataFormat)
        #expect(code { _ = try AudioFormat.formatInfo(description("none")) } == .unsupportedDataFormat)
        #expect(code { _ = try AudioFormat.formatList(description("none")) } == .unsupportedDataFormat)
    }

    @Test func `what a converter takes and gives is told, and each of it makes a converter`() throws {
        #expect(
            AudioFormat.encodeFormatIDs == [
                "lpcm", "ulaw", "alaw", ".mp3", "flac", "vorb", "opus", "alac", "ima4", "aac ", "ac-3",
            ])
        #expect(
            AudioFormat.decodeFormatIDs == [
                "lpcm", "ulaw", "alaw", ".mp1", ".mp2", ".mp3", "flac", "vorb", "opus", "alac", "ima4", "aac ", "aach",
                "aacp", "ac-3", "ec-3", "samr", "sawb",
            ])
        let pcm = StreamDescription.canonical(sampleRate: 44_100, channels: 2)
        for id in AudioFormat.encodeFormatIDs where id != .linearPCM {
            let rate = id == .opus ? 48_000 : 44_100.0
            let encoder = try AudioConverter(from: pcm, to: AudioFormat.formatInfo(description(id, rate: rate)))
            #expect(encoder.outputDescription.formatID == id)
        }
        for id in AudioFormat.decodeFormatIDs where id != .linearPCM {
            let rate = id == .opus ? 48_000 : 44_100.0
            _ = try AudioConverter(from: AudioFormat.formatInfo(description(id, rate: rate)), to: pcm)
        }
        let items = ["ilbc", FourCharCode.opus, .linearPCM].map {
            AudioFormat.ListItem(description: description($0), channelLayoutTag: nil)
        }
        #expect(AudioFormat.firstPlayableFormat(in: items) == 1)
        #expect(AudioFormat.firstPlayableFormat(in: Array(items.prefix(1))) == nil)
    }

    @Test func `packets that differ in their bytes come with descriptions`() throws {
        for id: FourCharCode in [.mpegLayer3, .aac, .flac, .opus, .vorbis, .appleLossless, .ac3] {
            #expect(try AudioFormat.isVariableBitRate(description(id)), "\(id)")
            #expect(try AudioFormat.isExternallyFramed(description(id)), "\(id)")
        }
        var constant = description(.mpegLayer3)
        constant.bytesPerPacket = 417
        let pcm = StreamDescription.canonical(sampleRate: 44_100, channels: 2)
        for format in [
            pcm, description(.uLaw), description(.appleIMA4, channels: 0), description(.microsoftGSM), constant,
        ] {
            #expect(try !AudioFormat.isVariableBitRate(format) && !AudioFormat.isExternallyFramed(format), "\(format)")
        }
        #expect(code { _ = try AudioFormat.isVariableBitRate(description("none")) } == .unsupportedDataFormat)
        #expect(code { _ = try AudioFormat.isExternallyFramed(description("none")) } == .unsupportedDataFormat)
    }

    @Test func `a layout has a tag, and no channel twice`() throws {
        #expect(try AudioFormat.channelLayout(forTag: 121 << 16 | 6) == .fiveOne)
        #expect(try AudioFormat.tag(for: .fiveOne) == 121 << 16 | 6)
        for tag: UInt32 in [0, 1 << 16, 147 << 16, 121 << 16 | 5, 0xFFFF_0000] {
            #expect(code { _ = try AudioFormat.channelLayout(forTag: tag) } == .unknownFormat)
        }
        #expect(code { _ = try AudioFormat.tag(for: ChannelLayout([.lfe, .left])) } == .unknownFormat)
        try AudioFormat.validate(ChannelLayout([.unknown, .left, .unknown]))
        for layout in [ChannelLayout([]), ChannelLayout([.left, .right, .left])] {
            #expect(code { try AudioFormat.validate(layout) } == .unknownFormat)
            #expect(code { _ = try AudioFormat.matrixMixMap(from: layout, to: .stereo) } == .unknownFormat)
            #expect(code { _ = try AudioFormat.channelMap(from: .stereo, to: layout) } == .unknownFormat)
        }
    }

    @Test func `a map names channels, and a matrix mixes them`() throws {
        #expect(try AudioFormat.channelMap(from: .mpegFiveOneD, to: .fiveOne) == [1, 2, 0, 5, 3, 4])
        #expect(try AudioFormat.channelMap(from: .stereo, to: .fiveOne) == [0, 1, -1, -1, -1, -1])
        #expect(code { _ = try AudioFormat.channelMap(from: .mono, to: .stereo) } == .unknownFormat)
        #expect(
            code { _ = try AudioFormat.channelMap(from: ChannelLayout([.unknown]), to: ChannelLayout([.unknown])) }
                == .unknownFormat)
        #expect(try AudioFormat.matrixMixMap(from: .fiveOne, to: .stereo) == .mixing(.fiveOne, to: .stereo))
    }

    @Test func `errors have Core Audio's numbers, a place and a next step`() {
        let codes = AudioFormatError.Code.allCases.map {
            FourCharCode(rawValue: UInt32(bitPattern: $0.rawValue)).description
        }
        #expect(codes == ["'fmt?'", "'!fmt'"])
        do {
            _ = try AudioFormat.formatInfo(description("none"))
        } catch {
            #expect(error.place == "AudioFormat 'fmti'" && error.nextStep?.hasPrefix("use 'lpcm', ") == true)
            #expect(error.status == 0x666D_743F)
        }
    }
}
