import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

@Suite struct AudioFileExtendedTests {
    @Test("a reader has ExtAudioFile's properties by their codes") func reader() throws {
        let reader = try AudioFileReader(path: Fixtures.path("mpeg-cbr.mp3"))
        #expect(try reader.property("ffmt") == .description(reader.fileFormat))
        #expect(try reader.property("fclo") == .layout(reader.fileLayout))
        #expect(try reader.property("#frm") == .number(reader.properties.frameCount))
        let file = try AudioFile.fixture("mpeg-cbr.mp3")
        #expect(try reader.property("fmps") == file.property("psze"))
        #expect(try reader.property("cmps") == .number(4))
        let info = try file.packetTableInfo()
        #expect(try reader.property("xpti") == .packetTableInfo(info))
        let client = StreamDescription.canonical(sampleRate: 48_000, channels: 1)
        try reader.setProperty("cfmt", .description(client))
        #expect(try reader.property("cfmt") == .description(client))
        #expect(reader.clientLayout == .mono)
        #expect(code { try reader.setProperty("cfmt", .number(1)) } == .invalidPropertySize)
        #expect(
            code { try reader.setProperty("cfmt", .description(reader.fileFormat)) } == .nonPCMClientFormat)
        #expect(code { try reader.setProperty("iobs", .number(1)) } == .invalidProperty)
        #expect(code { _ = try reader.property("acnv") } == .invalidProperty)
        #expect(AudioFileError.Code.invalidProperty.rawValue == -66561)
        let vorbis = try AudioFileReader(path: Fixtures.path("codec-vorbis.ogg"))
        #expect(code { _ = try vorbis.property("fmps") } == .maximumPacketSizeUnknown)
    }

    @Test(
        "a layout of other channels is -66564, and a seek beyond the end -66568, which a source in a graph is not refused"
    ) func errors() throws {
        let reader = try AudioFileReader(path: Fixtures.path("tone-s16.wav"))
        #expect(code { try reader.setProperty("cclo", .layout(.mono)) }?.rawValue == -66564)
        let end = reader.properties.frameCount
        try reader.seekWithinFile(to: 100)
        for frame in [end + 1, 1 << 40, -1] {
            #expect(code { try reader.seekWithinFile(to: frame) }?.rawValue == -66568)
        }
        #expect(reader.tell == 100)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 10)
        try reader.seekWithinFile(to: end)
        #expect(try reader.read(into: &buffer, at: 0, frameCount: 10) == 0)
        try reader.seek(to: 1 << 40)
        #expect(try reader.read(into: &buffer, at: 0, frameCount: 10) == 0)
    }

    @Test("a writer has those that it can know") func writer() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let writer = try AudioFileWriter(
            path: folder.path("a.wav"), format: OutputFormat(container: .wav, encoding: .s16), layout: .stereo,
            sampleRate: 48_000)
        #expect(try writer.property("cfmt") == .description(writer.format))
        #expect(try writer.property("cclo") == .layout(.stereo))
        #expect(try writer.property("#frm") == .number(0))
        #expect(try writer.property("fmps") == .number(4))
        #expect(code { _ = try writer.property("xpti") } == .invalidProperty)
        try writer.finalize()
        #expect(try writer.property("ffmt") == AudioFile(opening: folder.path("a.wav")).property("dfmt"))
    }
}
