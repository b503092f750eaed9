import Foundation
import KKConvert
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// AAC, AC-3 and E-AC-3, decoded by libavcodec.
@Suite struct AVCodecTests {
    /// ffmpeg's samples of a file, with the instructions that kkmix allows libavcodec.
    private static func heard(_ name: String, channels: Int) throws -> [[Float]] {
        let run = try CommandRun.shell(
            "ffmpeg -v error -cpuflags mmx+mmxext+sse+sse2 -flags bitexact -i \(name) -f f32le -",
            in: Fixtures.path(""))
        #expect(run.status == 0 && run.output.count > 10_000, "\(run.errorText)")
        let bytes = run.output
        let samples = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) })
        }
        return (0..<channels).map { channel in
            stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
        }
    }

    @Test(arguments: [
        "music.aac", "speech.aac", "music.ac3", "music.eac3", "channels-6.aac", "channels-6.ac3", "channels-6.eac3",
        "speech.amr", "speech.awb", "speech-amr.3gp", "speech-awb.3gp",
    ])
    func `the samples are ffmpeg's, to the bit, and as many`(name: String) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        let channels = try reader.readAll()
        #expect(try channels == Self.heard(name, channels: channels.count))
        #expect(reader.warnings.isEmpty && reader.properties.frameCount == Int64(channels[0].count))
    }

    @Test func `a Core Audio file's packet table says where the sound begins and ends`() throws {
        let bare = try AudioFileReader(path: Fixtures.path("music.aac")).readAll()
        let reader = try AudioFileReader(path: Fixtures.path("music-aac.caf"))
        let channels = try reader.readAll()
        #expect(channels.map(\.count) == [44_223, 44_223])
        #expect(channels == bare.map { Array($0[1024..<1024 + 44_223]) })
    }

    @Test func `HE-AAC comes out at twice the rate of its packets`() throws {
        let reader = try AudioFileReader(path: Fixtures.path("doubled-he-aac.caf"))
        #expect(reader.properties.dataFormat.sampleRate == 88_200 && reader.properties.encodingName == "he-aac")
        let channels = try reader.readAll()
        #expect(channels.map(\.count) == [88_446, 88_446])
    }

    /// ffmpeg leaves in what a decoder of band replication is late by, and Apple's encoders do not count.
    @Test(arguments: [("music-he-aac.m4a", "he-aac"), ("music-he-aac-v2.m4a", "he-aac-v2")])
    func `HE-AAC is ffmpeg's, to the bit, without the delay of band replication`(name: String, encoding: String) throws
    {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        #expect(reader.properties.encodingName == encoding && reader.properties.dataFormat.sampleRate == 44_100)
        let channels = try reader.readAll()
        #expect(channels.map(\.count) == [44_224, 44_224])
        #expect(try channels == Self.heard(name, channels: 2).map { Array($0[962..<962 + 44_224]) })
        try reader.seek(to: 20_001)
        var buffer = PCMBuffer(channelCount: 2, frameCapacity: 500)
        buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 500)
        #expect(buffer.samples(ofChannel: 1) == Array(channels[1][20_001..<20_501]))
    }

    /// A stream of more than two pieces, with noise that a decoder makes up.
    private static func long(_ ending: String, in folder: ScratchFolder) throws -> String {
        let path = folder.file("long.\(ending)")
        let noise = "anoisesrc=d=18:a=0.2:seed=3:r=44100,lowpass=9000"
        let run = try CommandRun.shell("ffmpeg -v error -f lavfi -i \(noise) -b:a 40k \(path)", in: folder.path)
        #expect(run.status == 0, "\(run.errorText)")
        return path
    }

    @Test(arguments: ["aac", "ac3", "eac3"])
    func `a seek gives the frames of a straight run, in whichever piece it lands`(ending: String) throws {
        let folder = try ScratchFolder()
        let path = try Self.long(ending, in: folder)
        let straight = try AudioFileReader(path: path).readAll()
        let reader = try AudioFileReader(path: path)
        let packet: Int64 = ending == "aac" ? 1024 : 1536
        for frame in [256 * packet, 511 * packet + 7, 300 * packet, 257 * packet - 1, 5, 255 * packet] {
            try reader.seek(to: frame)
            var got: [Float] = []
            while got.count < 3000 {
                var buffer = PCMBuffer(channelCount: straight.count, frameCapacity: 3000)
                let count = try reader.read(into: &buffer, at: 0, frameCount: 3000 - got.count)
                guard count > 0 else { break }
                buffer.frameLength = count
                buffer.withChannel(0) { samples in
                    for index in 0..<count { got.append(samples[index]) }
                }
            }
            #expect(got == Array(straight[0][Int(frame)..<Int(frame) + 3000]), "\(frame)")
        }
    }

    @Test func `a packet that is damaged is reported, and what follows is in its place`() throws {
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path("music-ac3.caf"))))
        let whole = try AudioFileReader(path: Fixtures.path("music-ac3.caf")).readAll()
        let middle = bytes.count / 2
        for index in middle..<middle + 120 { bytes[index] = 0x55 }
        let folder = try ScratchFolder()
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("damaged.caf")))
        let reader = try AudioFileReader(path: folder.file("damaged.caf"))
        let channels = try reader.readAll()
        #expect(!reader.warnings.isEmpty)
        #expect(channels.map(\.count) == whole.map(\.count))
        // AC-3 has its decoder make up noise where no bits are spent, which is other noise up to the next piece.
        let (heard, made) = (channels[0].suffix(10_000), whole[0].suffix(10_000))
        let residual = zip(heard, made).reduce(0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) }
        #expect(residual < made.reduce(0) { $0 + Double($1) * Double($1) } / 50)
    }

    @Test func `a file that ends in a packet is cut there, with a warning`() throws {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Fixtures.path("music.aac"))))
        let folder = try ScratchFolder()
        try Data(bytes.dropLast(100)).write(to: URL(fileURLWithPath: folder.file("cut.aac")))
        let reader = try AudioFileReader(path: folder.file("cut.aac"))
        let whole = try AudioFileReader(path: Fixtures.path("music.aac")).readAll()
        let channels = try reader.readAll()
        #expect(!reader.warnings.isEmpty)
        let count = channels[0].count - 1024
        #expect(channels[0].prefix(count) == whole[0].prefix(count))
    }
}
