import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

private func decoder(_ name: String) throws -> MPEGDecoder {
    try MPEGDecoder(source: ByteSource(path: FilePath(Fixtures.path(name))))
}

private func decoder(of bytes: [UInt8], _ body: (MPEGDecoder) throws -> Void) throws {
    try withFile(bytes) { try body(MPEGDecoder(source: ByteSource(path: FilePath($0)))) }
}

@Suite struct MPEGDecoderTests {
    @Test(arguments: [
        ("mpeg-cbr.mp3", 44100.0, 2, 13230), ("mpeg-vbr.mp3", 44100, 2, 13230), ("mpeg-mono.mp3", 44100, 1, 13230),
        ("mpeg-mpeg2.mp3", 22050, 2, 6615), ("mpeg-mpeg25-8k.mp3", 8000, 1, 2400),
        ("mpeg-mpeg25-11k.mp3", 11025, 1, 3307),
        ("mpeg-crc.mp3", 44100, 2, 13230),
    ])
    func `a file with a gapless tag is as long as what was encoded, and aligned with it`(
        name: String, rate: Double, channels: Int, frames: Int
    ) throws {
        let decoder = try decoder(name)
        let properties = decoder.properties
        #expect(properties.frameCount == Int64(frames))
        #expect(properties.lengthSource == .gaplessTag)
        #expect(properties.priming == 1105)
        #expect(properties.padding != nil)
        #expect(properties.claimedFrameCount == nil)
        #expect(properties.warnings.isEmpty)
        #expect(properties.dataFormat.sampleRate == rate)
        #expect(properties.dataFormat.formatID == .mpegLayer3)
        #expect(properties.dataFormat.framesPerPacket == (rate > 30000 ? 1152 : 576))
        #expect(properties.layout == .standard(channels))
        let audio = try decodeAll(decoder)
        #expect(audio.allSatisfy { $0.count == frames })
        for channel in 0..<channels {
            let original = recipeSignal(rate: rate, frames: frames, channel: channel)
            let here = correlation(audio[channel], original, lag: 0)
            #expect(here > 0.98)
            #expect(here > correlation(audio[channel], original, lag: 1))
            #expect(here > correlation(audio[channel], original, lag: -1))
        }
        #expect(decoder.warnings.isEmpty)
    }

    @Test(arguments: [
        ("mpeg-cbr-untagged.mp3", FourCharCode.mpegLayer3, 13 * 1152), ("mpeg-free.mp3", .mpegLayer3, 13 * 1152),
        ("mpeg-vbri.mp3", .mpegLayer3, 13 * 1152), ("mpeg-layer2.mp3", .mpegLayer2, 12 * 1152),
        ("mpeg-layer1.mp3", .mpegLayer1, 20 * 384),
    ])
    func `a file without a gapless tag is as long as its frames`(
        name: String, formatID: FourCharCode, frames: Int
    ) throws {
        let decoder = try decoder(name)
        #expect(decoder.properties.frameCount == Int64(frames))
        #expect(decoder.properties.lengthSource == .scan)
        #expect(decoder.properties.priming == nil)
        #expect(decoder.properties.padding == nil)
        #expect(decoder.properties.dataFormat.formatID == formatID)
        #expect(decoder.properties.warnings.isEmpty)
        let audio = try decodeAll(decoder)
        #expect(audio.allSatisfy { $0.count == frames })
        #expect(audio[0].contains { abs($0) > 0.01 })
    }

    @Test func `free format and an untagged file start a decoder delay and an encoder delay late`() throws {
        for name in ["mpeg-free.mp3", "mpeg-cbr-untagged.mp3", "mpeg-vbri.mp3"] {
            let audio = try decodeAll(decoder(name))
            let original = recipeSignal(rate: 44100, frames: 13230, channel: 1)
            #expect(correlation(audio[1], original, lag: 1105) > 0.98)
        }
    }

    @Test func `an untagged file and a tagged one of the same settings hold the same samples`() throws {
        let tagged = try decodeAll(decoder("mpeg-cbr.mp3"))
        let untagged = try decodeAll(decoder("mpeg-cbr-untagged.mp3"))
        try #require(untagged[0].count >= 14335)
        #expect(firstDifference(tagged, untagged.map { Array($0[1105..<1105 + 13230]) }) == nil)
    }

    @Test(arguments: [
        "mpeg-cbr.mp3", "mpeg-mpeg2.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3", "mpeg-free.mp3", "mpeg-mpeg25-8k.mp3",
    ])
    func `any chunking and any seek give the bits of a straight read`(name: String) throws {
        let straight = try decodeAll(decoder(name))
        for chunk in [1, 7, 1153] {
            #expect(firstDifference(straight, try decodeAll(decoder(name), chunk: chunk)) == nil)
        }
        let decoder = try decoder(name)
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<40 {
            let frame = Int(numbers.next() % UInt64(straight[0].count + 10))
            try decoder.seek(to: Int64(frame))
            let part = try decodeAll(decoder, chunk: 100, limit: 500)
            let expected = straight.map { Array($0[min(frame, $0.count)..<min($0.count, frame + part[0].count)]) }
            #expect(firstDifference(part, expected) == nil)
            #expect(part[0].count == min(500, max(0, straight[0].count - frame)))
        }
    }

    @Test func `a far seek in a long stream of each kind is exact to the bit`() throws {
        for name in [
            "mpeg-cbr-untagged.mp3", "mpeg-mpeg2.mp3", "mpeg-mpeg25-8k.mp3", "mpeg-layer2.mp3", "mpeg-layer1.mp3",
            "mpeg-free.mp3",
        ] {
            let long = try longStream(name)
            try decoder(of: long) { decoder in
                let straight = try decodeAll(decoder, chunk: 10000)
                #expect(Int64(straight[0].count) == decoder.properties.frameCount)
                var numbers = SeededNumbers(seed: 9)
                let stride = Int(MPEGPiece.packetCount) * Int(decoder.properties.dataFormat.framesPerPacket)
                // Just after a place where decoding can start there is the least to lean on.
                let edges = [3 * stride + 5, stride, 2 * stride - 1, stride + 9]
                for frame in edges + (0..<20).map({ _ in Int(numbers.next() % UInt64(straight[0].count - 2000)) }) {
                    try decoder.seek(to: Int64(frame))
                    let part = try decodeAll(decoder, chunk: 1000, limit: 2000)
                    #expect(
                        firstDifference(part, straight.map { Array($0[frame..<frame + 2000]) }) == nil,
                        "\(name) from frame \(frame)")
                }
            }
        }
    }

    @Test func `the MPEG data of a WAV file is decoded from its range`() throws {
        let bytes = try fixtureBytes("mpeg-in-wav.wav")
        let mark = try #require((0..<bytes.count - 8).first { Array(bytes[$0..<$0 + 4]) == Array("data".utf8) })
        let size = bytes[mark + 4..<mark + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        let source = try ByteSource(path: FilePath(Fixtures.path("mpeg-in-wav.wav")))
        let decoder = try MPEGDecoder(source: source, range: Int64(mark + 8)..<Int64(mark + 8 + size))
        let audio = try decodeAll(decoder)
        #expect(Int64(audio[0].count) == decoder.properties.frameCount)
        #expect(
            correlation(
                audio[0], recipeSignal(rate: 44100, frames: 13230, channel: 0),
                lag: decoder.properties.priming == nil ? 1105 : 0) > 0.98)
    }
}
