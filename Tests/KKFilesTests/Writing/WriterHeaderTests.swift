import KKPCM
import Testing

@testable import KKContainers
@testable import KKFiles

/// The files byte by byte, against arrays written by hand from the specifications.
@Suite struct WriterHeaderTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private let junk = joined(ascii("JUNK"), [28, 0, 0, 0], [UInt8](repeating: 0, count: 28))

    @Test func `a WAV of three 16-bit frames`() throws {
        let bytes = try written(folder.file("a.wav"), .wav, .s16, [[0.5, -1, 0.25]], rate: 44_100)
        let expected = joined(
            ascii("RIFF"), [78, 0, 0, 0], ascii("WAVE"), junk, ascii("fmt "),
            [16, 0, 0, 0, 1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0], ascii("data"), [6, 0, 0, 0],
            [0x00, 0x40, 0x00, 0x80, 0x00, 0x20])
        #expect(bytes == expected)
    }

    @Test func `a WAV of no frames`() throws {
        let bytes = try written(folder.file("a.wav"), .wav, .s16, [[], []])
        let expected = joined(
            ascii("RIFF"), [72, 0, 0, 0], ascii("WAVE"), junk, ascii("fmt "),
            [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0], ascii("data"), [0, 0, 0, 0])
        #expect(bytes == expected)
    }

    @Test func `an odd number of bytes is padded, and counted in RIFF alone`() throws {
        let bytes = try written(folder.file("a.wav"), .wav, .s24, [[-1]])
        let expected = joined(
            ascii("RIFF"), [100, 0, 0, 0], ascii("WAVE"), junk, ascii("fmt "),
            [40, 0, 0, 0, 0xFE, 0xFF, 1, 0, 0x80, 0xBB, 0, 0, 0x80, 0x32, 2, 0, 3, 0, 24, 0, 22, 0, 24, 0, 4, 0, 0, 0],
            [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71], ascii("data"), [3, 0, 0, 0],
            [0x00, 0x00, 0x80], [0])
        #expect(bytes == expected)
    }

    @Test func `a float WAV states its frames in fact`() throws {
        let bytes = try written(folder.file("a.wav"), .wav, .f32, [[1.5], [-2]])
        let expected = joined(
            ascii("RIFF"), [94, 0, 0, 0], ascii("WAVE"), junk, ascii("fmt "),
            [18, 0, 0, 0, 3, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xDC, 5, 0, 8, 0, 32, 0, 0, 0], ascii("fact"),
            [4, 0, 0, 0, 1, 0, 0, 0],
            ascii("data"), [8, 0, 0, 0], [0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0])
        #expect(bytes == expected)
    }

    @Test func `a WAV past the threshold is RF64 with the same samples at the same place`() throws {
        let format = StreamDescription.linearPCM(sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
        let header = WaveHeader(dataFormat: format, layout: .mono, threshold: 1000)
        let short = header.bytes(byteCount: 926)
        let long = header.bytes(byteCount: 928)
        #expect(Array(short[..<20]) == joined(ascii("RIFF"), [0xE6, 3, 0, 0], ascii("WAVEJUNK"), [28, 0, 0, 0]))
        let expected = joined(
            ascii("RF64"), [0xFF, 0xFF, 0xFF, 0xFF], ascii("WAVEds64"), [28, 0, 0, 0], [0xE8, 3, 0, 0, 0, 0, 0, 0],
            [0xA0, 3, 0, 0, 0, 0, 0, 0], [0xD0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0], ascii("fmt "),
            [16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0], ascii("data"),
            [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(long == expected)
        #expect(short.count == long.count)
        let real = WaveHeader(dataFormat: format, layout: .mono)
        #expect(
            Array(real.bytes(byteCount: 0xFFFF_FFFE - 72)[..<8]) == joined(ascii("RIFF"), [0xFE, 0xFF, 0xFF, 0xFF]))
        #expect(
            Array(real.bytes(byteCount: 0xFFFF_FFFE - 70)[..<8]) == joined(ascii("RF64"), [0xFF, 0xFF, 0xFF, 0xFF]))
    }

    @Test func `a streamed WAV has no JUNK and no sizes`() {
        let format = StreamDescription.linearPCM(sampleRate: 48_000, channels: 1, bits: 16, flags: .isSignedInteger)
        let expected = joined(
            ascii("RIFF"), [0xFF, 0xFF, 0xFF, 0xFF], ascii("WAVE"), ascii("fmt "),
            [16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0], ascii("data"),
            [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(WaveHeader(dataFormat: format, layout: .mono).bytes(byteCount: nil) == expected)
    }

    @Test func `a CAF of one frame, and its streamed header`() throws {
        let bytes = try written(folder.file("a.caf"), .caf, .s16, [[0.5], [-1]], rate: 44_100)
        let start = joined(
            ascii("caff"), [0, 1, 0, 0], ascii("desc"), [0, 0, 0, 0, 0, 0, 0, 32],
            [0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0], ascii("lpcm"),
            [0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 16], ascii("data"))
        #expect(bytes == joined(start, [0, 0, 0, 0, 0, 0, 0, 8], [0, 0, 0, 0], [0x00, 0x40, 0x00, 0x80]))
        let format = StreamDescription.linearPCM(sampleRate: 44_100, channels: 2, bits: 16, flags: .isSignedInteger)
        let stream = CAFHeader(dataFormat: format, layout: .stereo).bytes(byteCount: nil)
        #expect(stream == joined(start, [UInt8](repeating: 0xFF, count: 8), [0, 0, 0, 0]))
    }

    @Test func `a CAF of 7_1 is tagged MPEG_7_1_C and has that order`() throws {
        let bytes = try written(folder.file("a.caf"), .caf, .s16, (0..<8).map { [Float($0) / 32_768] })
        let chan = Array(bytes[52..<76])
        #expect(chan == joined(ascii("chan"), [0, 0, 0, 0, 0, 0, 0, 12], [0, 128, 0, 8], [0, 0, 0, 0, 0, 0, 0, 0]))
        #expect(bytes.suffix(16) == [0, 0, 1, 0, 2, 0, 3, 0, 6, 0, 7, 0, 4, 0, 5, 0])
    }

    @Test func `an AIFF of three frames`() throws {
        let bytes = try written(folder.file("a.aiff"), .aiff, .s16, [[0.5, -1, 0.25]], rate: 44_100)
        let expected = joined(
            ascii("FORM"), [0, 0, 0, 52], ascii("AIFF"), ascii("COMM"),
            [0, 0, 0, 18, 0, 1, 0, 0, 0, 3, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0], ascii("SSND"),
            [0, 0, 0, 14, 0, 0, 0, 0, 0, 0, 0, 0], [0x40, 0x00, 0x80, 0x00, 0x20, 0x00])
        #expect(bytes == expected)
    }

    @Test func `an AIFF of one µ-law frame is AIFF-C, and padded`() throws {
        let bytes = try written(folder.file("a.aiff"), .aiff, .ulaw, [[0]], rate: 8_000)
        let expected = joined(
            ascii("FORM"), [0, 0, 0, 66], ascii("AIFC"), ascii("FVER"), [0, 0, 0, 4, 0xA2, 0x80, 0x51, 0x40],
            ascii("COMM"),
            [0, 0, 0, 24, 0, 1, 0, 0, 0, 1, 0, 16, 0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0], ascii("ulaw"), [0, 0],
            ascii("SSND"),
            [0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0])
        #expect(bytes == expected)
    }

    @Test func `an AU of one float frame`() throws {
        let bytes = try written(folder.file("a.au"), .au, .f32, [[1.5]], rate: 44_100)
        let expected = joined(
            ascii(".snd"), [0, 0, 0, 24, 0, 0, 0, 4, 0, 0, 0, 6, 0, 0, 0xAC, 0x44, 0, 0, 0, 1], [0x3F, 0xC0, 0, 0])
        #expect(bytes == expected)
    }

    @Test func `a layout beyond mono and stereo has its mask in the extensible header`() throws {
        let bytes = try written(
            folder.file("a.wav"), .wav, .s16, [[0], [0], [0]], layout: ChannelLayout([.left, .right, .centerSurround]))
        #expect(Array(bytes[56..<58]) == [0xFE, 0xFF])
        #expect(Array(bytes[76..<80]) == [0x03, 0x01, 0, 0])
    }

    @Test func `rates below one and of odd values have exact extended numbers`() {
        var bytes = HeaderBytes()
        bytes.extended(11_127.5)
        bytes.extended(0.5)
        #expect(
            bytes.bytes == joined([0x40, 0x0C, 0xAD, 0xDE, 0, 0, 0, 0, 0, 0], [0x3F, 0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0]))
    }
}
