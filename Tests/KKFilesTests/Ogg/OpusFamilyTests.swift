import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// Opus files whose channels are of another mapping family than that of speakers.
@Suite struct OpusFamilyTests {
    /// Four channels of two pairs, under another family's number.
    private static func file(_ family: UInt8, _ table: [UInt8]? = nil) throws -> [UInt8] {
        let pages = Ogg.pages(try fixtureBytes("codec-id4.opus"))
        let head = Array(pages[0].dropFirst(28))
        let packet = Array(head[..<18]) + [family] + (table ?? Array(head[19...]))
        return Ogg.firstPage(packet) + pages.dropFirst().flatMap { Ogg.page($0, serial: 1) }
    }

    private static func samples(
        _ bytes: [UInt8], _ folder: KKTestSupport.ScratchFolder
    ) throws -> (layout: ChannelLayout, samples: [[Float]]) {
        try folder.write(bytes, to: "a.opus")
        let reader = try AudioFileReader(path: folder.path("a.opus"))
        return (reader.fileLayout, try reader.readAll())
    }

    @Test(
        "Ambisonics of family 2 come as they are, in the order of their numbers, as channels of family 255 and of none do",
        arguments: [2, 9, 255])
    func numbers(family: UInt8) throws {
        let folder = try KKTestSupport.ScratchFolder()
        let speakers = try Self.samples(Self.file(1), folder)
        let channels = try Self.samples(Self.file(family), folder)
        #expect(speakers.samples[0].count == 4800 && speakers.samples[0].contains { abs($0) > 0.1 })
        // The order of four speakers is the same in Vorbis and in WAVE.
        #expect(channels.samples == speakers.samples)
        #expect(channels.layout == .discrete(4) && speakers.layout == .quadraphonic)
    }

    @Test("Ambisonics behind a matrix are refused as such, and not as damage")
    func matrix() throws {
        let folder = try KKTestSupport.ScratchFolder()
        let bytes = try Self.file(3, [2, 2] + (0..<16).flatMap { [UInt8(0), $0 % 5 == 0 ? 0x40 : 0] })
        let error = failure { _ = try Self.samples(bytes, folder) }
        #expect(error?.kind == .unavailable && error?.code == .unsupportedDataFormat)
        #expect(error?.problem.contains("mapping family 3") == true && error?.nextStep != nil)
    }
}
