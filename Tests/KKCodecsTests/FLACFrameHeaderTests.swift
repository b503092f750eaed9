import KKPCM
import KKTestSupport
import Testing

@testable import KKCodecs

struct FLACFrameHeaderTests {
    @Test(
        "Every packet of a file begins where the ones before it end",
        arguments: ["music.flac", "codec-24.flac", "speech.flac"])
    func files(name: String) throws {
        let stream = try PacketStream(path: Fixtures.path(name))
        let decoder = try PacketDecoders.decoder(for: stream.description, magicCookie: stream.magicCookie)
        var frames = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
        var place: Int64 = 0
        for packet in stream.packets {
            #expect(decoder.statedFrames(of: packet.span)?.lowerBound == place)
            place += Int64(try decoder.decode(packet.span, into: &frames, at: 0))
        }
    }

    /// A header with the number coded as RFC 9639 §9.1.5 has it, and its checksum.
    private static func header(
        _ number: [UInt8], isVariable: Bool, codes: [UInt8] = [0xC9, 0x18], extra: [UInt8] = []
    ) -> [UInt8] {
        let bytes = [0xFF, isVariable ? 0xF9 : 0xF8] + codes + number + extra
        let sum = bytes.reduce(UInt8(0)) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 != 0 ? value << 1 ^ 7 : value << 1 }
        }
        return bytes + [sum, 0, 0]
    }

    private static func firstSample(_ bytes: Span<UInt8>, blockSize: Int?) -> Int64? {
        FLACFrameHeader(bytes, at: 0)?.samples(blockSize: blockSize)?.lowerBound
    }

    @Test(
        "A frame whose codes are reserved has no number, though its checksum is right",
        arguments: [
            [0x09, 0x18], [0xCF, 0x18], [0xC9, 0xB8], [0xC9, 0x16], [0xC9, 0x19],
        ])
    func reserved(codes: [UInt8]) throws {
        let decoder = try PacketDecoders.decoder(
            for: StreamDescription(sampleRate: 44_100, formatID: .flac, channelsPerFrame: 2))
        let sound = Self.header([5], isVariable: true)
        #expect(decoder.statedFrames(of: sound.span)?.lowerBound == 5)
        let packet = Self.header([5], isVariable: true, codes: codes)
        #expect(decoder.statedFrames(of: packet.span) == nil)
    }

    @Test("Numbers of every length are read, of frames and of samples, and what is no sound header has none")
    func numbers() {
        let codes: [(Int64, [UInt8])] = [
            (0, [0]), (0x7F, [0x7F]), (0x80, [0xC2, 0x80]), (0x7FF, [0xDF, 0xBF]), (0x800, [0xE0, 0xA0, 0x80]),
            (0xFFFF, [0xEF, 0xBF, 0xBF]),
            (0x1F_FFFF, [0xF7, 0xBF, 0xBF, 0xBF]), (0x3FF_FFFF, [0xFB, 0xBF, 0xBF, 0xBF, 0xBF]),
            (0x7FFF_FFFF, [0xFD, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]),
            (0xF_FFFF_FFFF, [0xFE, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF, 0xBF]),
        ]
        for (number, code) in codes {
            let sample = Self.header(code, isVariable: true)
            #expect(Self.firstSample(sample.span, blockSize: nil) == number)
            let frame = Self.header(code, isVariable: false)
            #expect(Self.firstSample(frame.span, blockSize: 4096) == number * 4096)
            #expect(Self.firstSample(frame.span, blockSize: nil) == nil)
            // The block's size in two bytes, the rate in one.
            let long = Self.header(code, isVariable: true, codes: [0x7C, 0x18], extra: [1, 2, 44])
            #expect(Self.firstSample(long.span, blockSize: nil) == number)
            for index in 2..<sample.count - 2 {
                var other = sample
                other[index] ^= 0x10
                #expect(Self.firstSample(other.span, blockSize: nil) == nil)
            }
            let cut = Array(sample.prefix(sample.count - 3))
            #expect(Self.firstSample(cut.span, blockSize: nil) == nil)
        }
        for code: [UInt8] in [[0x80], [0xC2, 0x00], [0xFF, 0x80]] {
            let header = Self.header(code, isVariable: true)
            #expect(Self.firstSample(header.span, blockSize: nil) == nil)
        }
        #expect(Self.firstSample([UInt8]().span, blockSize: nil) == nil)
    }
}
