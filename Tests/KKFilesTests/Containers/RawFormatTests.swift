import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// PCM without a header, which somebody must describe.
@Suite struct RawFormatTests {
    @Test(arguments: [
        ("s16le@48000x2", "s16le@48000x2"), ("s16@48000", "s16le@48000x1"), ("f64be@8000x6", "f64be@8000x6"),
        ("u8@11025", "u8@11025x1"), ("ulaw@8000x1", "ulaw@8000x1"), ("s24be@96000", "s24be@96000x1"),
    ])
    func `a format is read with what follows where nothing is said`(text: String, whole: String) {
        #expect(RawFormat(parsing: text)?.description == whole)
        #expect(RawFormat(parsing: whole).flatMap { RawFormat(parsing: $0.description) } == RawFormat(parsing: text))
    }

    @Test(arguments: [
        "", "s16", "s16le", "s16le@", "s16le@0", "s16le@48000x", "s16le@48000x0", "s16le@48000x2x2", "s12@48000",
        "u8be@8000", "ulawle@8000", "opus@48000", "s16le@4e4", "s16le@-1", "s16le@48000x99999999999999999999",
        "s16LE@48000", "@48000", "s16le@@48000",
    ])
    func `anything else is no format`(text: String) {
        #expect(RawFormat(parsing: text) == nil)
    }

    /// Two frames of two channels: −1, 0.5 and 0.25, −0.25 of full scale, in every encoding that holds them.
    @Test(arguments: [
        ("s16le@1000x2", [0x00, 0x80, 0x00, 0x40, 0x00, 0x20, 0x00, 0xE0]),
        ("s16be@1000x2", [0x80, 0x00, 0x40, 0x00, 0x20, 0x00, 0xE0, 0x00]),
        ("s24be@1000x2", [0x80, 0, 0, 0x40, 0, 0, 0x20, 0, 0, 0xE0, 0, 0]),
        ("u8@1000x2", [0x00, 0xC0, 0xA0, 0x60]),
        ("f32be@1000x2", [0xBF, 0x80, 0, 0, 0x3F, 0, 0, 0, 0x3E, 0x80, 0, 0, 0xBE, 0x80, 0, 0]),
    ])
    func `a reader takes samples from the first byte on`(format: String, bytes: [Int]) throws {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(bytes.map(UInt8.init), to: "sound")
        let raw = try #require(RawFormat(parsing: format))
        let reader = try AudioFileReader(path: folder.path("sound"), options: ReaderOptions(raw: raw))
        #expect(reader.properties.frameCount == 2 && reader.clientFormat.sampleRate == 1000)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 4)
        let count = try reader.read(into: &buffer, at: 0, frameCount: 4)
        #expect(count == 2)
        buffer.frameLength = count
        #expect(buffer.samples(ofChannel: 0) == [-1, 0.25] && buffer.samples(ofChannel: 1) == [0.5, -0.25])
    }

    /// A file that looks like a WAV is samples all the same where its reader says so.
    @Test func `a header is not looked for, and what is not a whole frame is left out with a warning`() throws {
        let folder = try KKTestSupport.ScratchFolder()
        try folder.write(Array("RIFFxxxxWAVEfmt ".utf8) + [1], to: "sound.wav")
        let raw = try #require(RawFormat(parsing: "s16le@8000x2"))
        let reader = try AudioFileReader(path: folder.path("sound.wav"), options: ReaderOptions(raw: raw))
        #expect(reader.properties.frameCount == 4)
        #expect(reader.properties.warnings.contains { $0.description.contains("not a whole frame") })
    }
}
